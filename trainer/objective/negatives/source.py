"""What a source of negatives is.

Like a term, it has a file of its own, with its settings and the function that makes it; only that
function imports torch and what needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from trainer.data.roles import Need
from trainer.settings.recipe import Recipe

if TYPE_CHECKING:
    from torch import Generator, nn

    from trainer.objective.seen import Negatives, Seen


@dataclass(frozen=True, slots=True)
class Source:
    """Makes negatives for the contrastive term.

    Attributes:
        negatives: those of a batch, from its vectors and a source of randomness.
        needs: the rows of a batch that it reads, other than anchors and positives.
        remember: keeps what the source needs of a batch that was just trained on; None for nothing.
        state: its tensors, which are part of the checkpoint; None for none. Its parameters are
            trained on the loss that comes with the negatives.
        rate: initial learning rate of these parameters; None for that of the recipe.
    """

    negatives: Callable[[Seen, Generator], Negatives]
    needs: Sequence[Need] = ()
    remember: Callable[[Seen], None] | None = None
    state: nn.Module | None = None
    rate: float | None = None


@dataclass(frozen=True, slots=True)
class SourceEntry:
    """An entry in the table of sources.

    Attributes:
        settings: a class that extends `Recipe` by its settings; `Recipe` itself if it has none.
        make: makes it from a recipe and the dimensions of a vector; None if the recipe does not ask
            for it.
    """

    settings: type[Recipe]
    make: Callable[[Any, int], Source | None]
