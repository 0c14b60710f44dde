"""The interface of a source of negatives."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from torch import Generator, nn

from trainer.data.batch import Need
from trainer.objective.seen import Negatives, Seen
from trainer.settings.recipe import Recipe


class Source(nn.Module, ABC):
    """Makes negatives for the contrastive term; its state is part of the checkpoint.

    Attributes:
        needs: the rows of a batch that it reads, other than anchors and positives.
    """

    needs: Sequence[Need] = ()

    @abstractmethod
    def forward(self, seen: Seen, draw: Generator) -> Negatives:
        """Negatives of a batch.

        Args:
            seen: its vectors.
            draw: source of randomness.
        """

    def remember(self, seen: Seen) -> None:
        """Keep what the source needs of a batch that was just trained on."""


MakeSource = Callable[[Recipe, int], Source | None]
"""Makes a recipe's source from the dimensions of a vector; None if the recipe has none."""
