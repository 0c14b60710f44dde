"""The negated opposite of a verb, and the way back: "failed the exam" and "did not pass it"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, delete, end_of, replace
from pipeline.negation.english.given_names import SEXES
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import DO_FORMS, DOES
from pipeline.negation.kinds.facts.nouns import is_somebody
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.reading.structure import Clause
from pipeline.rephrasing.denial.opposites import Nearness, Opposite, entries
from pipeline.rephrasing.pieces.phrases import SCOPE, conjugated

if TYPE_CHECKING:
    from spacy.tokens import Token

# Words that are in the scope of a negation before them.
REACHED = SCOPE | frozenset(
    "because since some someone something already still yet again anymore much lot"
    " unanimously".split()
)
# Nouns that sound odd after "lack": "a chance", "a choice", "trouble".
UNLACKED = frozenset("chance choice idea clue trouble problem problems time effect right".split())
GRADED = frozenset("lot deal many slightest good great much".split())
LACKED = frozenset(
    "courage confidence experience patience skill skills talent ambition imagination discipline"
    " knowledge strength self-confidence qualifications training education".split()
)
# Verbs that negate their complement: "failed to come" is "did not come".
WITHOUT = frozenset(("fail", "neglect"))


def denied_verb(scene: Scene) -> Iterator[list[Edit]]:
    """ "She failed the exam" -> "She did not pass the exam", and back."""
    yield from _rewritten(scene, "complementary")


def denied_leaning(scene: Scene) -> Iterator[list[Edit]]:
    """ "He dislikes rain" -> "He does not like rain", and back: near, but the denial says less."""
    yield from _rewritten(scene, "gradable")


def _rewritten(scene: Scene, nearness: Nearness) -> Iterator[list[Edit]]:
    clause = scene.clause
    if clause is None or clause.subject is None or clause.inverted or scene.is_question:
        return
    if clause.conjuncts or clause.verb.dep_ == "conj" or clause.verb.i in scene.enclosed:
        return
    verb = clause.verb
    if any(t.lower_ in SCOPE for t in clause.subject.subtree):
        return
    beside = (t for t in verb.subtree if t not in clause.negators and t.i > clause.subject.i)
    if any(t.lower_ in REACHED for t in beside) or any(c.dep_ == "prt" for c in verb.children):
        return
    if any(_is_manner(c) for c in verb.rights):
        return
    made = _positive(clause, nearness) if clause.negators else _negative(clause, nearness)
    if made is not None:
        yield made


def _is_manner(place: Token) -> bool:
    """ "refused it with disgust": "did not accept it with disgust" denies the disgust."""
    return place.lower_ == "with" and any(
        c.dep_ == "pobj" and c.tag_ == "NN" and c.left_edge.i == c.i for c in place.children
    )


def _frame(verb: Token) -> str | None:
    """What the verb takes, as in the list; None if the list has no such frame."""
    relations = {c.dep_: c for c in verb.children if c.i > verb.i}
    if "acomp" in relations or "attr" in relations or "oprd" in relations or "dative" in relations:
        return None
    if "xcomp" in relations:
        to = any(c.tag_ == "TO" for c in relations["xcomp"].lefts)
        return "to" if to and "dobj" not in relations else None
    if "ccomp" in relations:
        marked = relations["ccomp"].left_edge.lower_ == "that"
        return "that" if marked and "dobj" not in relations else None
    if "dobj" in relations:
        return "object"
    return "phrase" if "prep" in relations else "alone"


def _fits(entry: Opposite, verb: Token, frame: str) -> bool:
    if frame not in entry.frames:
        return False
    if not entry.nouns:
        return True
    if frame == "alone":
        # "His health failed": it did not try to succeed.
        return any(c.dep_ == "nsubj" and _may_try(c, entry) for c in verb.lefts)
    return any(c.dep_ == "dobj" and c.lower_ in entry.nouns for c in verb.children)


def _may_try(subject: Token, entry: Opposite) -> bool:
    """ "the plan", "she", "the baker"; "it" is unclear."""
    return subject.lower_ in entry.nouns or (subject.lower_ != "it" and is_somebody(subject))


def _is_lacked(clause: Clause) -> bool:
    """ "The house does not have a garden", "She does not have the courage", but not "He does not
    have a chance"."""
    found = next((c for c in clause.verb.rights if c.dep_ == "dobj"), None)
    if found is None or clause.subject is None:
        return False
    if found.lower_ in LACKED:
        return True
    graded = any(t.lower_ in GRADED for t in found.subtree)
    thing = clause.subject.tag_ in ("NN", "NNS", "NNP", "NNPS") and not is_somebody(clause.subject)
    named = clause.subject.tag_ == "NNP" and clause.subject.text not in SEXES
    return (thing or named) and not graded and found.lower_ not in UNLACKED


def _negative(clause: Clause, nearness: Nearness) -> list[Edit] | None:
    verb = clause.verb
    frame = _frame(verb)
    tag = clause.tag if not clause.auxiliaries else ""
    if tag not in DOES or frame is None:
        return None
    bare = bare_form(verb.text)
    if bare in WITHOUT and frame == "to" and nearness == "complementary":
        inner = next(c for c in verb.rights if c.dep_ == "xcomp")
        to = next(c for c in inner.lefts if c.tag_ == "TO")
        if to.i == verb.i + 1 and inner.tag_ == "VB":
            return [Edit(verb.idx, end_of(to), f"{DOES[tag]} not")]
    for entry in entries("v"):
        named = entry.word == bare and entry.denies and entry.nearness == nearness
        if named and _fits(entry, verb, frame):
            return [replace(verb, f"{DOES[tag]} not {entry.other}")]
    return None


def _positive(clause: Clause, nearness: Nearness) -> list[Edit] | None:
    verb, frame = clause.verb, _frame(clause.verb)
    if len(clause.negators) != 1 or len(clause.auxiliaries) != 1 or frame is None:
        return None
    does, negator = clause.auxiliaries[0], clause.negators[0]
    tag = DO_FORMS.get(does.lower_)
    # "did not really like": the adverb is negated.
    if tag is None or negator.i != does.i + 1 or verb.i != negator.i + 1:
        return None
    for entry in entries("v"):
        # "don't remember you": "forget you" is something that one does.
        if entry.word == "forget" and any(c.tag_ == "PRP" for c in verb.rights):
            continue
        if entry.word == "lack" and not _is_lacked(clause):
            continue
        named = entry.other == bare_form(verb.text) and entry.asserts
        if named and entry.nearness == nearness and _fits(entry, verb, frame):
            return [delete(does, negator), replace(verb, conjugated(entry.word, tag))]
    return None
