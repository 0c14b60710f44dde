"""The settings of a recipe that belong together, `noise.ratio` say, each group off by default."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, StrictFloat
from pydantic.dataclasses import dataclass

from trainer.settings.values import (
    Count,
    CountOrNone,
    InputChange,
    NoiseSource,
    NotNegative,
    OutputChange,
    PoolingMode,
    Positive,
    Share,
    TokenChange,
    WeightChange,
)

FINITE = ConfigDict(allow_inf_nan=False)
"""Of every group and of the recipe: no setting is infinite or no number."""


@dataclass(frozen=True, slots=True, config=FINITE)
class Noise:
    """Randomly drawn negatives; `trainer.objective.negatives` has the distributions.

    Attributes:
        source: the distribution; `none` draws nothing.
        ratio: vectors drawn for each anchor of the batch; all anchors share them.
        deviation: factor on the deviation of whatever is drawn.
        components: of the Gaussian mixture.
        latent: width of the variational auto-encoder's hidden variable.
        latent_rate: the auto-encoder's initial learning rate, higher than the encoder's because it
            starts from random weights.
        memory: vectors of past batches that the sources `memory` and `mixture` keep.
        ascent_steps: steps by which the drawn vectors climb the contrastive loss (DCLR).
        ascent_rate: length of each of these steps.
    """

    source: NoiseSource = "none"
    ratio: Positive = 1.0
    deviation: Positive = 1.0
    components: Count = 4
    latent: Count = 64
    latent_rate: Positive = 1e-3
    memory: Count = 1024
    ascent_steps: CountOrNone = 0
    ascent_rate: Positive = 1e-3


@dataclass(frozen=True, slots=True, config=FINITE)
class Weighting:
    """Instance weights of the batch's negatives from a frozen encoder (DCLR).

    Attributes:
        model: the frozen encoder; empty for none; `self` for the one that is trained, as it is at
            each step.
        pooling: its pooling, if its folder states none.
        threshold: a negative at least this similar to the anchor is left out of the sum.
    """

    model: str = ""
    pooling: PoolingMode = "cls"
    threshold: Annotated[StrictFloat, Field(ge=-1.0, le=1.0)] = 0.9


@dataclass(frozen=True, slots=True, config=FINITE)
class Teacher:
    """A frozen encoder whose similarities are the target of a term of their own.

    Attributes:
        model: the frozen encoder; empty for none.
        pooling: its pooling, if its folder states none.
        weight: of the term.
        temperature: of both distributions over a batch's sentences.
    """

    model: str = ""
    pooling: PoolingMode = "cls"
    weight: NotNegative = 1.0
    temperature: Positive = 0.05


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
