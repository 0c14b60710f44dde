"""One relation seen from the other side: "A is taller than B" and "B is shorter than A"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit
from pipeline.negation.english.inflection import bare_form, comparative, is_known
from pipeline.negation.english.lexicon import BE_FINITE
from pipeline.negation.english.things import PERSONS, SET_OF, THINGS
from pipeline.negation.kinds.facts.nouns import bare_noun
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.reading.agreement import be_form
from pipeline.rephrasing.pieces.phrases import (
    TO_OBJECT,
    TO_SUBJECT,
    inside,
    is_plain,
    is_simple,
    last_word,
    opening,
    phrase_of,
    until_end,
    whole,
)

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_SCALES = (
    "taller:shorter older:younger bigger:smaller larger:smaller heavier:lighter faster:slower"
    " longer:shorter higher:lower hotter:cooler warmer:cooler warmer:colder richer:poorer"
    " stronger:weaker"
    " earlier:later wider:narrower thicker:thinner deeper:shallower better:worse easier:harder"
    " louder:quieter brighter:darker more:less"
)
# Both ends of scales that can be measured. If a word is paired twice, the last pair counts:
# "smaller" becomes "larger". "Shorter" has no opposite here: it may be "longer" or "taller".
LESS = dict(pair.split(":") for pair in _SCALES.split())
MORE = {less: more for more, less in LESS.items() if less != "shorter"}
CONVERSE = {**LESS, **MORE}
# "Even" is left out: "even older" says that the other is old, too.
DEGREES = frozenset("much far slightly considerably significantly somewhat".split())

IRREGULAR = {"best": "good", "worst": "bad", "furthest": "far", "eldest": "old"}
FIRST = frozenset("ever single known living remaining".split())
LONGEST = 7
PLACED = frozenset("be stand lie sit hang".split())
SEEN_FROM_THERE = {
    "under": "above", "below": "above", "beneath": "above", "above": "below",
    "behind": "in front of", "in front of": "behind", "beside": "beside", "next to": "next to",
    "near": "near",
}  # fmt: skip
"""Preposition -> its converse. "On" and "over" are left out, since they have more senses."""
_ANIMALS = frozenset(("animal", "creature"))


def turned_comparison(scene: Scene) -> Iterator[list[Edit]]:
    """ "The oak is older than the elm" -> "The elm is younger than the oak"."""
    clause, doc = scene.clause, scene.doc
    than = next((t for t in doc if t.lower_ == "than"), None)
    if clause is None or than is None or not _is_bare(scene) or clause.verb.lower_ not in BE_FINITE:
        return
    first, be = clause.subject, clause.verb
    other = next((c for c in than.children if c.dep_ in ("pobj", "nsubj", "attr")), None)
    if first is None or other is None or than.i < be.i + 2:
        return
    words = doc[be.i + 1 : than.i]
    degree = next((t for t in words if t.lower_ in CONVERSE), None)
    if degree is None or any(t.lower_ not in DEGREES for t in doc[be.i + 1 : degree.i]):
        return
    # "more useful", but "older" alone.
    if len(doc[degree.i + 1 : than.i]) != (degree.lower_ in ("more", "less")):
        return
    if degree.lower_ in ("more", "less") and words[-1].tag_ != "JJ":
        return
    if not _ends(other, than.i + 1) or not (_can_turn(first) and _can_turn(other)):
        return
    far, near = _turned(first, other)
    become = be_form(other, past=be.lower_ in ("was", "were"))
    compared = [CONVERSE[t.lower_] if t == degree else t.text for t in words]
    yield whole(doc, " ".join([opening(far), become, *compared, "than", near]))


def no_other(scene: Scene) -> Iterator[list[Edit]]:
    """ "The oak is the tallest tree in the park" -> "No other tree in the park is as tall as the
    oak"."""
    clause, doc = scene.clause, scene.doc
    if clause is None or not _is_bare(scene) or clause.verb.lower_ not in ("is", "was"):
        return
    first, be = clause.subject, clause.verb
    noun = next((c for c in be.rights if c.dep_ == "attr"), None)
    if first is None or noun is None or noun.tag_ != "NN":
        return
    if noun.left_edge.i != be.i + 1 or noun.i < be.i + 2:
        return
    article, most = doc[be.i + 1], doc[be.i + 2]
    if article.lower_ != "the" or most.tag_ not in ("JJS", "RBS"):
        return
    grade = _quality(most)
    start = most.i + 1 + (most.lower_ == "most")
    if grade is None or start > noun.i or noun.i - start > 1:
        return
    if any(t.tag_ in ("JJS", "CD", "JJ") or t.lower_ in FIRST for t in doc[start : noun.i]):
        return
    rest = until_end(doc, noun.i + 1)
    if len(rest) and (rest[0].lower_ not in ("in", "on", "of") or rest[0].head != noun):
        return
    if any(t.tag_[0] in "VW" or t.tag_ == "CC" for t in rest) or len(rest) > LONGEST:
        return
    near = TO_OBJECT.get(first.lower_, first.text)
    near = near if first.tag_ == "PRP" else inside(phrase_of(first))
    kind = doc[start : noun.i + 1].text
    words = ["No other", kind, rest.text, be.text, "as", grade, "as", near]
    yield whole(doc, " ".join(word for word in words if word))


