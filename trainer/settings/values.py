"""The types of single settings: what each may be, and its limits."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, StrictFloat, StrictInt

FINITE = ConfigDict(allow_inf_nan=False)
"""Configuration of every class of settings: no value may be infinite or NaN."""

PoolingMode = Literal["cls", "mean", "mask"]
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
MOST = 2**31 - 1
"""The largest count: native code accepts no larger one."""
NotNegative = Annotated[StrictFloat, Field(ge=0.0)]
Positive = Annotated[StrictFloat, Field(gt=0.0)]
Share = Annotated[StrictFloat, Field(ge=0.0, lt=1.0)]
Count = Annotated[StrictInt, Field(ge=1, le=MOST)]
Length = Annotated[
    Count | Literal["model"], Field(description='a whole number above 0, or "model"')
]
CountOrNone = Annotated[StrictInt, Field(ge=0, le=MOST)]
