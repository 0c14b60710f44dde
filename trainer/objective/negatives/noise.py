"""The distributions of random negatives and their settings."""

from __future__ import annotations

from typing import Literal

from pydantic.dataclasses import dataclass

from trainer.settings.values import FINITE, Count, CountOrNone, Positive

NoiseSource = Literal[
    "none",
    "standard",
    "mean",
    "deviation",
    "gaussian",
    "covariance",
    "correlated",
    "mixture",
    "vae",
    "memory",
    "anchor",
]


@dataclass(frozen=True, slots=True, config=FINITE)
class Noise:
    """How negatives are drawn.

    Attributes:
        source: where random negatives are drawn from: a Gaussian that is `standard` or has the
            batch's `mean`, its `deviation` of each feature, or both (`gaussian`), also times its
            covariance matrix (`covariance`), or with that covariance (`correlated`), or lies around
            each `anchor`; a `mixture` of Gaussians; a variational auto-encoder (`vae`); anchors of
            past batches (`memory`); `none` draws nothing.
        ratio: vectors drawn for each anchor of the batch; all anchors share them.
        deviation: factor on the deviation of whatever is drawn.
        components: number of Gaussians in the mixture.
        latent: width of the variational auto-encoder's hidden variable.
        latent_rate: the auto-encoder's initial learning rate, higher than the encoder's because it
            starts from random weights.
        memory: number of vectors of past batches that the sources `memory` and `mixture` keep.
        ascent_steps: number of steps by which the drawn vectors climb the contrastive loss (DCLR).
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
