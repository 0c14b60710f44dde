"""What a source of negatives is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from torch import Generator, nn

from trainer.data.batch import Need
from trainer.objective.seen import Negatives, Seen
from trainer.recipes.settings import Recipe


class Source(nn.Module, ABC):
    """Makes negatives for the contrastive term; its state is a part of the checkpoint.

    Attributes:
        needs: the rows of a batch that it reads besides anchors and positives.
    """

    needs: Sequence[Need] = ()

    @abstractmethod
    def forward(self, seen: Seen, draw: Generator) -> Negatives:
        """Negatives of a batch.

        Args:
            seen: its vectors.
            draw: randomness.
        """

    def remember(self, seen: Seen) -> None:
        """Keep what is wanted of a batch that was just trained on."""


MakeSource = Callable[[Recipe, int], Source | None]
"""Makes a recipe's source from the width of a vector; None where the recipe does without it."""
