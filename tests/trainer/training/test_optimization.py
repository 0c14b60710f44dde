from __future__ import annotations

import copy

import pytest
import torch
from torch import nn

from trainer.losses import recall
from trainer.objective.negatives.sources import Sources
from trainer.objective.terms.recall import RecallTerm
from trainer.recipes.reading import load_recipe
from trainer.training.optimization import build_adamw, decayed_rate, set_rate


def moved_model() -> tuple[nn.Module, nn.Module, list[torch.Tensor]]:
    torch.manual_seed(3)
    model = nn.Sequential(nn.Linear(4, 3), nn.Tanh(), nn.Linear(3, 2))
    initial = [p.detach().clone() for p in model.parameters()]
    return model, copy.deepcopy(model), initial


def test_gradient_by_hand_equals_autograd_of_the_loss():
    by_hand, by_autograd, initial = moved_model()
    term = RecallTerm(by_hand.parameters(), gamma=0.7)
    x = torch.randn(5, 4)
    for model in (by_hand, by_autograd):
        with torch.no_grad():
            for i, parameter in enumerate(model.parameters()):
                parameter.add_(0.1 * (i + 1))
    by_hand(x).square().mean().backward()
    term.add_gradient()
    task = by_autograd(x).square().mean()
    (task + recall(by_autograd.parameters(), initial, 0.7)).backward()
    for ours, theirs in zip(by_hand.parameters(), by_autograd.parameters(), strict=True):
        torch.testing.assert_close(ours.grad, theirs.grad, rtol=0, atol=1e-6)
    expected = recall(by_autograd.parameters(), initial, 0.7).item()
    assert term.value() == pytest.approx(expected, rel=1e-6)


def test_weights_that_have_not_moved_are_not_pulled():
    """Not by a rounding error either, which Adam would scale to a whole step."""
    table = nn.Embedding(1 << 12, 300)
    term = RecallTerm(table.parameters(), gamma=2e-3)
    with torch.no_grad():
        table.weight[7] += 0.5
    table.weight.grad = torch.zeros_like(table.weight)
    term.add_gradient()
    assert table.weight.grad[7].tolist() == pytest.approx([1e-3] * 300, rel=1e-4)
    table.weight.grad[7] = 0.0
    assert not table.weight.grad.any()


def test_weights_of_every_shape_are_pulled():
    weights = [nn.Parameter(torch.full(shape, 2.0)) for shape in [(), (3,), (2, 3, 2), (2, 0)]]
    term = RecallTerm(weights, gamma=0.5)
    for weight in weights:
        weight.grad = torch.zeros_like(weight)
        weight.data += 1.0
    weights[1].grad = None
    term.add_gradient()
    assert weights[0].grad.item() == 0.5
    assert weights[1].grad is None
    assert (weights[2].grad == 0.5).all()
    assert term.value() == pytest.approx(0.25 * (1 + 3 + 12))


def test_without_strength_nothing_is_added_nor_kept():
    model, _, _ = moved_model()
    term = RecallTerm(model.parameters(), gamma=0.0)
    term.add_gradient()
    assert term.value() == 0.0
    assert all(p.grad is None for p in model.parameters())


@pytest.mark.parametrize(("step", "expected"), [(0, 2.0), (5, 1.0), (9, 0.2), (10, 0.0)])
def test_rate_falls_linearly_to_zero(step, expected):
    assert decayed_rate(2.0, step, 10) == pytest.approx(expected)


def test_the_decoupled_form_is_a_step_of_its_own_towards_the_first_weights():
    """RecAdam's update without annealing: `theta - rate gamma (theta - theta*)`, no gradient."""
    model, _, initial = moved_model()
    term = RecallTerm(model.parameters(), gamma=0.7, form="decoupled")
    with torch.no_grad():
        for i, parameter in enumerate(model.parameters()):
            parameter.add_(0.1 * (i + 1))
    before = [p.detach().numpy().copy() for p in model.parameters()]
    term.add_gradient()
    assert all(p.grad is None for p in model.parameters())
    term.pull(0.25)
    for now, moved, first in zip(model.parameters(), before, initial, strict=True):
        expected = moved - 0.25 * 0.7 * (moved - first.numpy())
        assert now.detach().numpy() == pytest.approx(expected, abs=1e-6)
    assert not term.in_loss
    assert term.value() > 0


def test_the_loss_form_takes_no_step_of_its_own():
    model, _, initial = moved_model()
    term = RecallTerm(model.parameters(), gamma=0.7)
    with torch.no_grad():
        next(iter(model.parameters())).add_(1.0)
    before = [p.detach().clone() for p in model.parameters()]
    term.pull(0.25)
    assert all(torch.equal(p, b) for p, b in zip(model.parameters(), before, strict=True))
    assert not torch.equal(before[0], initial[0])


def test_the_sampler_learns_at_a_rate_of_its_own():
    changes = ["learning_rate=2e-5", "noise.source=vae", "noise.latent_rate=1e-3"]
    recipe = load_recipe("gaussian-negatives", changes)
    parts = [[nn.Parameter(torch.ones(2))]]
    sources = Sources(recipe, 4)
    ((weights, rate),) = sources.trained()
    assert rate == 1e-3
    assert {*map(id, weights)} == {*map(id, sources.parameters())}
    optimizer = build_adamw(parts[0], recipe, [(weights, rate)])
    set_rate(optimizer, decayed_rate(recipe.learning_rate, 5, 10))
    assert [group["lr"] for group in optimizer.param_groups] == pytest.approx([1e-5, 5e-4])
    assert len(build_adamw(parts[0], recipe).param_groups) == 1


def test_decay_spares_norms_and_biases():
    """AdamW of zero gradients: a step leaves a weight at `1 - rate * decay` of itself."""
    model = nn.Sequential(nn.Linear(4, 3), nn.LayerNorm(3), nn.Embedding(5, 2))
    recipe = load_recipe("osscse", ["weight_decay=0.1", "learning_rate=0.5"])
    optimizer = build_adamw(list(model.parameters()), recipe)
    before = {name: p.detach().clone() for name, p in model.named_parameters()}
    for parameter in model.parameters():
        parameter.grad = torch.zeros_like(parameter)
    optimizer.step()
    kept = {name: 0.95 if p.dim() == 2 else 1.0 for name, p in before.items()}
    assert kept == {"0.weight": 0.95, "0.bias": 1, "1.weight": 1, "1.bias": 1, "2.weight": 0.95}
    for name, parameter in model.named_parameters():
        torch.testing.assert_close(parameter.detach(), kept[name] * before[name])
