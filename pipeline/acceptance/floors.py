"""Thresholds on a model's score, given as `MODEL:THRESHOLD` to an option."""

from __future__ import annotations

from dataclasses import dataclass

from schemas.errors import UserError


@dataclass(frozen=True, slots=True)
class Floor:
    """The value of `--min-similarity MODEL:THRESHOLD` or `--min-entailment MODEL:THRESHOLD`.

    Attributes:
        model: a folder or a hub name; `demo` for the similarity.
        floor: lowest score of an accepted paraphrase.
    """

    model: str
    floor: float


def parse_floor(option: str, text: str | None, lowest: float, example: str) -> Floor | None:
    """Read `MODEL:THRESHOLD`; None for None.

    Args:
        lowest: lowest floor allowed; the highest is 1.

    Raises:
        UserError: the text has another form.
    """
    if text is None:
        return None
    model, colon, number = text.rpartition(":")
    try:
        floor = float(number)
    except ValueError:
        floor = float("nan")
    if not (colon and model and lowest <= floor <= 1):
        raise UserError(
            f"{option} {text!r} is not MODEL:THRESHOLD with a threshold in [{lowest:g}, 1], as in"
            f" {example}."
        )
    return Floor(model, floor)
