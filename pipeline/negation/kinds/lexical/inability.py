"""What can be done to something, denied: "It is incapable of being used to lift boats"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import FINITE_TAGS, REPORTING
from pipeline.negation.kinds.checks.grounds import gives_grounds
from pipeline.negation.kinds.facts.limits import BARRED
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.lexical.reports import impossible
from pipeline.negation.kinds.lexical.untried import goes_on
from pipeline.negation.reading.agreement import be_form

if TYPE_CHECKING:
    from spacy.tokens import Token

NOUNS = frozenset("NN NNS NNP NNPS PRP DT".split())
# "incapable" blames whoever it is said of.
NOT_THINGS = frozenset("i you he she we one".split())
# "can be said to", "may be required": said, or wanted, by somebody
MEN = frozenset("people men women children workers patients persons".split())
OF_MINDS = REPORTING | frozenset(
    "call argue require need entitle expect regard consider permit".split()
)
CONDITIONS = frozenset("if unless only but when where whether".split())
PEOPLE = NOT_THINGS | MEN


def incapable(scene: Scene) -> Iterator[list[Edit]]:
    """ "It can be used to lift boats" -> "It is incapable of being used to lift boats"."""
    clause = scene.clause
    if clause is None or clause.subject is None or clause.negators or scene.is_question:
        return
    verb, helpers, subject = clause.verb, clause.auxiliaries, clause.subject
    if [t.lower_ for t in helpers] not in (["can", "be"], ["may", "be"]) or verb.tag_ != "VBN":
        return
    modal, be = helpers
    between = scene.tokens[modal.i + 1 : verb.i]
    if any(t.i != be.i and t.lower_ != "also" for t in between) or modal.i in scene.enclosed:
        return
    if scene.is_denied or clause.inverted or scene.has(CONDITIONS):
        return
    if subject.tag_ not in NOUNS or subject.lower_ in PEOPLE or subject.i > modal.i:
        return
    # "can be mixed and the rest kept": both depend on "can".
    if any(c.dep_ == "conj" and not _has_helper(c) for c in verb.children):
        return
    # "can be used to sort: one may compare", "may be led by her, in which case she votes"
    if _explains(scene) or gives_grounds(scene, second=False) or goes_on(scene, verb):
        return
    if bare_form(verb.text) in OF_MINDS or any(c.dep_ == "ccomp" for c in verb.children):
        return
    # "Two of them can be moved", and others cannot.
    whole = (*subject.subtree, *(c for c in verb.children if c.lower_ != "also"))
    if any(t.tag_ == "CD" or t.lower_ in BARRED for t in whole) or any(impossible(scene)):
        return
    unable = f"{be_form(subject, past=False)} incapable of being {verb.text}"
    yield [Edit(modal.idx, end_of(verb), unable)]


def _explains(scene: Scene) -> bool:
    """ "can be used to sort: one may compare"; not "can be of two sorts: large and small"."""
    if ":" not in scene.lowers:
        return False
    behind = scene.tokens[scene.lowers.index(":") :]
    return any(t.tag_ in FINITE_TAGS for t in behind)


def _has_helper(verb: Token) -> bool:
    return verb.tag_ in FINITE_TAGS or any(c.dep_ in ("aux", "auxpass") for c in verb.lefts)
