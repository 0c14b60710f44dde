"""The types of single settings: what each may be, and its limits."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, StrictFloat, StrictInt

PoolingMode = Literal["cls", "mean", "mask"]
NegationRole = Literal["margin", "negative", "positive", "ignored"]
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
TokenChange = Literal["none", "shuffle", "crop", "delete", "reorder", "token-cutoff", "span-cutoff"]
InputChange = Literal[
    "none", "gaussian-noise", "gaussian-dropout", "bernoulli-dropout", "feature-cutoff", "fgsm"
]
OutputChange = Literal[
    "none",
    "gaussian-noise",
    "batch-noise",
    "bernoulli-mask",
    "trivial-mask",
    "significant-mask",
    "fgsm",
]
WeightChange = Literal["none", "sam", "awp"]


NotNegative = Annotated[StrictFloat, Field(ge=0.0)]
Positive = Annotated[StrictFloat, Field(gt=0.0)]
Share = Annotated[StrictFloat, Field(ge=0.0, lt=1.0)]
Count = Annotated[StrictInt, Field(ge=1)]
CountOrNone = Annotated[StrictInt, Field(ge=0)]
Alpha = Annotated[StrictFloat, Field(ge=-2.0, le=2.0)]
# Two cosines differ by 2 at most, so a bound of 2 is none.
Beta = Annotated[Alpha, BeforeValidator(lambda v: 2.0 if v in ("none", float("inf")) else v)]
Bounds = tuple[Alpha, Beta]
"""Smallest and largest target difference of similarities."""
