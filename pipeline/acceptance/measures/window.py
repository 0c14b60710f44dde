"""A window of match error rates, given as `LOW:HIGH` to an option."""

from __future__ import annotations

import math

from schemas.errors import UserError

Window = tuple[float, float]
"""Lowest and highest match error rate."""


def parse_window(option: str, text: str) -> Window:
    """Read `LOW:HIGH`.

    Raises:
        UserError: the text has another form, or the window is empty or not within [0, 1].
    """
    found = _numbers(text)
    if found is None:
        meant = text.replace(",", ":")
        example = "0.2:0.5" if _numbers(meant) is None else meant
        raise UserError(
            f"{option} {text!r} is not LOW:HIGH with 0 <= LOW < HIGH <= 1, as in {example}."
        )
    return found


def _numbers(text: str) -> Window | None:
    try:
        low, high = map(float, text.split(":"))
    except ValueError:
        low, high = math.nan, math.nan
    return (low, high) if 0 <= low < high <= 1 else None
