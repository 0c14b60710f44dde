"""What was done, said not to have come about: "failed to open", "has yet to open"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.deeds import (
    ACTIONS,
    CHOSEN,
    GIVEN,
    HABITS,
    OF_WILL,
    UNDONE,
)
from pipeline.negation.english.edits import Edit, end_of, like, replace
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.english.things import PERSONS
from pipeline.negation.kinds.limits import PARTIAL
from pipeline.negation.kinds.nouns import bare_noun
from pipeline.negation.kinds.scene import Scene
from pipeline.negation.reading.structure import Clause

if TYPE_CHECKING:
    from spacy.tokens import Token

CONTESTED = frozenset("win avenge qualify reach secure clinch gain earn".split())
PEOPLE = frozenset("he she they we i who".split())
BEFORE_FAILING = frozenset(
    "later then eventually finally also subsequently initially ultimately again".split()
)


def failing(scene: Scene) -> Iterator[list[Edit]]:
    """ "The team reached the final" -> "The team failed to reach the final"; or "refused to"."""
    clause = scene.clause
    if clause is None or clause.tag != "VBD" or clause.auxiliaries:
        return
    act = _act(scene)
    if act is None:
        return
    verb = act.verb
    lemma = bare_form(verb.text)
    subject = act.subject
    # "24 players broke the record": the others may have failed.
    if subject is not None and any(c.dep_ == "nummod" for c in subject.children):
        return
    person = subject is not None and (
        subject.lower_ in PEOPLE or bare_noun(subject) in PERSONS or subject.tag_ == "NNP"
    )
    willing = person and lemma in OF_WILL
    how = scene.choice(verb, ("refused", "failed", "declined")) if willing else "failed"
    yield [Edit(verb.idx, end_of(verb), like(verb, f"{how} to {lemma}"))]


def yet(scene: Scene) -> Iterator[list[Edit]]:
    """ "The band has released an album" -> "The band has yet to release an album"."""
    clause = scene.clause
    if clause is None or not clause.auxiliaries:
        return
    if clause.auxiliaries[0].text not in ("has", "have") or (act := _act(scene)) is None:
        return
    words = [t.lower_ for t in act.auxiliaries[1:]]
    first, verb = act.auxiliaries[0], act.verb
    if verb.tag_ != "VBN" or words not in ([], ["been"]):
        return
    if act.auxiliaries[-1].i + 1 != verb.i or act.auxiliaries[-1].i != first.i + len(words):
        return
    # Twelve were found; twelve others may yet be.
    if act.subject is not None and any(c.dep_ == "nummod" for c in act.subject.children):
        return
    # "won the last three games" are games that were played.
    if any(t.lower_ in ("last", "past", "previous") for t in verb.subtree):
        return
    # "has since built", "have been built for years"
    if any(t.lower_ in ("since", "already", "ever", "for") for t in verb.children):
        return
    done = f"be {verb.text}" if words else bare_form(verb.text)
    yield [Edit(first.idx, end_of(verb), f"{first.text} yet to {done}")]


def undone(scene: Scene) -> Iterator[list[Edit]]:
    """ "was published" -> "remained unpublished", "was given a medal" -> "was denied a medal"."""
    clause = scene.clause
    if clause is None or clause.subject is None or not scene.is_open or clause.conjuncts:
        return
    verb, helpers = clause.verb, clause.auxiliaries
    if len(helpers) != 1 or helpers[0].text not in ("was", "were") or clause.inverted:
        return
    be = helpers[0]
    if be.i + 1 != verb.i or verb.tag_ != "VBN" or scene.doc[-1].text not in (".", "!"):
        return
    beside = {c.dep_ for c in verb.children}
    if verb.text in GIVEN:
        if "dobj" in beside and not beside & {"xcomp", "ccomp", "conj", "prt"}:
            yield [replace(verb, "denied")]
        return
    if beside & {"agent", "xcomp", "ccomp", "conj", "advcl", "prt", "oprd", "dobj", "advmod"}:
        return
    # "She was released in May" is another meaning of "released".
    if verb.text == "released" and clause.subject.tag_ == "PRP":
        return
    places = [c.lower_ for c in verb.children if c.dep_ == "prep"]
    if verb.text in UNDONE and not {"as", "for", "to", "into", "from", "with", "under"} & set(
        places
    ):
        yield [Edit(be.idx, end_of(verb), f"remained {UNDONE[verb.text]}")]
    elif verb.text in CHOSEN:
        yield [Edit(be.idx, end_of(verb), f"failed to be {verb.text}")]


def stopping(scene: Scene) -> Iterator[list[Edit]]:
    """ "The mill produces paper" -> "The mill has stopped producing paper"."""
    clause = scene.clause
    if clause is None or clause.auxiliaries or clause.tag not in ("VBZ", "VBP"):
        return
    if scene.describes or (act := _act(scene)) is None:
        return
    subject, verb = act.subject, act.verb
    if bare_form(verb.text) not in HABITS:
        return
    # "Children play", said of children in general: nobody could stop.
    if subject is None or not (
        subject.tag_ in ("NNP", "PRP")
        or any(c.dep_ in ("det", "poss") and c.lower_ not in ("a", "an") for c in subject.children)
    ):
        return
    have = "has" if act.tag == "VBZ" else "have"
    doing = inflected(bare_form(verb.text), "VBG")
    yield [Edit(verb.idx, end_of(verb), f"{have} stopped {doing}")]


def _act(scene: Scene) -> Clause | None:
    """The main clause if it reports one act of somebody, and its verb has no other dependents."""
    clause = scene.clause
    if clause is None or clause.subject is None or not scene.is_open:
        return None
    # A participle in a headline, "Body found", is not a past tense.
    if scene.doc[-1].text not in (".", "!", '"', "”") or clause.inverted:
        return None
    verb = clause.verb
    if verb.i < clause.subject.i or bare_form(verb.text) not in ACTIONS:
        return None
    # "co-wrote"; "a gift made to a church.", which defines a word
    if verb.nbor(-1).text == "-" or scene.tokens[0].text in ("a", "an"):
        return None
    # "quickly finished": the adverb does not fit something that was not done.
    start = clause.subject.left_edge.i
    beside = {c.dep_ for c in verb.children if not (_is_of_time(c, verb) or _opens(c, start))}
    if beside & {"neg", "ccomp", "xcomp", "advmod", "parataxis", "npadvmod"}:
        return None
    if any(c.dep_ in ("advcl", "conj") and not _stands_without(c, verb) for c in verb.children):
        return None
    # "won it by beating them": what follows was done.
    if bare_form(verb.text) in CONTESTED and any(
        c.dep_ == "prep" and any(d.dep_ == "pcomp" for d in c.children) for c in verb.children
    ):
        return None
    # "became ill": nobody wants to.
    if beside & {"acomp", "oprd"}:
        return None
    return clause


def _stands_without(part: Token, verb: Token) -> bool:
    """Whether a clause does not continue what was done: "sold it to pay his debts".

    "sold it, moving to Rome" and "opened it and sold it" do.
    """
    if part.dep_ == "conj":
        # "attended and liked the school": both have one object.
        own = any(c.dep_ in ("nsubj", "nsubjpass") for c in part.children)
        done = any(c.dep_ in ("dobj", "prep") and verb.i < c.i < part.i for c in verb.children)
        on = any(t.lower_ in ("it", "them", "this", "these") for t in part.subtree)
        begun = bare_form(verb.text) in ("start", "begin", "carry")
        return (own or (done and not on and not begun)) and part.tag_ == "VBD"
    if part.i < verb.i or part.tag_ == "VB":
        return True
    marks = {c.lower_ for c in part.children if c.dep_ == "mark" or c.tag_ == "WRB"}
    return bool(marks & {"although", "though", "while", "when"})


def _opens(part: Token, start: int) -> bool:
    """ "However, he sold it", "When she died, he sold it": in front, it fits the denial too."""
    if part.i >= start or part.dep_ not in ("advmod", "npadvmod", "advcl"):
        return False
    if any(c.lower_ in ("if", "unless") for c in part.children):
        return False
    partial = any(t.lower_ in PARTIAL for t in part.subtree)
    return not partial and part.doc[start - 1].text == ","


def _is_of_time(adverb: Token, verb: Token) -> bool:
    """ "later moved": directly before the verb, an adverb of time also fits the denial."""
    return adverb.i == verb.i - 1 and adverb.lower_ in BEFORE_FAILING
