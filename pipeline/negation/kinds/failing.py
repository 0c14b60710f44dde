"""What somebody did or does, said to have failed: "failed to reach", "refused to pay"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.deeds import HABITS, OF_STATE, OF_WILL
from pipeline.negation.english.edits import Edit, before, delete, end_of, like
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.english.things import PERSONS
from pipeline.negation.kinds.grounds import gives_grounds
from pipeline.negation.kinds.nouns import bare_noun
from pipeline.negation.kinds.scene import Scene
from pipeline.negation.kinds.undoing import PEOPLE, is_manner, one_act
from pipeline.negation.reading.structure import Clause

if TYPE_CHECKING:
    from spacy.tokens import Token

BEFALLING = frozenset("receive get suffer lose inherit violate compile".split())
UNWANTED = frozenset(
    "accidental unauthorised unauthorized slow bad poor weak little few threat threats loss losses"
    " damage injury injuries defeat criticism mistake mistakes error errors illness".split()
)


def failing(scene: Scene) -> Iterator[list[Edit]]:
    """ "The team reached the final" -> "The team failed to reach the final"; or "refused to".

    In the present too: "The act defines the term" -> "The act fails to define the term".
    """
    clause = scene.clause
    if clause is None or clause.auxiliaries or clause.tag not in ("VBD", "VBZ", "VBP"):
        return
    act = one_act(scene)
    if act is None or (act.tag != "VBD" and not _can_fail(act)):
        return
    verb = act.verb
    lemma = bare_form(verb.text)
    subject = act.subject
    if _is_unwanted(verb) or _goes_on(verb) or gives_grounds(scene, second=False):
        return
    # "24 players broke the record": the others may have failed.
    if subject is not None and any(c.dep_ == "nummod" for c in subject.children):
        return
    person = subject is not None and (
        subject.lower_ in PEOPLE or bare_noun(subject) in PERSONS or subject.tag_ == "NNP"
    )
    counted = any(t.tag_ == "CD" for c in verb.rights if c.dep_ == "dobj" for t in c.lefts)
    willing = person and lemma in OF_WILL and not counted
    how = scene.choice(verb, ("refuse", "fail", "decline")) if willing else "fail"
    put, ahead = f"{inflected(how, act.tag)} to", verb.nbor(-1)
    if is_manner(ahead, verb):
        # "seriously affected" -> "failed to seriously affect"
        yield [before(ahead, put), Edit(verb.idx, end_of(verb), lemma)]
        return
    done = Edit(verb.idx, end_of(verb), like(verb, f"{put} {lemma}"))
    # "also failed to" would add to another failure.
    yield [done, delete(ahead)] if ahead.lower_ == "also" else [done]


def _goes_on(verb: Token) -> bool:
    """ "wrote a song, which she sang in May": it came about."""
    return any(
        t.dep_ == "relcl" and t.left_edge.i > verb.i and t.left_edge.nbor(-1).text == ","
        for t in verb.subtree
    )


def _is_unwanted(verb: Token) -> bool:
    """ "received threats", "made an accidental stop", "shows little evidence": nobody tries to."""
    if bare_form(verb.text) in BEFALLING:
        return True
    things = [c for c in verb.rights if c.dep_ == "dobj"]
    return any(t.lower_ in UNWANTED for thing in things for t in (thing, *thing.lefts))


def _can_fail(act: Clause) -> bool:
    """Whether a verb in the present says what something does, not how it is or what one sees."""
    subject, verb = act.subject, act.verb
    lemma = bare_form(verb.text)
    # What is done repeatedly can be stopped; see `stopping`.
    if subject is None or lemma in HABITS | OF_STATE:
        return False
    # "A man cuts a tree" describes a scene, "We ask that ..." is said now.
    first = subject.left_edge
    opening = {first.lower_, verb.doc[0].lower_}
    if opening & {"a", "an"} or any(c.dep_ == "nummod" for c in subject.children):
        return False
    if subject.lower_ in ("i", "we", "you", "one", "there"):
        return False
    # "takes five hours"
    return not any(t.tag_ == "CD" for c in verb.rights if c.dep_ == "dobj" for t in c.subtree)
