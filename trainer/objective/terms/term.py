"""The interface of a term of the loss."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from torch import Tensor

from trainer.data.batch import Need
from trainer.encoders.encoder import Encoder
from trainer.objective.seen import Seen
from trainer.recipes.settings import Recipe


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the loss of a batch.

    Attributes:
        weight: factor in the loss, above 0.
        needs: the rows that it compares; a text is encoded if a need is met in full.
        value: the term of a batch, a scalar.
    """

    weight: float
    needs: Sequence[Need]
    value: Callable[[Seen], Tensor]


MakeTerm = Callable[[Recipe, Encoder], Term | None]
"""Makes a recipe's term before the first step, from the initial encoder; None if it is off.

The encoder is not on its device yet. A term must copy what it keeps of it.
"""
