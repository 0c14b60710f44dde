"""The other side of a limit: "more than 300" -> "fewer than 300", "over 300" -> "under 300"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of, like, replace
from pipeline.negation.english.lexicon import YEAR
from pipeline.negation.kinds.facts.nouns import is_named
from pipeline.negation.kinds.facts.rough import CURRENCIES
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.quantity.dates import is_range

if TYPE_CHECKING:
    from spacy.tokens import Token

COMPARED = {"more": "fewer", "fewer": "more", "less": "more"}
SIDES = {"over": "under", "under": "over"}
# Hardly anything is fewer than these.
LEAST = frozenset("one two 1 2 0".split())
HUNDREDS = frozenset("million billion trillion".split())
MAYBE = frozenset("may might could perhaps possibly probably".split())
# What is measured and not counted: "less than 40 miles".
MEASURED = frozenset(
    "% percent second minute hour day week month year decade century time mile metre meter foot"
    " yard inch kilometre kilometer km acre hectare ton tonne kilogram kg pound dollar euro degree"
    " seconds minutes hours days weeks months years decades centuries miles metres meters feet"
    " yards inches kilometres kilometers acres hectares tons tonnes kilograms pounds dollars euros"
    " degrees million billion".split()
)
AMOUNTS = MEASURED - {"times"}


def other_bound(scene: Scene) -> Iterator[list[Edit]]:
    """ "more than 300" -> "fewer than 300", "over 40 miles" -> "under 40 miles".

    Also "at least four" -> "fewer than four"; "at least two" is left alone. "up to 300" -> "more
    than 300".
    """
    if scene.is_question or scene.is_denied:
        return
    if "than" in scene.words:
        yield from _compared(scene)
    if scene.has(SIDES):
        yield from _over_or_under(scene)
    if {"at", "least"} <= scene.words:
        yield from _at_least(scene)
    # "might hold up to 300 guests", and perhaps more
    if {"up", "to"} <= scene.words and not scene.has(MAYBE):
        yield from _up_to(scene)


def _compared(scene: Scene) -> Iterator[list[Edit]]:
    for token in scene.tokens[:-2]:
        word, than = token.lower_, token.nbor(1)
        number = _figure(than)
        if word not in COMPARED or than.lower_ != "than" or number.tag_ != "CD":
            continue
        # "only less than five years"
        if token.i and token.nbor(-1).lower_ in ("only", "no", "not"):
            continue
        if number.lower_ not in LEAST and _is_said(number, scene):
            amount = number.i + 1 < len(scene.doc) and number.nbor(1).text == "%"
            amount |= number.nbor(-1).text in CURRENCIES
            amount |= number.head.lower_ in AMOUNTS
            yield [replace(token, "less" if word == "more" and amount else COMPARED[word])]


def _over_or_under(scene: Scene) -> Iterator[list[Edit]]:
    """ "over 300 guests", "just under 40 %"; not "won over 300 guests" in another sense."""
    for token in scene.tokens[:-1]:
        number = _figure(token) if token.lower_ in SIDES else token
        if number.i == token.i or token.dep_ not in ("quantmod", "advmod") or token.text.isupper():
            continue
        # "over 40", "over 40 million", "over $40"
        if _is_counting(number, scene) and number.i <= token.head.i < number.i + 2:
            yield [replace(token, SIDES[token.lower_])]


def _at_least(scene: Scene) -> Iterator[list[Edit]]:
    for token in scene.tokens[:-2]:
        least, number = token.nbor(1), token.nbor(2)
        if (token.lower_, least.lower_) != ("at", "least") or not _is_counting(number, scene):
            continue
        less = "less" if number.head.lower_ in AMOUNTS else "fewer"
        yield [Edit(token.idx, end_of(least), like(token, f"{less} than"))]


def _up_to(scene: Scene) -> Iterator[list[Edit]]:
    """ "up to 300 guests" -> "more than 300 guests"; not "from 40 up to 300", nor "added up to"."""
    for token in scene.tokens[:-2]:
        to, number = token.nbor(1), token.nbor(2)
        if (token.lower_, to.lower_) != ("up", "to") or token.dep_ == "prt":
            continue
        ranged = scene.has(("from", "between")) or token.head.tag_[0] == "V"
        if not ranged and _is_counting(number, scene):
            yield [Edit(token.idx, end_of(to), like(token, "more than"))]


def _is_counting(number: Token, scene: Scene) -> bool:
    """Whether a number counts what is said, and is no year, range or name."""
    # "over 24/7 service"
    if "/" in number.text:
        return False
    few = number.lower_ in LEAST and number.head.lower_ not in HUNDREDS
    if number.tag_ != "CD" or few or YEAR.fullmatch(number.text):
        return False
    if is_range(number) or is_named(number.head) or number.i in scene.enclosed:
        return False
    return _is_said(number, scene)


def _is_said(number: Token, scene: Scene) -> bool:
    """ "has more than 300 seats", "a hall, which has more than 300 seats"."""
    return scene.asserts_count(number) or scene.states(number)


def _figure(before: Token) -> Token:
    """The figure behind a word, or the word behind it if that is none; a "$" may come first."""
    behind = before.nbor(1)
    currency = behind.text in CURRENCIES and behind.i + 1 < len(before.doc)
    return behind.nbor(1) if currency else behind
