"""What a term of the loss is.

A term has a file of its own, with its settings and the function that makes it. Reading a recipe
imports these files, so only that function imports torch and what needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from trainer.data.roles import Need
from trainer.settings.recipe import Recipe

if TYPE_CHECKING:
    import torch
    from torch import Tensor

    from trainer.data.triples import Triple
    from trainer.encoders.encoder import Encoder
    from trainer.objective.seen import Seen
    from trainer.runtime.processes import Processes

Foresee: TypeAlias = "Callable[[Sequence[Triple], torch.device, Processes], None]"
"""Prepares for triples, on a device, together with the other processes."""


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the loss of a batch.

    It is made before the first step, from the initial encoder, which is not on its device yet and
    will change: the term must copy what it needs of it.

    Attributes:
        needs: the rows that it compares; a text is encoded if a need is met in full.
        value: the term of a batch, a scalar.
        foresee: shown the triples of the next steps before the first of them, for work that is
            cheaper on many at once; None where there is none.
    """

    needs: Sequence[Need]
    value: Callable[[Seen], Tensor]
    foresee: Foresee | None = None


@dataclass(frozen=True, slots=True)
class TermEntry:
    """An entry in the table of terms.

    Attributes:
        settings: a class that extends `Recipe` by its settings.
        weight: its factor in the loss, for a recipe; 0 if the recipe does not ask for it.
        make: makes it for a recipe that asks for it.
        loss: its name in the tags of a model card.
        aim: what it trains for, in the text of a model card.
    """

    settings: type[Recipe]
    weight: Callable[[Any], float]
    make: Callable[[Any, Encoder], Term]
    loss: str
    aim: str
