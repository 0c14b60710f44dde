"""The settings of instance weights; they are not in `weighting`, because that needs torch."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StrictFloat
from pydantic.dataclasses import dataclass

from trainer.settings.values import FINITE, PoolingMode


@dataclass(frozen=True, slots=True, config=FINITE)
class Weighting:
    """Instance weights of the batch's negatives from a frozen encoder (DCLR).

    Attributes:
        model: the frozen encoder that says which anchors of a batch are too similar to be each
            other's negatives; empty for none; `self` for the one that is trained, as it is at each
            step.
        pooling: pooling of that encoder, if its folder states none.
        threshold: another anchor at least this similar is no negative.
    """

    model: str = ""
    pooling: PoolingMode = "cls"
    threshold: Annotated[StrictFloat, Field(ge=-1.0, le=1.0)] = 0.9
