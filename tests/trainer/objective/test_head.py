from __future__ import annotations

import pytest
import torch

from tests.trainer.objective.building import objective_of
from trainer.objective.head import mlp_head


def test_a_head_starts_as_simcses():
    torch.manual_seed(0)
    dense, tanh = mlp_head(400)
    assert dense.weight.std().item() == pytest.approx(0.02, rel=0.01)
    assert dense.weight.mean().item() == pytest.approx(0, abs=2e-4)
    # Normal, not uniform: of a normal distribution 4.55 % lie beyond two deviations.
    assert (dense.weight.abs() > 0.04).float().mean().item() == pytest.approx(0.0455, abs=3e-3)
    assert not dense.bias.any()
    assert tanh(torch.tensor(1.0)).item() == pytest.approx(0.76159, abs=1e-5)


def test_a_head_takes_the_deviation_that_the_model_states(recipe_for, tiny_bert):
    weight = objective_of(recipe_for(tiny_bert)).head[0].weight
    assert weight.std().item() == pytest.approx(0.2, rel=0.1)
