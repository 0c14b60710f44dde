"""The interface of a term of the loss."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from trainer.data.batch import Need
from trainer.data.triples import Triple
from trainer.encoders.encoder import Encoder
from trainer.objective.seen import Seen
from trainer.runtime.processes import Processes
from trainer.settings.recipe import Recipe

Foresee = Callable[[Sequence[Triple], torch.device, Processes], None]
"""Prepares for triples, on a device, together with the other processes."""


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the loss of a batch.

    Attributes:
        weight: factor in the loss, above 0.
        needs: the rows that it compares; a text is encoded if a need is met in full.
        value: the term of a batch, a scalar.
        foresee: shown the triples of the next steps before the first of them, for work that is
            cheaper on many at once; None where there is none.
    """

    weight: float
    needs: Sequence[Need]
    value: Callable[[Seen], Tensor]
    foresee: Foresee | None = None


MakeTerm = Callable[[Recipe, Encoder], Term | None]
"""Makes a recipe's term before the first step, from the initial encoder; None if it is off.

The encoder is not on its device yet. A term must copy what it keeps of it.
"""
