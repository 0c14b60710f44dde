"""Modals and their longer forms: "must" and "has to", "cannot" and "is not able to"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of, like, replace
from pipeline.negation.english.given_names import SEXES
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.english.lexicon import DOES
from pipeline.negation.english.things import PERSONS
from pipeline.negation.kinds.facts.nouns import bare_noun
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.reading.agreement import be_form
from pipeline.negation.reading.neighbour import lower_after
from pipeline.rephrasing.pieces.phrases import conjugated, last_word, present

if TYPE_CHECKING:
    from spacy.tokens import Token

SELVES = frozenset("i he she we they".split())
"""Pronouns of persons; "you cannot" is often a prohibition, and "you will" an order."""
# "can't stand", "can't wait": set phrases; "can't be", "must be": conclusions, not abilities.
SET = frozenset(
    "be have stand wait help bear afford imagine believe seem blame complain say let allow accept"
    " agree promise tell".split()
)
# After "must", "should" or "will", these verbs express what is probable.
LIKELY = frozenset(
    "be have care know like love think feel want mean seem cost live belong contain exist depend"
    " need expect".split()
)
STATES = frozenset("be have become like know understand see want feel".split())
BEGINNING = {"start": "begin", "begin": "start"}


def has_to(scene: Scene) -> Iterator[list[Edit]]:
    """ "She must leave" -> "She has to leave"; "You should rest" -> "You ought to rest"."""
    for modal in scene.doc[1:-1]:
        if modal.lower_ not in ("must", "should") or not _is_plain(scene, modal):
            continue
        subject = _subject(modal)
        if subject is None or subject.lower_ == "it":
            continue
        if modal.lower_ == "should":
            yield [replace(modal, "ought to")]
        elif subject.tag_ in ("PRP", "NNP"):
            yield [replace(modal, f"{present('have', subject)} to")]


def not_able(scene: Scene) -> Iterator[list[Edit]]:
    """ "She cannot swim" -> "She is not able to swim"."""
    doc = scene.doc
    for modal in doc[1:-2]:
        no = modal.nbor(1)
        if modal.lower_ not in ("can", "ca", "could") or no.lower_ not in ("not", "n't", "n’t"):
            continue
        verb, subject = modal.head, _subject(modal)
        if modal.dep_ != "aux" or verb.i != no.i + 1 or verb.tag_ != "VB" or subject is None:
            continue
        if verb.lower_ in SET or not _is_person(subject) or scene.is_question:
            continue
        # "I just can't do it"
        if modal.i != subject.right_edge.i + 1:
            continue
        # "could not" may be a wish or a condition: "if I could not"; "so that he could not".
        past = modal.lower_ == "could"
        if past and (verb != scene.head or scene.has(("if", "would", "without"))):
            continue
        if modal.i in scene.enclosed:
            continue
        be = be_form(subject, past=past)
        yield [Edit(modal.idx, end_of(no), f"{be} not able to")]


def going_to(scene: Scene) -> Iterator[list[Edit]]:
    """ "She will sing tomorrow" -> "She is going to sing tomorrow"."""
    if scene.has(("if", "unless", "when", "would")) or scene.is_question:
        return
    for will in scene.doc[1:-1]:
        if will.lower_ not in ("will", "'ll", "’ll") or not _is_plain(scene, will):
            continue
        subject = _subject(will)
        if subject is None or not _is_person(subject) or _is_offer(subject):
            continue
        before = "" if will.nbor(-1).whitespace_ else " "
        yield [Edit(will.idx, end_of(will), f"{before}{be_form(subject, past=False)} going to")]


def _is_offer(subject: Token) -> bool:
    """ "I'll do it for you": an offer, and "I'm going to" would announce it."""
    mine = subject.lower_ in ("i", "we")
    return mine and any(t.lower_ in ("you", "your", "yourself") for t in subject.doc)


def will_do(scene: Scene) -> Iterator[list[Edit]]:
    """ "She is going to sing" -> "She will sing"."""
    if scene.has(("if", "unless", "when", "not", "n't", "n’t")) or scene.is_question:
        return
    for going in scene.doc[2:-2]:
        be, to, verb = going.nbor(-1), going.nbor(1), going.nbor(2)
        if going.lower_ != "going" or to.tag_ != "TO" or verb.tag_ != "VB" or to.head != verb:
            continue
        if be.lower_ not in ("am", "is", "are") or be.head != going or going.i in scene.enclosed:
            continue
        subject = next((c for c in going.lefts if c.dep_ == "nsubj"), None)
        if subject is None or subject.right_edge.i != be.i - 1 or _is_offer(subject):
            continue
        if verb.lower_ == "have":
            continue  # "is going to have a baby": it is known
        if subject.lower_ not in ("you", "who", "which", "that", "what"):
            yield [Edit(be.idx, end_of(to), "will")]


def began_doing(scene: Scene) -> Iterator[list[Edit]]:
    """ "She started to cry" -> "She began crying"; "She began crying" -> "She started to cry"."""
    doc = scene.doc
    for verb in doc[:-2]:
        other = BEGINNING.get(bare_form(verb.text))
        if other is None or verb.tag_ not in ("VBD", "VBZ", "VBP", "VB", "VBN"):
            continue
        if verb.i in scene.enclosed or any(c.dep_ == "dobj" for c in verb.children):
            continue
        form = conjugated(other, verb.tag_)
        following = verb.nbor(1)
        inner = verb.nbor(2)
        if following.tag_ == "TO" and inner.dep_ == "xcomp" and inner.head == verb:
            joined = any(c.dep_ == "conj" for c in inner.children)
            if inner.tag_ == "VB" and inner.lower_ not in STATES and not joined:
                text = f"{like(verb, form)} {inflected(inner.lower_, 'VBG')}"
                yield [Edit(verb.idx, end_of(inner), text)]
        elif following.tag_ == "VBG" and following.dep_ == "xcomp" and following.head == verb:
            if any(c.dep_ == "conj" for c in following.children) or inner.text == "-":
                continue
            text = f"{like(verb, form)} to {bare_form(following.text)}"
            yield [Edit(verb.idx, end_of(following), text)]


def not_anymore(scene: Scene) -> Iterator[list[Edit]]:
    """ "He no longer lives here" -> "He does not live here anymore"."""
    doc, clause = scene.doc, scene.clause
    if clause is None or clause.subject is None or scene.is_question or clause.conjuncts:
        return
    for longer in doc[2:-1]:
        no, verb = longer.nbor(-1), clause.verb
        if longer.lower_ != "longer" or no.lower_ != "no":
            continue
        if no.i != clause.subject.right_edge.i + 1:
            continue
        if verb.i != longer.i + 1 or clause.auxiliaries or clause.tag not in DOES:
            continue
        if any(t.text == "," for t in doc) or any(t.dep_ in ("advcl", "relcl") for t in doc):
            return
        # "Firms no longer linked with the bank": a participle, and no finite verb
        if verb.tag_ in ("VBD", "VBN") and lower_after(verb) in ("with", "by"):
            return
        bare, end = bare_form(verb.text), end_of(last_word(doc))
        denied = f"{verb.text} not" if bare == "be" else f"{DOES[clause.tag]} not {bare}"
        yield [Edit(no.idx, end_of(verb), denied), Edit(end, end, " anymore")]


def _subject(modal: Token) -> Token | None:
    """The subject of the modal's verb, in front of the modal."""
    found = (c for c in modal.head.lefts if c.dep_ in ("nsubj", "nsubjpass"))
    return next((c for c in found if c.i < modal.i), None)


def _is_plain(scene: Scene, modal: Token) -> bool:
    """Whether the modal directly precedes its verb, in a statement."""
    verb = modal.nbor(1)
    if modal.dep_ != "aux" or modal.head != verb or verb.tag_ != "VB" or scene.is_question:
        return False
    conditional = modal.lower_ == "should" and scene.has(("if",))
    return not conditional and verb.lower_ not in LIKELY and modal.i not in scene.enclosed


def _is_person(subject: Token) -> bool:
    """A pronoun, a given name, or a noun of a person."""
    if subject.tag_ == "NNP":
        return subject.text in SEXES
    return subject.lower_ in SELVES or bare_noun(subject) in PERSONS
