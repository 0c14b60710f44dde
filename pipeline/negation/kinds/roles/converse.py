"""The converse of a verb: "Berg was succeeded by Lund" -> "Berg succeeded Lund".

The names stay where they are, so that whatever is said of them stays true, and the subject may be
a pronoun.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.english.lexicon import YEAR
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.roles.swaps import ROUNDS, TIMES
from pipeline.negation.reading.agreement import be_form

if TYPE_CHECKING:
    from spacy.tokens import Token

# What only one of two does, whether they are people, firms or things.
ONE_WAY = frozenset(
    "succeed replace precede outlive supersede supplant annex absorb conquer".split()
)
ONCE_SUFFERED = ONE_WAY | frozenset("survive cause follow overthrow depose".split())
# What would be said of the other: "was replaced and fell", "replaced him as he had fallen"
UNLIKE = frozenset("aux prt conj dative oprd advcl".split())
FINITE = {"was": "VBD", "were": "VBD", "is": "VBZ", "are": "VBP"}
FIRST = frozenset("a an the his her its their this that these those".split())
# Beside these one says who won.
WINNING = frozenset(
    "won win winning title trophy champion champions championship qualify qualified advance"
    " advanced eliminated knocked medal lost losing defeat victory votes seat".split()
)
# Who takes over a firm is none that it takes over.
BUYING = frozenset("acquire purchase buy".split())
FIRMS = frozenset("company firm bank brewery airline manufacturer publisher studio label".split())
# "replaced the old one", "was replaced by a new one": which comes first is said again.
IN_ORDER = frozenset("old new prior former previous earlier current original future".split())
NARROW = frozenset("narrowly eventually finally ultimately then later".split())
BEATING = frozenset("defeat beat".split())
# Nobody succeeds another upon his own death.
DYING = frozenset("death died dies".split())
# Places are taken by persons, and take none.
TAKING = frozenset("annex absorb conquer".split())


def turned_to_passive(scene: Scene) -> Iterator[list[Edit]]:
    """ "Berg succeeded Lund as mayor" -> "Berg was succeeded by Lund as mayor"."""
    verb = _main(scene, "VBD")
    if verb is None or bare_form(verb.text) not in ONE_WAY or scene.adds:
        return
    if any(c.dep_ in UNLIKE or c.lower_ in ("with", "by") for c in verb.children):
        return
    who = next((c for c in verb.lefts if c.dep_ == "nsubj"), None)
    other = next((c for c in verb.rights if c.dep_ == "dobj"), None)
    if who is None or other is None or not _is_named_next(other, verb.i + 1):
        return
    # "The Odda Bakers": the tag does not tell whether they are several.
    if who.tag_ == "NNP" and who.lower_.endswith("s"):
        return
    yield [replace(verb, f"{be_form(who, past=True)} {inflected(bare_form(verb.text), 'VBN')} by")]


def turned_to_active(scene: Scene) -> Iterator[list[Edit]]:
    """ "Berg was later succeeded by Lund" -> "Berg later succeeded Lund"."""
    verb = _main(scene, "VBN")
    if verb is None or scene.adds or not _is_suffered(verb, scene):
        return
    if any(c.dep_ in UNLIKE for c in verb.children):
        return
    be = next((c for c in verb.lefts if c.dep_ == "auxpass"), None)
    by = next((c for c in verb.rights if c.dep_ == "agent"), None)
    if be is None or by is None or be.lower_ not in FINITE or by.i != verb.i + 1:
        return
    other = next((c for c in by.children if c.dep_ == "pobj"), None)
    if other is None or not _is_named_next(other, by.i + 1) or scene.has(DYING):
        return
    if bare_form(verb.text) in TAKING and scene.names(scene.doc).get(other.i) == "PERSON":
        return
    tag = FINITE[be.lower_]
    new = inflected(bare_form(verb.text), tag)
    end = verb.nbor(1).idx + len(verb.nbor(1).text)
    if be.i + 1 == verb.i:
        yield [Edit(be.idx, end, new)]
    else:
        yield [Edit(be.idx, be.nbor(1).idx, ""), Edit(verb.idx, end, new)]


def turned_winner(scene: Scene) -> Iterator[list[Edit]]:
    """ "She lost to Lund in the final" -> "She beat Lund in the final"."""
    verb = _main(scene, "VBD")
    lemma = bare_form(verb.text) if verb is not None else ""
    if verb is None or not (lemma == "lose" or lemma in BEATING):
        return
    if scene.adds or not _is_of_one_contest(scene):
        return
    if any(c.dep_ in UNLIKE or _is_of_manner(c) for c in verb.children):
        return
    if scene.has(WINNING - {verb.lower_}):
        return
    if lemma == "lose" and verb.i + 1 < len(scene.doc) and verb.nbor(1).lower_ == "to":
        other = next((c for c in verb.nbor(1).children if c.dep_ == "pobj"), None)
        if other is not None and other.tag_[0] == "N":
            end = verb.nbor(1).idx + len(verb.nbor(1).text)
            yield [Edit(verb.idx, end, "beat")]
    elif lemma in BEATING:
        other = next((c for c in verb.rights if c.dep_ == "dobj"), None)
        if other is not None and _is_named_next(other, verb.i + 1):
            yield [replace(verb, "lost to")]


def _is_of_manner(adverb: Token) -> bool:
    """ "defeated her easily"."""
    return adverb.dep_ == "advmod" and adverb.lower_ not in NARROW and adverb.lower_[-2:] == "ly"


def _is_suffered(verb: Token, scene: Scene) -> bool:
    """Whether whoever does it to one does not suffer it from one."""
    lemma = bare_form(verb.text)
    if lemma in BUYING:
        who = next((c for c in verb.lefts if c.dep_ == "nsubjpass"), None)
        return who is not None and who.lower_ in FIRMS
    if lemma in BEATING:
        return _is_of_one_contest(scene) and not scene.has(WINNING - {verb.lower_})
    return lemma in ONCE_SUFFERED


def _main(scene: Scene, tag: str) -> Token | None:
    """The verb of the main clause if it is open to a change, and has a tag."""
    verb = scene.head
    if scene.clause is None or verb.tag_ != tag or not scene.is_open:
        return None
    return verb


def _is_named_next(other: Token, place: int) -> bool:
    """Whether a phrase begins at a place, and means one that is known: "Lund", "the king"."""
    first = other.left_edge
    if first.i != place or other.tag_ not in ("NN", "NNS", "NNP", "NNPS"):
        return False
    if any(c.dep_ in ("cc", "conj") for c in other.children) and other.tag_[:3] != "NNP":
        return False
    if any(c.lower_ in IN_ORDER for c in other.lefts):
        return False
    return other.tag_[:3] == "NNP" or first.lower_ in FIRST


def _is_of_one_contest(scene: Scene) -> bool:
    return scene.has(ROUNDS) or any(t.text in TIMES or YEAR.fullmatch(t.text) for t in scene.tokens)
