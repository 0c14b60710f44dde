"""Perturbations of outputs and weights, and steps of FGSM, against NumPy; training with each."""

from __future__ import annotations

import copy

import numpy as np
import pytest
import torch

from tests.trainer.objective.building import (
    ROWS,
    nce,
    objective_of,
    prepared,
    terms_of,
    weights_of,
)
from tests.trainer.training.runs import lines
from trainer.data.roles import Role
from trainer.objective.perturbations import changed_outputs, changed_views
from trainer.training.fit import fit
from trainer.training.gradients import Gradients
from trainer.training.sharpness import ascent, uphill


def seeded(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def test_outputs_change_as_they_say():
    vectors = torch.tensor([[0.1, -3.0, 2.0, -0.5], [1.0, 0.0, -2.0, 4.0]])
    found = {
        change: changed_outputs(vectors, change, 0.5, seeded(1)).tolist()
        for change in ("trivial-mask", "significant-mask", "none")
    }
    assert found["trivial-mask"] == [[0, -3, 2, 0], [0, 0, -2, 4]]
    np.testing.assert_allclose(found["significant-mask"], [[0.1, 0, 0, -0.5], [1, 0, 0, 0]])
    assert found["none"] == vectors.tolist()
    noise = torch.randn(2, 4, generator=seeded(1)).numpy()
    noisy = changed_outputs(vectors, "gaussian-noise", 0.5, seeded(1))
    np.testing.assert_allclose(noisy.numpy(), vectors.numpy() + 0.5 * noise, atol=1e-6)
    noisy = changed_outputs(vectors, "batch-noise", 0.5, seeded(1))
    spread = vectors.numpy().std(0, ddof=1)
    np.testing.assert_allclose(noisy.numpy(), vectors.numpy() + 0.5 * noise * spread, atol=1e-6)
    alone = changed_outputs(vectors[:1], "batch-noise", 0.5, seeded(1))
    assert alone.tolist() == vectors[:1].tolist()
    kept = torch.rand(2, 4, generator=seeded(1)).numpy() >= 0.5
    masked = changed_outputs(vectors, "bernoulli-mask", 0.5, seeded(1))
    np.testing.assert_array_equal(masked.numpy(), vectors.numpy() * kept)
    many = changed_outputs(torch.ones(100, 100), "bernoulli-mask", 0.3, seeded(1))
    assert many.mean().item() == pytest.approx(0.7, abs=0.02)


def test_output_fgsm_steps_where_the_contrast_rises_most(recipe_for, tiny_bert):
    """The sign of the gradient by central differences of the NumPy loss."""
    recipe = recipe_for(
        tiny_bert,
        temperature=0.5,
        margin_weight=0.0,
        perturbation__output="fgsm",
        perturbation__output_strength=0.01,
        perturbation__views="both",
    )
    draw = np.random.default_rng(0)
    views = [draw.normal(size=(3, 32)) for _ in range(2)]
    tensors = [torch.tensor(v) for v in views]
    ours = changed_views(*tensors, recipe.perturbation, recipe.temperature, seeded(0))
    for which in (0, 1):
        for place in [(0, 0), (1, 7), (2, 31)]:
            values = []
            for step in (1e-6, -1e-6):
                moved = [v.copy() for v in views]
                moved[which][place] += step
                values.append(nce(*moved, temperature=0.5))
            expected = views[which][place] + 0.01 * np.sign(values[0] - values[1])
            assert ours[which][place].item() == pytest.approx(expected, abs=1e-9)


def test_input_fgsm_steps_where_the_loss_rises_most(recipe_for, tiny_bert):
    """The step of every part is the sign of the gradient at the embedding layer's output."""
    recipe = recipe_for(
        tiny_bert,
        perturbation__embeddings="fgsm",
        perturbation__embeddings_strength=0.02,
        forwards=4,
    )
    objective = objective_of(recipe)
    batch = prepared(objective)
    steps = Gradients(objective, recipe)._adversarial_steps(batch)
    outputs = []
    layer = objective.encoder.backbone.embeddings

    def watch(_module, _inputs, output):
        output.retain_grad()
        outputs.append(output)

    plain = objective_of(recipe_for(tiny_bert, forwards=4))
    plain.load_state_dict(objective.state_dict())
    layer = plain.encoder.backbone.embeddings
    layer.register_forward_hook(watch)
    terms = terms_of(plain, batch=batch)
    terms.loss.backward()
    assert len(steps) == len(outputs) == 4
    for step, output in zip(steps, outputs, strict=True):
        np.testing.assert_array_equal(step.numpy(), 0.02 * np.sign(output.grad.numpy()))
    assert all(p.grad is None or not p.grad.any() for p in weights_of(objective))
    objective.reader.hook.use(steps)
    with torch.no_grad():
        attacked = terms_of(objective, batch=batch)
    assert attacked.values["contrastive"] > terms.values["contrastive"] + 1e-4


def test_perturbed_rows_are_the_positives_or_both_views(recipe_for, tiny_bert):
    for views, expected in (("positive", {Role.POSITIVE}), ("both", set(list(Role)[:2]))):
        objective = objective_of(recipe_for(tiny_bert, perturbation__views=views))
        rows = prepared(objective).rows
        assert {row.role for row in rows if row.perturbed} == expected


def test_positives_that_the_copy_encodes_are_perturbed_there(recipe_for, tiny_bert):
    recipe = recipe_for(
        tiny_bert, base="ptbert", pseudo_tokens=4, perturbation__embeddings="gaussian-noise"
    )
    objective = objective_of(recipe)
    batch = prepared(objective)
    keys = [objective.read_keys(batch) for _ in range(2)]
    vectors = [objective.reader.read(batch.rows) for _ in range(2)]
    assert not torch.allclose(*keys)
    assert torch.equal(*vectors)


def test_ascent_of_weights_is_that_of_sam_and_awp():
    draw = np.random.default_rng(2)
    shapes = [(3, 2), (4,), (2, 5)]
    weights, gradients = ([draw.normal(size=s) for s in shapes] for _ in range(2))
    tensors = [[torch.tensor(v) for v in values] for values in (weights, gradients)]
    norm = np.sqrt(sum((g**2).sum() for g in gradients))
    for found, g in zip(ascent(*tensors, "sam", 0.1), gradients, strict=True):
        np.testing.assert_allclose(found.numpy(), 0.1 * g / norm, atol=1e-12)
    for found, w, g in zip(ascent(*tensors, "awp", 0.1), weights, gradients, strict=True):
        size = 0.1 * np.sqrt((w**2).sum() / (g**2).sum()) if w.ndim > 1 else 0.0
        np.testing.assert_allclose(found.numpy(), size * g, atol=1e-12)


@pytest.mark.parametrize("change", ["sam", "awp"])
def test_the_gradient_is_that_of_the_moved_weights(recipe_for, tiny_bert, change):
    recipe = recipe_for(tiny_bert, perturbation__weights=change, perturbation__weights_radius=0.05)
    ours, plain = objective_of(recipe), objective_of(recipe_for(tiny_bert))
    before = [p.detach().clone() for p in ours.parameters()]
    gradients = Gradients(ours, recipe)
    gradients(gradients.tokenised(ROWS))
    for now, first in zip(ours.parameters(), before, strict=True):
        assert torch.equal(now, first)
    plain.load_state_dict(ours.state_dict())
    terms_of(plain).loss.backward()
    moved = [p for p in plain.parameters() if p.grad is not None]
    steps = ascent([p.detach() for p in moved], [p.grad for p in moved], change, 0.05)
    with torch.no_grad():
        for parameter, step in zip(moved, steps, strict=True):
            parameter.add_(step)
    plain.zero_grad()
    terms_of(plain).loss.backward()
    for a, b in zip(ours.parameters(), plain.parameters(), strict=True):
        if b.grad is not None:
            torch.testing.assert_close(a.grad, b.grad, atol=1e-6, rtol=1e-4)


def test_weights_return_exactly_even_from_an_error():
    layer = torch.nn.Linear(3, 2)
    before = copy.deepcopy(layer.state_dict())
    layer(torch.randn(4, 3)).square().sum().backward()

    def interrupted():
        with uphill(list(layer.parameters()), "sam", 0.3):
            assert not torch.equal(layer.weight, before["weight"])
            assert layer.weight.grad is None
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert all(torch.equal(layer.state_dict()[name], value) for name, value in before.items())


PERTURBED = [
    {"tokens": "shuffle"},
    {"tokens": "token-cutoff"},
    {"tokens": "span-cutoff", "views": "both"},
    {"embeddings": "gaussian-noise"},
    {"embeddings": "gaussian-dropout"},
    {"embeddings": "bernoulli-dropout"},
    {"embeddings": "feature-cutoff", "views": "both"},
    {"embeddings": "fgsm", "embeddings_strength": 0.01},
    {"output": "gaussian-noise"},
    {"output": "bernoulli-mask", "views": "both"},
    {"output": "trivial-mask"},
    {"output": "significant-mask"},
    {"output": "fgsm", "output_strength": 0.01},
    {"weights": "sam"},
    {"weights": "awp", "weights_radius": 0.01},
    {"weights": "awp", "weights_radius": 0.01, "embeddings": "gaussian-noise"},
    {"weights": "awp", "weights_radius": 0.01, "embeddings": "fgsm", "embeddings_strength": 0.01},
]


PLAIN = {"base": "simcse", "forwards": 1, "learning_rate": 3e-3, "seed": 1}
PLAIN |= {"keep": "last", "validate_every": 100}


def assert_lowered(recipe, artifacts, run):
    fit(recipe, artifacts, run, device="cpu")
    losses = [line["loss"] for line in lines(run, "train")]
    assert np.mean(losses[-5:]) < np.mean(losses[:5]) - 0.005


@pytest.mark.parametrize("change", PERTURBED, ids=lambda c: "+".join(map(str, c.values())))
def test_a_perturbed_recipe_lowers_its_loss(recipe_for, small_bert, artifacts, tmp_path, change):
    settings = {f"perturbation__{key}": value for key, value in change.items()}
    assert_lowered(recipe_for(small_bert, **PLAIN, **settings), artifacts, tmp_path / "run")


def test_label_smoothing_lowers_its_loss(recipe_for, small_bert, artifacts, tmp_path):
    recipe = recipe_for(small_bert, **PLAIN, label_smoothing=0.1)
    assert_lowered(recipe, artifacts, tmp_path / "run")
