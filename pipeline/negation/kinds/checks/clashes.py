"""Whether a change contradicts another part of its own sentence.

"It is very weak, in general much stronger than magnets" and "They work separately, presenting a
united front" contradict themselves: the rest of the sentence goes on with what was changed. Only
such changes are refused; in short plain sentences nothing depends on a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import wraps
from itertools import chain
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit
from pipeline.negation.english.inflection import forms
from pipeline.negation.english.lexicon import FINITE_TAGS, YEAR
from pipeline.negation.kinds.checks.grounds import PAUSES, is_explained
from pipeline.negation.kinds.checks.reliance import changed_words
from pipeline.negation.kinds.facts.scene import Rule, Scene
from pipeline.negation.reading.bound import relies_on
from pipeline.negation.reading.structure import clause_of

if TYPE_CHECKING:
    from spacy.tokens import Token

CONTENT = ("JJ", "RB", "VB", "NN")
"""The first letters of the tags of words that have opposites."""
HOLLOW = frozenset(
    "be is are was were been being have has had do does did more most less least well the a an this"
    " that these those to of from out only not".split()
)
AIMS = frozenset("aim aims goal goals purpose objective objectives intention mission".split())
# An aim, a part, a price and a reason: their opposites do not fit.
PHRASES = ("in order ", "some extent", "at the cost of", "at the expense of", "on account of")
DEGREES = frozenset("more less most least".split())
EXPLAINING = frozenset((":", ";", "–", "—", "--"))
CONCEDING = frozenset("although though while whereas despite but yet however except".split())
RELATIVE = frozenset("which who whom whose where when".split())
CONCLUDING = frozenset("thus therefore hence consequently accordingly".split())
ADDING = frozenset(("with", "without", "by"))
# With a figure beside them these are more, or less, than the figure allows.
MEASURED = frozenset(
    "small large big little huge tiny long short tall high low wide narrow deep shallow heavy"
    " light thick thin old young cheap expensive early late fast slow near far rich poor strong"
    " weak".split()
)
OFTEN = frozenset("rare common frequent infrequent widespread scarce".split())
MET = frozenset(("find", "discover"))
COMPARED = frozenset(("JJR", "RBR"))
LATER = frozenset("earlier later further longer more less".split())
STEM = 5
"""How many first letters related words have in common: "expand", "expansion"."""
PREFIXES = frozenset("inter under super trans contr compl multi count elect".split())
WORD = re.compile(r"[^\W\d_]+")
MARKING = CONCEDING | {"because"}


def fits_rest(rule: Rule) -> Rule:
    """The rule, without changes that contradict a reason or any other part of the sentence."""

    @wraps(rule)
    def fitting(scene: Scene) -> Iterator[list[Edit]]:
        for edits in rule(scene):
            if not (is_explained(scene, edits) or clashes(scene, edits)):
                yield edits

    return fitting


def clashes(scene: Scene, edits: Sequence[Edit]) -> bool:
    """Whether the edits contradict, or are contradicted by, the rest of the sentence.

    For opposites and comparisons; another name, number or thing leaves the rest as it is.

    Args:
        scene: the sentence.
        edits: what would be changed in it.
    """
    # "Only one book is known": another one is not.
    subject = scene.clause.subject if scene.clause is not None else None
    if subject is not None and subject.left_edge.lower_ == "only":
        return True
    # "The aim is a safe voyage": nobody aims at the opposite.
    if scene.has(AIMS):
        return True
    # "listened carefully in order not to miss it", "hurts them to some extent"
    if any(phrase in scene.sentence.lower for phrase in PHRASES):
        return True
    changed = changed_words(scene, edits)
    # "more efficient": what changes is how efficient.
    changed = [t.head if t.lower_ in DEGREES and t.dep_ == "advmod" else t for t in changed]
    changed = [t for t in changed if t.tag_.startswith(CONTENT) and t.lower_ not in HOLLOW]
    if not changed:
        return False
    if _is_said_again(scene, changed, edits) or is_conceded(changed[0]):
        return True
    lower, verbs = scene.sentence.lower, [clause_of(t) for t in changed if t.tag_[0] == "V"]
    if any(relies_on(verb, lower, reasons=True, extent=True) for verb in verbs):
        return True
    if _is_compared_again(scene, changed) or _is_built_on(scene, changed[0]):
        return True
    return any(_goes_on(scene, t) for t in changed[:1]) or any(_is_counted(t) for t in changed)


def _is_said_again(scene: Scene, changed: Sequence[Token], edits: Sequence[Edit]) -> bool:
    """ "fell ... by a fall", "a safe place to be safe in", "rose ... with the yield falling"."""
    places = {t.i for t in changed}
    words = {scene.lowers[i] for i in places}
    words |= {w.lower() for e in edits for w in WORD.findall(e.new)}
    akin = {form for word in words - HOLLOW if len(word) > 2 for form in _kin(word)}
    # A noun whose quality changes: "the sixth seed ... the higher seed"
    akin |= {t.head.lower_ for t in changed if t.dep_ == "amod"}
    placed = places | {t.head.i for t in changed if t.dep_ == "amod"}
    stems = tuple({w[:STEM] for w in words if len(w) > STEM + 1} - PREFIXES)
    return any(
        i not in placed
        and (word in akin or (len(word) > STEM and word.startswith(stems)))
        and not scene.tokens[i].tag_.startswith("NNP")
        for i, word in enumerate(scene.lowers)
    )


def _is_compared_again(scene: Scene, changed: Sequence[Token]) -> bool:
    """ "A stronger pump lifts a larger load": one goes with the other."""
    if not any(t.tag_ in COMPARED for t in changed):
        return False
    places = {t.i for t in changed} | {c.i for t in changed for c in t.children}
    others = (t for t in scene.tokens if t.tag_ in COMPARED and t.i not in places)
    return any(t.lower_ not in LATER and t.head.tag_ != "CD" for t in others)


def _is_built_on(scene: Scene, quality: Token) -> bool:
    """ "She remained active and was seen at every fair": what follows depends on it."""
    head = scene.head
    if quality.dep_ not in ("acomp", "attr", "amod", "advmod") or head.i > quality.i:
        return False
    place, above = quality, quality.head
    while above.i != head.i:
        if place.dep_ in ("prep", "relcl", "advcl", "ccomp") or above.head.i == above.i:
            return False
        place, above = above, above.head
    if place.dep_ not in ("acomp", "attr"):
        return False
    return any(c.dep_ == "conj" and _goes_on_about(c) for c in head.children)


def _goes_on_about(verb: Token) -> bool:
    """Whether a second verb has the same subject: "and was seen", "and it is thus famous"."""
    finite = verb.tag_ in FINITE_TAGS or any(c.tag_ in FINITE_TAGS for c in verb.lefts)
    who = [c for c in verb.lefts if c.dep_ in ("nsubj", "nsubjpass")]
    return finite and all(w.tag_ == "PRP" for w in who)


def _kin(word: str) -> frozenset[str]:
    """A word with its forms, and with those of the adjective of an adverb or a noun in -ness."""
    for ending in ("ly", "ness"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return forms(word) | forms(word.removesuffix(ending))
    return forms(word) | {f"{word}ly", f"{word}ness"}


def is_conceded(token: Token) -> bool:
    """Whether a word is in a phrase that is set against the rest, or is its reason.

    "Although it is small, ...", "despite its small size", "Because it lies north of the river, ..."
    """
    place = token
    while place.head.i != place.i:
        marks = {c.lower_ for c in place.children} if place.dep_ == "advcl" else set()
        if not marks.isdisjoint(MARKING) or place.lower_ == "despite":
            return True
        place = place.head
    return False


def _goes_on(scene: Scene, token: Token) -> bool:
    """Whether the sentence goes on with what a word says."""
    if scene.describes:
        return False
    behind = scene.tokens[token.i + 1 :]
    deep = _is_deep(token, scene)
    # "Thus it is also weak": what is said follows.
    if not deep and scene.has(CONCLUDING):
        return True
    for word in behind:
        if word.lower_ in RELATIVE and _comma(word) and _tells_more(word, token):
            return True
        if deep or word.i in scene.enclosed:
            continue
        if word.text in EXPLAINING or word.lower_ in CONCEDING:
            return True
        if _is_result(word) or _is_beside(word) or _is_aim(word, scene):
            return True
    return False


def _is_deep(token: Token, scene: Scene) -> bool:
    """Whether a word is far from what the main clause says: "in a hall of a small town"."""
    place, steps = token, 0
    while place.i != scene.head.i and place.head.i != place.i:
        # "one of the oldest towns" is one of them.
        of_one = place.dep_ == "pobj" and place.head.head.lower_ == "one"
        steps += not of_one and place.dep_ in ("pobj", "pcomp", "relcl", "acl", "advcl")
        place = place.head
    return steps > 1 or (steps > 0 and token.dep_ == "amod")


def _comma(word: Token) -> bool:
    """ ", which", ", during which"."""
    before = word.doc[max(word.i - 2, 0) : word.i]
    return any(t.text == "," for t in before) and word.dep_ != "det"


def _tells_more(relative: Token, token: Token) -> bool:
    """Whether a relative clause is about a changed word, its noun or what it does."""
    verb = next((a for a in (relative, *relative.ancestors) if a.dep_ in ("relcl", "advcl")), None)
    if verb is None:
        return False
    above = {a.i for a in token.ancestors if a.dep_ != "ROOT"}
    return verb.head.i in above or token.i in (verb.head.i, *(a.i for a in verb.head.ancestors))


def _is_result(verb: Token) -> bool:
    """ "..., presenting a united front"."""
    perfect = verb.tag_ == "VBN" and any(c.lower_ == "having" for c in verb.lefts)
    if not (verb.tag_ == "VBG" or perfect) or verb.dep_ not in ("advcl", "acl", "conj", "dep"):
        return False
    first = verb.left_edge
    # ", their crews singing": the parser may put the comma below the participle.
    return first.text in PAUSES or (first.i > 0 and first.nbor(-1).text in PAUSES)


def _is_beside(word: Token) -> bool:
    """ ", with the yield falling", "by calling them futile"."""
    if word.lower_ not in ADDING or word.dep_ not in ("prep", "agent"):
        return False
    if any(c.dep_ == "pcomp" for c in word.children):
        return True
    return word.lower_ == "with" and any(
        c.tag_ in ("VBG", "VBN") for t in _held(word) for c in t.rights
    )


def _held(place: Token) -> list[Token]:
    """ "mills" in "with mills", "number" and "mills" in "with a number of mills"."""
    things = [t for t in place.children if t.dep_ == "pobj"]
    parts = [c for t in things for c in t.rights if c.lower_ == "of"]
    return things + [t for c in parts for t in c.children if t.dep_ == "pobj"]


def _is_aim(word: Token, scene: Scene) -> bool:
    """ "beat them to win the cup", "arrives to find it closed"."""
    if (
        word.tag_ != "TO"
        or word.head.tag_ != "VB"
        or word.head.dep_ not in ("advcl", "xcomp", "acl")
    ):
        return False
    # "is full of gas, to protect the coil"
    closes = word.head.lower_ in ("close", "end", "finish")
    if word.head.dep_ == "advcl" and word.nbor(-1).text == "," and not closes:
        return True
    if word.head.lower_ in MET and word.head.head.i == scene.head.i:
        return True
    return any(c.dep_ == "dobj" and c.i < word.i for c in scene.head.children)


def _is_counted(token: Token) -> bool:
    """ "a small town of 300 people", "is rare, with a rate of 2 %": it is said in figures."""
    if token.dep_ == "acomp" and (token.lower_ in MEASURED or token.lower_ in OFTEN):
        beside = (c for c in token.head.children if c.lower_ == "with" and c.i > token.i)
        return any(t.tag_ == "CD" for c in beside for t in c.subtree)
    noun = token.head if token.dep_ == "amod" else token
    # "the primary language of less than 10 % of them"
    shared = (t for c in noun.rights for t in c.subtree if token.dep_ == "amod")
    if any(t.lower_ in ("%", "percent") for t in shared):
        return True
    if token.lower_ not in MEASURED and token.tag_ != "JJR":
        return False
    # The parser may put "with 300 people" below the verb.
    beside = (c for c in noun.head.rights if c.lower_ == "with" and c.i > token.i)
    below = chain(noun.subtree, *(c.subtree for c in beside))
    figures = (t for t in below if t.tag_ == "CD" and t.i > token.i)
    return any(not YEAR.fullmatch(t.text) for t in figures)
