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
    """What is known of a paraphrase; log-probabilities are means per token.

    Attributes:
        returned: of the paraphrase's own translation given the anchor, minus that given the
            paraphrase: whatever the paraphrase says, does the anchor say it too?
        outward: of the pivot text given the anchor.
        recalled: of the anchor given the pivot text.
        score: of the paraphrase given the pivot text.
        strange: content words that were added or dropped without a known substitute.
        plain: 1 if nothing differs that could be wrong, else 0.
        words: of the anchor.
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
    rows = rows_of(read_list("pipeline.acceptance", WEIGHTS), WEIGHTS, 2)
    found = {name: float(weight) for _, (name, weight) in rows}
    return found.pop("base"), Figures(**found)
