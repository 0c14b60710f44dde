"""Negatives that are drawn at random; `samplers` has the distributions."""

from __future__ import annotations

from dataclasses import field

from pydantic.dataclasses import dataclass

from trainer.objective.negatives.noise import Noise
from trainer.objective.negatives.source import Source
from trainer.settings.recipe import Recipe
from trainer.settings.values import FINITE


@dataclass(frozen=True, kw_only=True, config=FINITE)
class Drawn(Recipe):
    """The settings of the source.

    Attributes:
        noise: randomly drawn negatives.
    """

    noise: Noise = field(default_factory=Noise)


def drawn(recipe: Drawn, hidden: int) -> Source | None:
    """Draws from the distribution of the recipe."""
    if recipe.noise.source == "none":
        return None
    from trainer.objective.negatives.samplers import SAMPLERS

    sampler = SAMPLERS[recipe.noise.source](recipe.noise, recipe.temperature, hidden)
    rate = recipe.noise.latent_rate
    return Source(sampler, remember=sampler.remember, state=sampler, rate=rate)
