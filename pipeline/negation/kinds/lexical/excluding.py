"""What something includes, said to be left out: "includes the port" -> "excludes the port"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.kinds.facts.limits import BARRED
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.lexical.untried import goes_on
from pipeline.negation.reading.neighbour import lower_before

if TYPE_CHECKING:
    from spacy.tokens import Token

INCLUDING = frozenset("includes include included features feature".split())
PERSONAL = frozenset("he she they we i you who this these those that there".split())
# What is included there, or as something, is left out in other words.
BESIDE = frozenset(
    "in on as at from with among by for through during until since after into".split()
)
# A term, a list or a sum excludes what it does not count; a house lacks what it does not have.
COUNTING = frozenset(
    "term list set definition figure catalogue catalog count total range group class category"
    " scope concept notion word phrase genus family species".split()
)
AMOUNTS = frozenset("number range variety host lot series couple pair total plenty".split())
PLURAL = frozenset(("NNS", "NNPS"))
LIMITING = BARRED | {"both", "only"}


def excluding(scene: Scene) -> Iterator[list[Edit]]:
    """ "The tour includes the port" -> "The tour excludes the port"; or "lacks a garden"."""
    clause = scene.clause
    if not scene.has(INCLUDING) or clause is None or clause.subject is None:
        return
    # `is_open` refuses "includes", since what else is included is left open; its denial is not.
    if scene.is_question or scene.is_denied or scene.sentence.is_restated:
        return
    verb, subject = clause.verb, clause.subject
    if verb.lower_ not in INCLUDING or clause.tag not in ("VBZ", "VBD") or clause.auxiliaries:
        return
    if clause.conjuncts or clause.inverted or scene.adds or verb.i in scene.enclosed:
        return
    # "Their works include a poem": an example of them, and no part
    if subject.tag_ in PLURAL or subject.lower_ in PERSONAL or subject.i > verb.i:
        return
    if scene.tokens[-1].text != "." or ":" in scene.words or goes_on(scene, verb):
        return
    thing = next((c for c in verb.rights if c.dep_ == "dobj"), None)
    if thing is None or not _is_whole(verb, thing):
        return
    if subject.left_edge.lower_ in ("a", "an"):
        return
    if any(t.lower_ in BARRED for t in (*subject.children, *verb.children)):
        return
    yield [replace(verb, inflected(_left_out(verb, subject, thing), clause.tag))]


def _is_whole(verb: Token, thing: Token) -> bool:
    """Whether nothing beside the verb and its object limits, counts or goes on with them."""
    others = [c for c in verb.children if c.i > verb.i and c.i != thing.i and not c.is_punct]
    if any(c.dep_ != "prep" or c.lower_ in BESIDE for c in others):
        return False
    before = verb.nbor(-1)
    if before.dep_ in ("advmod", "npadvmod") and before.lower_ != "also":
        return False
    # "includes two lakes", "includes some songs", "includes a number of songs"
    if thing.lower_ in AMOUNTS or thing.tag_ not in ("NN", "NNS", "NNP", "NNPS"):
        return False
    listed = [thing, *(t for t in thing.subtree if t.dep_ == "conj")]
    near = [t for noun in listed for t in (noun, *noun.lefts)]
    if any(t.tag_ in ("CD", "PRP$") or t.lower_ in LIMITING for t in near):
        return False
    # "includes a poem, which she wrote in May", "features Berg, who sang there"
    return not any(t.dep_ == "relcl" and lower_before(t.left_edge) == "," for t in thing.subtree)


def _left_out(verb: Token, subject: Token, thing: Token) -> str:
    """ "exclude" what is known, and what a term or a list does not count; else "lack"."""
    known = thing.left_edge.lower_ == "the" or thing.tag_ in ("NNP", "NNPS")
    counts = any(t.lower_ in COUNTING for t in (subject, *subject.lefts))
    includes = bare_form(verb.text) == "include"
    return "exclude" if includes and (known or counts) else "lack"
