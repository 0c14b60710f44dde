"""Denials without "not": "happy" -> "unhappy", "opened" -> "failed to open"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.antonyms import Use, by_affix
from pipeline.negation.english.deeds import ACTIONS, CHOSEN, GIVEN, HABITS, OF_WILL, UNDONE
from pipeline.negation.english.edits import Edit, end_of, exchange, like, replace
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.english.things import PERSONS, SET_OF
from pipeline.negation.kinds.direction import bare_noun
from pipeline.negation.kinds.scene import Scene, is_named
from pipeline.negation.reading.structure import Clause

if TYPE_CHECKING:
    from spacy.tokens import Token

PEOPLE = frozenset("he she they we i who".split())
TURNED = {
    "manage": "fail",
    "fail": "manage",
    "agree": "refuse",
    "refuse": "agree",
    "remember": "forget",
    "forget": "remember",
}
"""Verbs that take "to" and an infinitive."""


def affixed(scene: Scene) -> Iterator[list[Edit]]:
    """ "The answer was correct" -> "The answer was incorrect"."""
    for token in scene.asserted():
        if token.tag_ not in ("JJ", "RB") or token.dep_ not in ("acomp", "amod", "advmod"):
            continue
        beside = ("advmod", "conj", "xcomp", "ccomp")
        if is_named(token) or any(c.dep_ in beside for c in token.children):
            continue
        # "independent from": the opposite takes another preposition.
        if any(c.lower_ in ("from", "on", "upon") for c in token.children):
            continue
        # "unmarried to somebody" is nobody; "the sum necessary" has a use of its own.
        if token.lower_ == "married" and any(c.lower_ == "to" for c in token.children):
            continue
        if token.dep_ == "amod" and token.i > token.head.i:
            continue
        # "was successfully re-elected": a state that was reached needs no success.
        if token.lower_ == "successfully" and token.head.tag_ == "VBN":
            continue
        # "the effective binding energy" is a term.
        if token.dep_ == "amod" and any(c.dep_ == "compound" for c in token.head.children):
            continue
        front = token.dep_ == "amod" and token.i < token.head.i
        noun = token.head.lower_ if front else ""
        use: Use = "front" if front else "behind"
        if new := by_affix(token.lower_, "r" if token.tag_ == "RB" else "a", use, noun):
            yield exchange(token, new)


def failing(scene: Scene) -> Iterator[list[Edit]]:
    """ "The team reached the final" -> "The team failed to reach the final"; or "refused to"."""
    act = _act(scene)
    if act is None or act.tag != "VBD" or act.auxiliaries:
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
    act = _act(scene)
    if act is None or not act.auxiliaries or act.auxiliaries[0].text not in ("has", "have"):
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
    act = _act(scene)
    if act is None or act.auxiliaries or act.tag not in ("VBZ", "VBP") or scene.describes:
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
    if clause is None or clause.subject is None or not scene.is_open or clause.conjuncts:
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
    beside = {c.dep_ for c in verb.children if not _is_of_time(c, verb)}
    if beside & {"neg", "ccomp", "xcomp", "advmod", "conj", "parataxis", "npadvmod", "advcl"}:
        return None
    return clause


def _is_of_time(adverb: Token, verb: Token) -> bool:
    """ "later moved": directly before the verb, an adverb of time also fits the denial."""
    return adverb.i == verb.i - 1 and adverb.lower_ in ("later", "then", "eventually", "finally")


def turned_attempt(scene: Scene) -> Iterator[list[Edit]]:
    """ "managed to open" -> "failed to open", "agreed to pay" -> "refused to pay"."""
    clause = scene.clause
    if clause is None or not scene.is_open:
        return
    verb = clause.verb
    lemma = bare_form(verb.text)
    to = next((c for c in verb.children if c.dep_ == "xcomp" and c.i > verb.i), None)
    if lemma not in TURNED or to is None or not any(c.tag_ == "TO" for c in to.children):
        return
    tag = clause.tag if not clause.auxiliaries else verb.tag_
    new = TURNED[lemma]
    yield [replace(verb, new if tag in ("VB", "VBP") else inflected(new, tag))]


def lacking(scene: Scene) -> Iterator[list[Edit]]:
    """ "The village has a school" -> "The village lacks a school"."""
    clause = scene.clause
    if clause is None or clause.subject is None or not scene.is_open or clause.auxiliaries:
        return
    verb = clause.verb
    if verb.text not in ("has", "have", "had") or clause.conjuncts or clause.inverted:
        return
    thing = next((c for c in verb.children if c.dep_ == "dobj" and c.i > verb.i), None)
    if thing is None or any(c.dep_ in ("xcomp", "ccomp", "prt", "advcl") for c in verb.children):
        return
    if thing.left_edge.lower_ in ("a", "an") and bare_noun(thing) in POSSESSIONS:
        yield [replace(verb, {"has": "lacks", "have": "lack", "had": "lacked"}[verb.lower_])]


POSSESSIONS = frozenset(
    (
        "school church garden library balcony roof window door tail hospital station airport"
        " harbour harbor port bridge pool gym kitchen lift elevator garage terrace park museum"
        " theatre theater cinema stadium court tower moon ring atmosphere engine motor screen"
        " camera keyboard battery lock licence license permit degree diploma job car bicycle boat"
        " website army navy constitution parliament president king mayor director manager coach"
        " beard moustache nucleus shell backbone wing stem root flower seed university college"
    ).split()
)


def unable(scene: Scene) -> Iterator[list[Edit]]:
    """ "She can swim" -> "She is unable to swim"."""
    clause = scene.clause
    if clause is None or clause.subject is None or clause.negators or scene.is_question:
        return
    if scene.is_denied or [t.lower_ for t in clause.auxiliaries] not in (["can"], ["could"]):
        return
    modal, subject = clause.auxiliaries[0], clause.subject
    # "If it rains, she could stay": about a hypothetical case.
    if any(t.dep_ == "mark" for t in scene.doc) or subject.lower_ in ("you", "one"):
        return
    able = subject.tag_ == "PRP" or subject.tag_ == "NNP" or subject.lower_.endswith(("er", "or"))
    if not able or clause.verb.lower_ == "be" or modal.i + 1 != clause.verb.i:
        return
    if clause.conjuncts or subject.lower_ in ("it", "that"):
        return
    be = _be(subject, past=modal.lower_ == "could")
    yield [replace(modal, f"{be} unable to")]


def _be(subject: Token, *, past: bool) -> str:
    plural = subject.tag_ in ("NNS", "NNPS") or subject.lower_ in ("you", "we", "they")
    plural = plural or any(c.dep_ == "conj" for c in subject.children)
    if past:
        return "were" if plural else "was"
    if subject.text == "I":
        return "am"
    return "are" if plural else "is"


def bare_of(scene: Scene) -> Iterator[list[Edit]]:
    """ "a room with a window" -> "a room without a window", and back."""
    for token in scene.tokens if scene.has(("with", "without")) else ():
        if token.lower_ not in ("with", "without") or token.dep_ != "prep":
            continue
        thing = next((c for c in token.children if c.dep_ == "pobj"), None)
        holder = token.head
        if thing is None or not holder.tag_.startswith("NN") or scene.is_question:
            continue
        held = thing.left_edge.lower_ in ("a", "an") or thing.tag_ == "NNS"
        concrete = bare_noun(holder) in SET_OF.keys() | PERSONS
        if not concrete and not (scene.describes and holder.left_edge.lower_ in ("a", "an")):
            continue
        if thing.tag_ == "NNP" or not held or any(t.tag_ == "CD" for t in thing.subtree):
            continue
        if bare_form(scene.head.text) in ("meet", "talk", "deal", "start", "begin", "live"):
            continue
        # What "without" governs is negated itself, so its head is checked instead.
        if holder.dep_ in ("dobj", "attr", "pobj", "nsubj", "ROOT") and scene.asserts(holder):
            yield [*_some_for_any(token), *_other_with(token)]


def _other_with(word: Token) -> list[Edit]:
    return [replace(word, "without" if word.lower_ == "with" else "with")]


def _some_for_any(word: Token) -> list[Edit]:
    """ "with some rocks" -> "without any rocks"."""
    turned = {"with": {"some": "any"}, "without": {"any": "some"}}[word.lower_]
    following = word.nbor(1)
    return [replace(following, turned[following.lower_])] if following.lower_ in turned else []
