"""Other ranges: "30 to 40 metres" -> "60 to 80 metres", "5–7 days" -> "10–14 days"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.english.lexicon import PERCENT, YEAR
from pipeline.negation.english.things import MONTHS
from pipeline.negation.kinds.facts.limits import SUBJECT
from pipeline.negation.kinds.facts.nouns import is_named
from pipeline.negation.kinds.facts.rough import CURRENCIES
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.quantity.counted import NAMING, UNITS
from pipeline.negation.kinds.quantity.values import DIGITS, VALUES, value

if TYPE_CHECKING:
    from spacy.tokens import Token

JOINED = re.compile(r"(\d+(?:\.\d+)?)([–-])(\d+(?:\.\d+)?)")
BETWEEN = frozenset("to or – -".split())
WORDS = {int(amount): word for word, amount in VALUES.items()}
FACTORS = (2, 3, 4)
MILLIONS = frozenset("million billion thousand hundred".split())
# Their numbers are names, or a result.
NO_AMOUNT = NAMING | frozenset(
    "aged ages age season seasons episode episodes chapters pages verses grades levels majority"
    " vote votes win victory loss defeat draw record lead series split".split()
)


def other_range(scene: Scene) -> Iterator[list[Edit]]:
    """ "is 30 to 40 metres wide" -> "is 60 to 80 metres wide"; the two do not overlap."""
    if scene.is_question or not (scene.has_digits or scene.has(BETWEEN)):
        return
    lowers, most = scene.lowers, len(scene.lowers) - 1
    for i, word in enumerate(lowers[:-1]):
        token = scene.tokens[i]
        found = JOINED.fullmatch(word) if scene.has_digits and len(word) > 2 else None
        if found is not None:
            first, last, end = found[1], found[3], token
        elif i + 1 < most and lowers[i + 1] in BETWEEN and _is_number(word):
            end = scene.tokens[i + 2]
            first, last = token.text, end.text
        else:
            continue
        if not (_is_number(first) and _is_number(last) and _is_of_amount(token, end, scene)):
            continue
        new = _others(first, last, most=100 if end.nbor(1).text in PERCENT else None)
        if new is None:
            continue
        if found is not None:
            yield [replace(token, f"{new[0]}{found[2]}{new[1]}")]
        else:
            yield [replace(token, new[0]), replace(end, new[1])]


def _is_number(text: str) -> bool:
    known = DIGITS.fullmatch(text) is not None and not YEAR.fullmatch(text)
    return known or (text.lower() in VALUES and text.lower() != "one")


def _is_of_amount(first: Token, end: Token, scene: Scene) -> bool:
    """Whether a range counts or measures what is said, and is no date, score or name."""
    if end.i + 1 >= len(scene.doc) or not (scene.states(end) or _is_of_subject(end, scene)):
        return False
    before = first.nbor(-1) if first.i else first
    # "By 10–14 million years ago it was cold": and so before that, perhaps.
    if before.lower_ == "by" and before.i == 0:
        return False
    if before.text in MONTHS or before.text in CURRENCIES or before.lower_ in NO_AMOUNT:
        return False
    unit = end.nbor(1)
    if unit.lower_ in MILLIONS and unit.i + 1 < len(scene.doc):
        unit = unit.nbor(1)
    if unit.text in PERCENT or unit.text in UNITS:
        return True
    return unit.tag_ == "NNS" and not is_named(unit) and unit.lower_ not in NO_AMOUNT


def _is_of_subject(end: Token, scene: Scene) -> bool:
    return end.head.dep_ in SUBJECT and scene.asserts(end, subject=True)


def _others(first: str, last: str, most: int | None) -> tuple[str, str] | None:
    """Both numbers, multiplied so that the ranges do not overlap."""
    low, high = value(first), value(last)
    if not 0 < low < high:
        return None
    for factor in FACTORS:
        fits = low * factor > high and (most is None or high * factor < most)
        if fits:
            one, other = _written(low * factor, first), _written(high * factor, last)
            return (one, other) if one is not None and other is not None else None
    return None


def _written(amount: float, like: str) -> str | None:
    """An amount in the form of another one: "60", "4.50", "12,000", "six"."""
    if like.lower() in VALUES:
        return WORDS.get(int(amount))
    decimals = len(like.partition(".")[2])
    return f"{amount:,.{decimals}f}" if "," in like else f"{amount:.{decimals}f}"
