"""Groups of shared settings, such as `momentum.queue`; each group is off by default."""

from __future__ import annotations

from typing import Literal

from pydantic.dataclasses import dataclass

from trainer.settings.values import (
    FINITE,
    CountOrNone,
    InputChange,
    OutputChange,
    Positive,
    Share,
    TokenChange,
    WeightChange,
)


@dataclass(frozen=True, slots=True, config=FINITE)
class Momentum:
    """A slowly following copy of the encoder that encodes positives, and a queue of them.

    Attributes:
        decay: share of the copy's weights that each step keeps; 0 for no copy.
        queue: positives of past batches that serve as negatives; 0 for none.
    """

    decay: Share = 0.0
    queue: CountOrNone = 0


@dataclass(frozen=True, slots=True, config=FINITE)
class Perturbation:
    """Changes of tokens, input embeddings, output and weights (`trainer.objective.perturbations`).

    Attributes:
        views: which texts of the contrastive pair are perturbed.
        tokens: change of the sentence's tokens.
        tokens_share: share of the sentence's tokens that it changes.
        embeddings: change of the input embeddings of the sentence's tokens.
        embeddings_strength: deviation, dropout rate, share of features or step of that change.
        output: change of the sentence vector that the loss sees.
        output_strength: deviation, rate, share of features or step of that change.
        weights: ascent of the weights before the gradient is taken.
        weights_radius: rho of SAM, or the relative size of AWP.
    """

    views: Literal["positive", "both"] = "positive"
    tokens: TokenChange = "none"
    tokens_share: Share = 0.15
    embeddings: InputChange = "none"
    embeddings_strength: Positive = 0.1
    output: OutputChange = "none"
    output_strength: Positive = 0.1
    weights: WeightChange = "none"
    weights_radius: Positive = 0.05
