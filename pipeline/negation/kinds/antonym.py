"""The opposite word: "a cheap hotel" -> "an expensive hotel", "accepted" -> "rejected"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.antonyms import Use, compared, is_listed, opposite
from pipeline.negation.english.edits import Edit, end_of, exchange, replace
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.english.lexicon import VERB_TAGS
from pipeline.negation.english.things import PERSONS
from pipeline.negation.kinds.framing import (
    explains,
    follows_than,
    frames,
    is_listed_part,
    is_of_many,
    is_one_of_several,
    leaves_others,
    picks_one,
)
from pipeline.negation.kinds.grounds import gives_grounds
from pipeline.negation.kinds.nouns import bare_noun, is_named
from pipeline.negation.kinds.scene import Scene
from pipeline.negation.kinds.trend import EXTREMES, goes_from_to, is_measured_again
from pipeline.negation.reading.states import state_of

if TYPE_CHECKING:
    from spacy.tokens import Token

    from pipeline.negation.reading.structure import Clause

# Whatever is sold is bought; "supported by the figures", "his claim was denied".
NOT_PASSIVE = frozenset("sell buy support oppose deny like lose admit export import".split())
# "Dogs are allowed", but "The method allows a replacement".
PASSIVE_ALONE = frozenset("allow permit".split())
# With "to" these need another preposition: added to, removed from.
JOINING = frozenset(
    "add attach insert install load lock admit sell buy lend borrow appoint ban export"
    " import protect defend".split()
)
HIRING = frozenset(("employ", "hire", "appoint"))
INTO = frozenset("to into in on onto with from".split())
RANKS = frozenset(
    "prominence power fame stardom popularity importance rank position throne occasion challenge"
    " top presidency office leadership notoriety feet chair".split()
)
COPULAS = frozenset(
    "be become remain stay seem appear get grow feel look taste smell sound turn prove".split()
)
OF_TIME = frozenset(
    "recently finally formally officially immediately eventually subsequently initially originally"
    " previously currently shortly early consequently briefly simultaneously usually".split()
)
WHERE = frozenset("in among during throughout within at".split())
TRADED = frozenset("stock share market index bond yen dollar poll".split())
BEGUN_OR_ENDED = frozenset("open close begin end start".split())
HEAPS = frozenset("dozens hundreds thousands scores many several most".split())


def opposite_quality(scene: Scene) -> Iterator[list[Edit]]:
    """ "The soup was hot" -> "The soup was cold"; for the predicate adjective."""
    for token in scene.stated("JJ"):
        if token.dep_ != "acomp" or token.i < token.head.i:
            continue
        # "for which it was famous"
        place = token.head.left_edge
        if token.head.dep_ == "relcl" and place.dep_ == "prep":
            continue
        # "cracks open"
        if token.head.pos_ != "AUX" and bare_form(token.head.text) not in COPULAS:
            continue
        # "was hot and burned her hand"
        if scene.clause is not None and scene.clause.conjuncts:
            continue
        # "two metres deep", "good at chess", "due to rain", "warm and dry": the word is not alone.
        # "rare in winter" is as good as alone.
        if any(c.dep_ not in ("advmod", "punct") and c.lower_ not in WHERE for c in token.children):
            continue
        # "as cold as", "so small that", "too late to"
        if any(
            c.lower_ in ("as", "so", "too", "enough", "how", "more", "less") for c in token.children
        ):
            continue
        # "They were safe in the village"; "Her eyesight is poor", and nobody's is rich.
        subjects = [c for c in token.head.children if c.dep_ == "nsubj"]
        somebody = any(_is_somebody(subject) for subject in subjects)
        if somebody if token.lower_ == "safe" else token.lower_ == "poor" and not somebody:
            continue
        new = opposite(token.lower_, "a", "behind")
        if new is not None and new not in scene.words:
            yield exchange(token, new)


def opposite_modifier(scene: Scene) -> Iterator[list[Edit]]:
    """ "They live in a small house" -> "They live in a large house"."""
    if scene.clause is not None and any(c.dep_ == "expl" for c in scene.clause.verb.children):
        return
    # "Show me the small boat", and then the large one
    if scene.clause is not None and _asks(scene.clause):
        return
    for token in scene.stated("JJ", "JJR"):
        if token.dep_ != "amod" or token.i > token.head.i or is_named(token):
            continue
        noun = token.head
        if not noun.tag_.startswith("NN"):
            continue
        if token.tag_ == "JJ":
            new = opposite(token.lower_, "a", "front", noun.lower_)
        else:
            new = compared(token.lower_, "JJR")
        # "from a large house to a small one"
        if new is None or new in scene.words:
            continue
        if noun.i - token.i > 2 or _is_compound(token) or frames(noun, scene):
            continue
        # "a public participation programme"; "also on coastal plains", besides the inland ones
        if noun.dep_ == "compound" or (
            noun.tag_ == "NNS" and noun.dep_ == "pobj" and scene.has(("also",))
        ):
            continue
        # "influenced all the major schools": all the minor ones, too, perhaps.
        whole = noun.head.head if noun.head.lower_ == "of" else noun
        if whole.lower_ in ("all", "both") or any(c.lower_ in ("all", "both") for c in noun.lefts):
            continue
        if leaves_others(noun) or explains(noun, scene) or is_listed_part(noun):
            continue
        if is_of_many(noun, scene) or picks_one(token) or is_one_of_several(scene):
            continue
        # "home to two public pools", and to private ones, perhaps
        if noun.dep_ == "pobj" and any(c.dep_ == "nummod" for c in noun.children):
            continue
        # "popular among liberal voters", and among conservative ones, perhaps
        if noun.dep_ == "pobj" and noun.head.lower_ in ("among", "amongst"):
            continue
        # "milder than darker fish": than brighter ones, too, perhaps.
        if any(above.lower_ == "than" for above in token.ancestors):
            continue
        if "than" in scene.words and follows_than(noun):
            continue
        # "an interest in art and public works": perhaps in private ones too
        if noun.dep_ == "conj" and not noun.left_edge.i < token.i and noun.head.dep_ == "pobj":
            continue
        yield exchange(token, new)


def opposite_verb(scene: Scene) -> Iterator[list[Edit]]:
    """ "The council accepted the plan" -> "The council rejected the plan"."""
    clause = scene.clause
    if clause is None or not scene.is_open or clause.conjuncts or clause.subject is None:
        return
    verb, lemma = clause.verb, bare_form(clause.verb.text)
    if not is_listed(lemma, "v") or gives_grounds(scene):
        return
    # "is closed": not "is opened", but "is open"
    if state_of(clause) is not None:
        return
    # "Two girls, one is smiling"
    if clause.subject.lower_ == "one":
        return
    if any(c.dep_ in ("prt", "xcomp", "ccomp", "dative", "acomp", "oprd") for c in verb.children):
        return  # "give up", "want to go": the verb alone does not carry the meaning
    if lemma in ("die", "survive") and _leaves_survivors(clause):
        return
    # "co-founded"
    if verb.i and verb.nbor(-1).text == "-":
        return
    passive = any(c.dep_ == "nsubjpass" for c in verb.children)
    if lemma in (NOT_PASSIVE if passive else PASSIVE_ALONE):
        return
    # "starts to sing", whose infinitive the parser may have missed
    if verb.i + 1 < len(verb.doc) and verb.nbor(1).tag_ == "TO":
        return
    if _is_relative(verb):
        return
    # "The ports support it": they have it.
    backed = _is_somebody(clause.subject)
    if lemma in ("support", "oppose", "admit", "deny") and not backed:
        return
    # "I rise to support him"
    if lemma in ("rise", "fall") and clause.subject.tag_ == "PRP" and clause.subject.lower_ != "it":
        return
    # Who appoints them dismisses them, too.
    if lemma in HIRING and clause.tag in ("VBZ", "VBP"):
        return
    # "loves it the way dogs love bones" may mean that he does not.
    if any(c.lower_ == "way" and c.dep_ == "npadvmod" for c in verb.children):
        return
    use = _use(verb)
    if clause.tag not in VERB_TAGS or use is None:
        return
    # "Shares close lower" as they may have opened.
    if bare_noun(clause.subject) in TRADED and lemma in BEGUN_OR_ENDED:
        return
    things = [c for c in verb.children if c.dep_ in ("dobj", "nsubjpass")]
    if is_measured_again(verb) or _is_absurd(clause, lemma, things):
        return
    new = opposite(lemma, "v", use, things[0].lower_ if things else "")
    if new is not None and new not in scene.words:
        changed = replace(verb, inflected(new, clause.tag))
        prevented = _from_doing(verb)
        if prevented is None:
            yield [changed]
        elif new in ("allow", "permit"):
            yield [changed, prevented]


def _from_doing(verb: Token) -> Edit | None:
    """ "from selling" -> "to sell", which "prohibit" has and "allow" does not."""
    for place in verb.children:
        doing = next((c for c in place.children if c.dep_ == "pcomp"), None)
        if place.lower_ == "from" and doing is not None and doing.i == place.i + 1:
            return Edit(place.idx, end_of(doing), f"to {bare_form(doing.text)}")
    return None


def _asks(clause: Clause) -> bool:
    """ "Show me the boat", "Guide: Show me the boat"."""
    verb = clause.verb
    named = verb.i > 0 and verb.nbor(-1).text == ":"
    return verb.tag_ == "VB" and not clause.auxiliaries and (clause.subject is None or named)


def _leaves_survivors(clause: Clause) -> bool:
    """ "Dozens died", and others did not; "died later on Friday", but nobody survives at a time."""
    subject, beside = clause.subject, {c.dep_ for c in clause.verb.children}
    counted = subject is not None and (
        subject.tag_ == "CD"
        or subject.lower_ in HEAPS
        or any(c.dep_ == "nummod" for c in subject.children)
    )
    return counted or bool(beside & {"prep", "npadvmod", "advmod"})


def _is_absurd(clause: Clause, lemma: str, things: list[Token]) -> bool:
    """ "gained a new name": nobody loses what is new; nor says "I overlook it"."""
    if lemma == "notice":
        return clause.tag == "VBP"
    before = (c for thing in things for c in thing.lefts)
    return lemma in ("gain", "lose") and any(
        c.dep_ == "amod" or c.lower_ in ("a", "an", "another") for c in before
    )


def _is_relative(verb: Token) -> bool:
    """ "rises above 5,000", "fell to a new low", "narrowly won", "went from 40 to 30"."""
    return (
        any(c.lower_ in ("above", "below", "beyond") for c in verb.children)
        or any(t.lower_ in EXTREMES for t in verb.subtree)
        or _is_qualified(verb)
        or goes_from_to(verb)
        or _is_bound(verb)
    )


def _is_qualified(verb: Token) -> bool:
    """ "severely damaged", "narrowly won": the adverb would not fit the opposite."""
    return any(
        c.dep_ == "advmod" and c.lower_.endswith("ly") and c.lower_ not in OF_TIME
        for c in verb.children
    )


def _is_bound(verb: Token) -> bool:
    """ "added to the list", "rose to power": with a preposition that the opposite does not take."""
    lemma = bare_form(verb.text)
    # The parser may attach the preposition to the object: "adding sugar to the tea".
    objects = [c for c in verb.children if c.dep_ in ("dobj", "nsubjpass")]
    for place in (*verb.children, *(c for thing in objects for c in thing.rights)):
        if place.dep_ != "prep":
            continue
        if place.lower_ == "as" or (lemma in JOINING and place.lower_ in INTO):
            return True
        if place.lower_ == "for" and lemma == "arrest":
            return True
        if place.lower_ == "to" and any(c.lower_ in RANKS for c in place.children):
            return True
    # "employed potters to make jugs"
    hired = lemma in HIRING
    return hired and any(t.tag_ == "TO" and t.i > verb.i for t in verb.subtree)


def _is_somebody(subject: Token) -> bool:
    named = subject.tag_ in ("NNP", "NNPS")
    return named or subject.tag_ == "PRP" or bare_noun(subject) in PERSONS


def _use(verb: Token) -> Use | None:
    relations = {c.dep_ for c in verb.children}
    if any(c.dep_ == "prep" and c.lower_ in ("as", "of", "for", "on") for c in verb.children) and (
        "dobj" not in relations
    ):
        return None  # "act as", "approve of", "look for"
    if relations & {"dobj", "nsubjpass"}:
        return "object"
    return "phrase" if "prep" in relations else "alone"


def _is_compound(token: Token) -> bool:
    """ "a high-speed train", "the old and new halls", "a cold, wet day"."""
    doc, i = token.doc, token.i
    if any(t.text in ("-", "–", "/") for t in doc[max(i - 1, 0) : i + 2]):
        return True
    if any(c.dep_ in ("conj", "cc") for c in token.children) or token.dep_ == "conj":
        return True
    # "only slow progress", "only a limited effect"
    before = [t.lower_ for t in doc[max(i - 2, 0) : i]]
    if before[-1:] == ["only"] or (before[:1] == ["only"] and before[-1] in ("a", "an")):
        return True
    # "more difficult"; "a sudden death match", in which death may be what is sudden
    if i and doc[i - 1].lower_ in ("more", "most", "less", "least"):
        return True
    if token.head.i > i + 1 and doc[i + 1].dep_ == "compound":
        return True
    if any(c.lower_ in ("as", "so", "too", "how", "enough", "such") for c in token.children):
        return True
    # "such a small house", "as small a house"
    return any(c.lower_ in ("such", "as") for c in token.head.children)
