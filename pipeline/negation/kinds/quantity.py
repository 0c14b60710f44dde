"""Other numbers, dates and quantifiers: "three eggs" -> "five eggs", "most" -> "few"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of, like, replace
from pipeline.negation.kinds.scene import DENYING, Scene, is_named

if TYPE_CHECKING:
    from spacy.tokens import Token

_DIGITS = re.compile(r"\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?")
_YEAR = re.compile(r"1[0-9]{3}|20[0-2][0-9]")
_CENTURY = re.compile(r"(\d{1,2})(?:st|nd|rd|th)")
LAST_YEAR = 2024
WORDS = tuple("two three four five six seven eight nine ten eleven twelve".split())
TENS = tuple("twenty thirty forty fifty sixty seventy eighty ninety".split())
ORDINALS = tuple("second third fourth fifth sixth seventh eighth ninth tenth".split())
MONTHS = frozenset(
    "January February March April May June July August September October November December".split()
)
LOWER_MONTHS = frozenset(month.lower() for month in MONTHS)
# What stands between a number and the claim that it is just this one.
BOUNDS = frozenset(
    "than over under least most to up below above between only within minimum".split()
)
IN_TIME = frozenset("in on since until till by from before after during".split())
# Numbers that name and do not count.
NAMING = frozenset(
    "no. nr. number route highway chapter page section article act line level grade class type"
    " version model room apollo boeing channel bus flight".split()
)


def other_year(scene: Scene) -> Iterator[list[Edit]]:
    """ "She left in 1987" -> "She left in 1971"."""
    for token in scene.asserted() if scene.has_digits else ():
        if not _YEAR.fullmatch(token.text) or not _dates_verb(token, scene):
            continue
        year = int(token.text)
        shift = scene.choice(token, (-24, -17, -13, -9, -7, -5, 5, 7, 9, 13, 17, 24))
        new = year + shift if year + shift <= LAST_YEAR else year - abs(shift)
        if str(new) not in scene.text:
            yield [replace(token, str(new))]


def other_birth(scene: Scene) -> Iterator[list[Edit]]:
    """ "(born 4 May 1921)" -> "(born 4 May 1934)", "(1921-1990)" -> "(1907-1990)"."""
    if scene.is_question or not scene.has_digits or "(" not in scene.words:
        return
    for token in scene.tokens:
        if token.i not in scene.enclosed or not _YEAR.fullmatch(token.text):
            continue
        before = token.doc[max(token.i - 4, 0) : token.i]
        opening = max((t.i for t in before if t.text == "("), default=-1)
        inside = [t.lower_ for t in before if t.i > opening]
        born = opening >= 0 and "born" in inside
        ranged = opening == token.i - 1 and any(
            t.text in "-–" for t in token.doc[token.i + 1 : token.i + 2]
        )
        if born or ranged:
            shift = scene.choice(token, (-19, -14, -11, -8))
            yield [replace(token, str(int(token.text) + shift))]


def other_day(scene: Scene) -> Iterator[list[Edit]]:
    """ "on 4 May" -> "on 19 May"."""
    for token in scene.asserted() if scene.has_digits and scene.has(LOWER_MONTHS) else ():
        near = {t.text for t in token.doc[max(token.i - 1, 0) : token.i + 2]}
        if not near & MONTHS or not token.text.isdigit() or not 1 <= int(token.text) <= 31:
            continue
        if _dates_verb(token, scene):
            days = [d for d in range(2, 28) if abs(d - int(token.text)) > 2]
            yield [replace(token, str(scene.choice(token, days)))]


def other_century(scene: Scene) -> Iterator[list[Edit]]:
    """ "in the 18th century" -> "in the 15th century"."""
    for token in scene.asserted() if scene.has_digits else ():
        found = _CENTURY.fullmatch(token.text)
        century = token.head
        if not found or century.lower_ != "century" or not _dates_verb(century, scene):
            continue
        others = [n for n in range(12, 21) if abs(n - int(found[1])) > 1]
        yield [replace(token, f"{scene.choice(token, others)}th")]


def other_number(scene: Scene) -> Iterator[list[Edit]]:
    """ "1,200 seats" -> "4,200 seats"; "three eggs" -> "five eggs"."""
    for token in scene.asserted():
        if token.dep_ != "nummod" or not _counts(token):
            continue
        if token.lower_ in WORDS or token.lower_ in TENS:
            row = WORDS if token.lower_ in WORDS else TENS
            yield [replace(token, scene.choice(token, [w for w in row if w != token.lower_]))]
        elif _DIGITS.fullmatch(token.text) and not _names(token):
            yield [replace(token, _other(token.text, scene, token))]


def other_ordinal(scene: Scene) -> Iterator[list[Edit]]:
    """ "came second" -> "came fourth"; "the third king" -> "the sixth king"."""
    for token in scene.asserted():
        if token.lower_ in ORDINALS and token.dep_ in ("amod", "advmod", "acomp"):
            noun = token.head
            if is_named(token) or noun.lower_ in ("half", "century", "hand", "language", "world"):
                continue
            if token.dep_ == "amod" and noun.dep_ not in ("attr", "dobj"):
                continue
            others = [w for w in ORDINALS if w != token.lower_]
            yield [replace(token, scene.choice(token, others))]


def other_bound(scene: Scene) -> Iterator[list[Edit]]:
    """ "more than 300" -> "fewer than 300"; "at least two" -> "at most one" is left alone."""
    if scene.is_question or scene.is_denied or "than" not in scene.words:
        return
    turned = {"more": "fewer", "fewer": "more", "less": "more"}
    for token in scene.tokens[:-2]:
        word, than, number = token.lower_, token.nbor(1), token.nbor(2)
        if word not in turned or than.lower_ != "than" or number.tag_ != "CD":
            continue
        if number.lower_ not in ("one", "two", "1", "2") and scene.asserts_count(number):
            amount = number.i + 1 < len(scene.doc) and number.nbor(1).text == "%"
            yield [replace(token, "less" if word == "more" and amount else turned[word])]


def none_for_number(scene: Scene) -> Iterator[list[Edit]]:
    """ "Five killed in a fire" -> "None killed in a fire"; headlines alone."""
    doc = scene.doc
    if len(doc) < 4 or doc[0].tag_ != "CD" or doc[1].tag_ not in ("VBN", "VBD"):
        return
    if not any(t.lower_ in DENYING for t in doc) and doc[-1].text not in (".", "?", "!"):
        yield [replace(doc[0], "None")]


SUBJECT_WORDS = {
    "most": "few",
    "many": "few",
    "few": "many",
    "everyone": "hardly anyone",
    "everybody": "hardly anybody",
    "nobody": "everybody",
    "everything": "nothing",
    "nothing": "everything",
}


def other_quantifier(scene: Scene) -> Iterator[list[Edit]]:
    """ "Most seats are taken" -> "Few seats are taken"; "all the time" is left alone."""
    clause = scene.clause
    if clause is None or clause.subject is None or clause.inverted or scene.is_question:
        return
    if clause.negators or clause.finite is None:
        return
    first = clause.subject.left_edge
    if first.lower_ not in SUBJECT_WORDS or first.i > clause.finite.i:
        return
    plural = first == clause.subject or (
        first.head == clause.subject and clause.subject.tag_ == "NNS" and first.dep_ == "amod"
    )
    after = "".join(t.lower_ for t in first.doc[first.i + 1 : first.i + 2])
    if plural and after not in ("of", "people", "a", "more", "recently", "other", "likely"):
        yield [replace(first, SUBJECT_WORDS[first.lower_])]
    elif after == "of" and first == clause.subject and first.lower_ in ("most", "many", "few"):
        if not any(t.tag_ == "NNS" and t.dep_ == "pobj" for t in first.subtree):
            return  # "most of the bread"
        yield [replace(first, SUBJECT_WORDS[first.lower_])]


def none_of_all(scene: Scene) -> Iterator[list[Edit]]:
    """ "All the children sang" -> "None of the children sang"."""
    clause = scene.clause
    if clause is None or clause.subject is None or clause.negators or scene.is_question:
        return
    first = clause.subject.left_edge
    if first.lower_ != "all" or clause.finite is None or clause.subject.tag_ != "NNS":
        return
    after = first.nbor(1)
    if after.lower_ in ("the", "these", "those", "my", "our", "their", "his", "her", "its"):
        yield [Edit(first.idx, end_of(first), like(first, "none of"))]
    elif after.lower_ == "of" and first != clause.subject:
        yield [Edit(first.idx, end_of(first), like(first, "none"))]
    elif after == clause.subject:
        yield [Edit(first.idx, end_of(first), like(first, "no"))]


def _dates_verb(token: Token, scene: Scene) -> bool:
    """Whether a date says when the main verb's event was, and is no part of a noun's phrase."""
    place = token
    while place.head.i != place.i and place.dep_ != "prep":
        if place.dep_ not in ("pobj", "nummod", "npadvmod", "appos", "conj"):
            return False
        if place.dep_ == "npadvmod":
            return place.head.i == scene.head.i
        place = place.head
    if place.lower_ not in IN_TIME or _is_range(token):
        return False
    event = place.head
    # "won the election in 1990": the parse hangs many a date on the noun before it.
    if event.tag_.startswith("NN"):
        return place.lower_ in ("in", "on") and event.dep_ in ("dobj", "pobj", "attr", "agent")
    return event.tag_.startswith("V")


def _is_range(token: Token) -> bool:
    """Whether another number is joined to this one: "from 9 to 12", "1990-1995", "two or three"."""
    near = token.doc[max(token.i - 2, 0) : token.i + 3]
    others = [t for t in near if t.i != token.i and (t.tag_ == "CD" or t.text[0].isdigit())]
    between = {"-", "–", "—", "/", "and", "or", "to", "through"}
    return any(
        t.lower_ in between
        for other in others
        for t in token.doc[min(other.i, token.i) + 1 : max(other.i, token.i)]
    )


def _counts(token: Token) -> bool:
    """Whether a number counts the noun it stands with, exactly."""
    if is_named(token) or is_named(token.head) or token.head.tag_ in ("CD", "NNP"):
        return False
    if token.head.lower_ in NAMING or (token.i and token.nbor(-1).lower_ in NAMING | BOUNDS):
        return False
    if any(c.lower_ in BOUNDS for c in token.children) or _is_range(token):
        return False
    after = token.nbor(1) if token.i + 1 < len(token.doc) else token
    return after.text not in ("-", "–", "'s", "’s")


def _names(token: Token) -> bool:
    """Whether a number is a year, "the 1978 film", or too small to be another one of the same."""
    return token.text in ("0", "1") or bool(_YEAR.fullmatch(token.text))


def _other(number: str, scene: Scene, token: Token) -> str:
    """Another number of the same form: the first digit changes."""
    if number.isdigit() and int(number) <= 20:
        others = [n for n in range(2, 21) if n != int(number)]
        return str(scene.choice(token, others))
    digits = [d for d in "23456789" if d != number[0]]
    return scene.choice(token, digits) + number[1:]
