"""The sources of negatives that a run has, together."""

from __future__ import annotations

from dataclasses import replace

import torch
from torch import Generator, nn

from trainer.data.roles import Need
from trainer.objective.negatives.source import Source
from trainer.objective.negatives.table import SOURCES
from trainer.objective.seen import Seen, joined
from trainer.settings.recipe import Recipe


class Sources(nn.ModuleDict):
    """The sources that a recipe asks for, in the order of the table.

    Its modules are the states of those that have one, by name: part of the checkpoint, and trained.

    Args:
        hidden: dimensions of a vector.
        used: whether there is a contrastive term to use them; without one there are none.
    """

    def __init__(self, recipe: Recipe, hidden: int, *, used: bool = True) -> None:
        table = SOURCES if used else {}
        made = {name: entry.make(recipe, hidden) for name, entry in table.items()}
        sources = {name: source for name, source in made.items() if source is not None}
        super().__init__(
            {name: one.state for name, one in sources.items() if one.state is not None}
        )
        self._made: list[Source] = list(sources.values())
        self._rate = recipe.learning_rate

    @property
    def needs(self) -> list[Need]:
        """The rows of a batch that the sources read."""
        return [need for source in self._made for need in source.needs]

    def trained(self) -> list[tuple[list[nn.Parameter], float]]:
        """The weights that sources learn, and the initial learning rate of each source's."""
        return [
            (weights, self._rate if source.rate is None else source.rate)
            for source in self._made
            if source.state is not None and (weights := list(source.state.parameters()))
        ]

    def with_negatives(self, seen: Seen, draw: Generator) -> Seen:
        """A batch together with the negatives that the sources make for it."""
        found = [source.negatives(seen, draw) for source in self._made]
        return replace(seen, negatives=joined(found, len(seen.triples)))

    @torch.no_grad()
    def remember(self, seen: Seen) -> None:
        """Keep what the sources need of a batch just trained on."""
        for source in self._made:
            if source.remember is not None:
                source.remember(seen)
