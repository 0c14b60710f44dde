"""How many negatives are drawn, for which batches, from what."""

from __future__ import annotations

from typing import get_args

import pytest
import torch

from trainer.data.roles import Role
from trainer.objective.negatives.noise import Noise, NoiseSource
from trainer.objective.negatives.samplers import SAMPLERS, FromMemory, FromMixture
from trainer.objective.seen import Negatives, Seen


def seeded(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def seen(anchor: torch.Tensor) -> Seen:
    return Seen([], {Role.ANCHOR: anchor}, {})


def draws(anchor: torch.Tensor, settings: Noise) -> Negatives:
    source = SAMPLERS[settings.source](settings, 0.05, anchor.shape[1])
    return source(seen(anchor), seeded(1))


@pytest.mark.parametrize(("ratio", "expected"), [(0.1, 1), (1.0, 6), (2.5, 15)])
def test_the_number_drawn_goes_with_the_batch(ratio, expected):
    anchor = torch.randn(6, 4, generator=seeded(0))
    for source in ("gaussian", "mixture", "vae"):
        drawn = draws(anchor, Noise(source=source, ratio=ratio, latent=2))
        assert drawn.vectors.shape == (expected, 4)
        assert not drawn.vectors.requires_grad


@pytest.mark.parametrize("source", ["gaussian", "correlated", "mixture", "vae", "standard"])
def test_nothing_is_drawn_for_a_single_anchor(source):
    drawn = draws(torch.ones(1, 4), Noise(source=source, latent=2, ascent_steps=2))
    assert (drawn.vectors.shape, drawn.loss) == ((0, 4), None)


def test_memory_gives_vectors_of_past_batches_once_there_are_any():
    source = FromMemory(Noise(source="memory", memory=4), 0.05, 2)
    batch = seen(torch.ones(3, 2))
    assert source(batch, seeded(0)).vectors.shape == (0, 2)
    source.remember(seen(torch.arange(8.0).reshape(4, 2)))
    drawn = source(batch, seeded(0))
    assert {tuple(row) for row in drawn.vectors.tolist()} < {(0, 1), (2, 3), (4, 5), (6, 7)}
    assert len(drawn.vectors) == 3
    assert drawn.loss is None


def test_a_mixture_is_fitted_to_past_batches_too():
    source = FromMixture(Noise(source="mixture", components=2, memory=8, ratio=8.0), 0.05, 2)
    here, there = torch.randn(4, 2, generator=seeded(0)), torch.full((4, 2), 90.0)
    assert source(seen(here), seeded(0)).vectors.abs().max() < 9
    source.remember(seen(there + here))
    drawn = source(seen(here), seeded(0)).vectors
    assert sorted({round(x / 90) for x in drawn.flatten().tolist()}) == [0, 1]
    # As many as it has room for, this batch's among them: the far ones have to go.
    source.remember(seen(here))
    assert source(seen(here), seeded(0)).vectors.abs().max() < 9


def test_what_an_auto_encoder_draws_is_from_before_the_batch():
    torch.manual_seed(0)
    source = SAMPLERS["vae"](Noise(source="vae", latent=2), 0.05, 4)
    batches = [torch.randn(5, 4, generator=seeded(seed)) for seed in (0, 1)]
    first, second = (source(seen(batch), seeded(1)) for batch in batches)
    assert torch.equal(first.vectors, second.vectors)
    assert first.loss.item() != second.loss.item()


def test_only_an_auto_encoder_has_something_to_learn():
    anchor = torch.randn(5, 4, generator=seeded(0))
    learning = [s for s in SAMPLERS if draws(anchor, Noise(source=s, latent=2)).loss]
    assert learning == ["vae"]


def test_there_is_a_distribution_for_every_source_that_a_recipe_may_name():
    assert {"none", *SAMPLERS} == set(get_args(NoiseSource))
