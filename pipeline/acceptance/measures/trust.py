"""The probability that a paraphrase says the same, from scores of the translation models.

A logistic regression over a few figures. Its weights, in `trust.tsv`, were fitted on paraphrases
that strict readers judged (`tools/fit_trust.py`). No sentence encoder takes part.
"""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

from pipeline.negation.english.lists import read_list, rows_of

WEIGHTS = "trust.tsv"


class Figures(NamedTuple):
    """Figures about a paraphrase. The first four are log-probabilities, as means per token.

    Attributes:
        returned: the paraphrase's own translation given the anchor, minus the same given the
            paraphrase: whatever the paraphrase says, does the anchor say it too?
        outward: the pivot text given the anchor.
        recalled: the anchor given the pivot text.
        score: the paraphrase given the pivot text.
        strange: number of content words added or dropped without a known substitute.
        plain: 1 if nothing differs that could be wrong, else 0.
        words: number of words of the anchor.
    """

    returned: float
    outward: float
    recalled: float
    score: float
    strange: float
    plain: float
    words: float


def trust(figures: Figures) -> float:
    """Probability that the paraphrase says the same, in [0, 1]; nan if a figure is missing."""
    base, weights = _weights()
    odds = base + sum(w * f for w, f in zip(weights, figures, strict=True))
    return math.nan if math.isnan(odds) else 1 / (1 + math.exp(-odds))


@cache
def _weights() -> tuple[float, Figures]:
    rows = rows_of(read_list(__package__, WEIGHTS), WEIGHTS, 2)
    found = {name: float(weight) for _, (name, weight) in rows}
    return found.pop("base"), Figures(**found)