def _quality(most: Token) -> str | None:
    """ "tallest" -> "tall", "most famous" -> "famous"."""
    if most.lower_ == "most":
        following = most.nbor(1)
        return following.text if following.tag_ == "JJ" else None
    if most.lower_ in IRREGULAR:
        return IRREGULAR[most.lower_]
    stem = most.lower_[:-3] if most.lower_.endswith("est") else ""
    # "tall", "big", "happy"
    found = (stem, stem[:-1], f"{stem[:-1]}y")
    short = next((word for word in found if stem and comparative(word) == f"{stem}er"), None)
    return short or (f"{stem}e" if stem and is_known(f"{stem}e") else None)


def turned_place(scene: Scene) -> Iterator[list[Edit]]:
    """ "A dog is sitting behind a fence" -> "A fence is in front of a dog"."""
    clause, doc = scene.clause, scene.doc
    if clause is None or clause.subject is None or not _is_bare(scene, auxiliaries=("is", "was")):
        return
    verb, first = clause.verb, clause.subject
    if bare_form(verb.text) not in PLACED or verb.tag_ not in ("VBZ", "VBP", "VBD", "VBG"):
        return
    found = _placed(doc, verb.i + 1)
    if found is None:
        return
    preposition, other = found
    if not (_is_concrete(first) and _is_concrete(other)):
        return
    if not (is_simple(first) and is_simple(other)):
        return
    finite = clause.finite or verb
    become = be_form(other, past=finite.tag_ == "VBD")
    far, near = _turned(first, other)
    yield whole(doc, f"{opening(far)} {become} {SEEN_FROM_THERE[preposition]} {near}")


def _is_bare(scene: Scene, auxiliaries: tuple[str, ...] = ()) -> bool:
    """Whether the sentence is one plain statement that begins with its subject."""
    clause = scene.clause
    if clause is None or clause.subject is None or clause.inverted or scene.is_question:
        return False
    if clause.negators or clause.conjuncts or not is_plain(scene.doc):
        return False
    if any(t.lower_ not in auxiliaries for t in clause.auxiliaries):
        return False
    subject = phrase_of(clause.subject)
    finite = clause.finite
    if finite is None or subject.start != 0 or subject.end != finite.i:
        return False
    return not any(t.text == "," for t in scene.doc)


def _placed(doc: Doc, start: int) -> tuple[str, Token] | None:
    """The preposition directly after the verb, and the noun whose phrase ends the sentence."""
    rest = until_end(doc, start).text.lower()
    preposition = next((p for p in SEEN_FROM_THERE if rest.startswith(f"{p} ")), None)
    if preposition is None:
        return None
    first = start + len(preposition.split())
    noun = next((t for t in doc[first:] if t.dep_ == "pobj" and _ends(t, first)), None)
    return None if noun is None else (preposition, noun)


def _ends(noun: Token, start: int) -> bool:
    """Whether the phrase of a noun is the rest of the sentence from `start` on."""
    phrase = phrase_of(noun)
    return phrase.start == start and phrase.end == last_word(noun.doc).i + 1


def _can_turn(noun: Token) -> bool:
    """A phrase that moves as a whole, or a personal pronoun."""
    if noun.tag_ == "PRP":
        return noun.lower_ in TO_SUBJECT or noun.lower_ in TO_OBJECT
    if noun.tag_ == "NNP" and noun.lower_.endswith("s") and noun.left_edge.lower_ == "the":
        return False  # "the Alps": one or many?
    counted = any(c.dep_ == "nummod" for c in noun.children)
    return noun.tag_ in ("NN", "NNS", "NNP", "NNPS") and not counted and is_simple(noun)


def _turned(first: Token, other: Token) -> tuple[str, str]:
    """The second as a subject, and the first as an object."""
    far = TO_SUBJECT.get(other.lower_, other.text) if other.tag_ == "PRP" else phrase_of(other).text
    if first.tag_ == "PRP":
        return far, TO_OBJECT.get(first.lower_, first.text)
    return far, inside(phrase_of(first))


def _is_concrete(noun: Token) -> bool:
    """A person, an animal or a thing that one can see; with an article or a number, not "his"."""
    word = bare_noun(noun)
    known = word in PERSONS or word in THINGS or SET_OF.get(word) in _ANIMALS
    return known and any(c.dep_ in ("det", "nummod") for c in noun.children)
