"""The probability that a paraphrase says the same, from scores of the translation models.

A logistic regression over a few figures. Its weights, in `trust.tsv`, were fitted on paraphrases
that strict readers judged (`tools/fit_trust.py`). No sentence encoder takes part.
"""

from __future__ import annotations

import math
from functools import cache
from importlib import resources
from typing import NamedTuple

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
    text = (resources.files("pipeline.acceptance") / WEIGHTS).read_text(encoding="utf-8")
    lines = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    found = {name: float(weight) for name, weight in lines}
    return found.pop("base"), Figures(**found)
