"""Thresholds on a model's score, given as `MODEL:THRESHOLD` to an option."""

from __future__ import annotations

from dataclasses import dataclass

from schemas.errors import UserError


@dataclass(frozen=True, slots=True)
class Threshold:
    """The value of `--min-similarity MODEL:THRESHOLD` or `--min-entailment MODEL:THRESHOLD`.

    Attributes:
        model: a folder or a hub name; `demo` for the similarity.
        lowest: the lowest score of an accepted paraphrase.
    """

    model: str
    lowest: float


def parse_threshold(option: str, text: str | None, least: float, example: str) -> Threshold | None:
    """Read `MODEL:THRESHOLD`; None for None.

    Args:
        least: the lowest threshold allowed; the highest is 1.

    Raises:
        UserError: the text has another form.
    """
    if text is None:
        return None
    model, colon, number = text.rpartition(":")
    try:
        threshold = float(number)
    except ValueError:
        threshold = float("nan")
    if not (colon and model and least <= threshold <= 1):
        raise UserError(
            f"{option} {text!r} is not MODEL:THRESHOLD with a threshold in [{least:g}, 1], as in"
            f" {example}."
        )
    return Threshold(model, threshold)
