"""Drawn negatives against NumPy, given the same normal draws."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from trainer.objective.negatives.distributions import (
    AutoEncoder,
    Mixture,
    ascend,
    draw_from_batch,
    draw_from_mixture,
    fit_mixture,
)


def seeded(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def normal(count: int, width: int, seed: int) -> np.ndarray:
    return torch.randn(count, width, generator=seeded(seed)).numpy().astype(np.float64)


@pytest.mark.parametrize(
    "source", ["standard", "mean", "deviation", "gaussian", "covariance", "correlated", "anchor"]
)
@settings(deadline=None, max_examples=15)
@given(rows=st.integers(2, 7), count=st.integers(1, 9), seed=st.integers(0, 999))
def test_draws_are_those_of_their_gaussian(source, rows, count, seed):
    x = np.random.default_rng(seed).normal(1.0, 2.0, size=(rows, 5))
    mean, spread = x.mean(0), x.std(0, ddof=1)
    e = normal(count, rows if source == "correlated" else 5, seed)
    expected = {
        "standard": lambda: 0.5 * e,
        "mean": lambda: mean + 0.5 * e,
        "deviation": lambda: 0.5 * e * spread,
        "gaussian": lambda: mean + 0.5 * e * spread,
        "covariance": lambda: (mean + 0.5 * e * spread) @ np.cov(x.T),
        "correlated": lambda: mean + 0.5 * e @ (x - mean) / math.sqrt(rows - 1),
        "anchor": lambda: np.stack([x[i % rows] + 0.5 * e[i] * spread for i in range(count)]),
    }[source]()
    ours = draw_from_batch(torch.tensor(x), count, source, 0.5, seeded(seed))
    np.testing.assert_allclose(ours.numpy(), expected, atol=1e-6)


def test_correlated_draws_have_the_batchs_covariance():
    x = np.random.default_rng(3).normal(size=(6, 3)) @ [[1, 0.8, 0], [0, 0.5, 0], [0, 0, 2.0]]
    drawn = draw_from_batch(torch.tensor(x), 200_000, "correlated", 1.0, seeded(0)).numpy()
    np.testing.assert_allclose(np.cov(drawn.T), np.cov(x.T), atol=0.03)
    np.testing.assert_allclose(drawn.mean(0), x.mean(0), atol=0.02)


def log_density(x, mean, deviation):
    parts = [
        -math.log(s) - (v - m) ** 2 / (2 * s * s)
        for v, m, s in zip(x, mean, deviation, strict=True)
    ]
    return sum(parts)


@settings(deadline=None, max_examples=15)
@given(seed=st.integers(0, 999), rounds=st.integers(1, 3))
def test_a_mixture_is_fitted_by_expectation_maximisation(seed, rounds):
    x = np.random.default_rng(seed).normal(size=(8, 2))
    means, shares = x[:2].copy(), np.full(2, 0.5)
    deviations = np.stack([x.std(0, ddof=1)] * 2)
    for _ in range(rounds):
        components = list(zip(shares, means, deviations, strict=True))
        scores = np.array(
            [[share * math.exp(log_density(r, m, d)) for share, m, d in components] for r in x]
        )
        belongs = scores / scores.sum(1, keepdims=True)
        weight = belongs.sum(0)
        shares = weight / len(x)
        means = np.stack([belongs[:, k] @ x / weight[k] for k in range(2)])
        variances = [belongs[:, k] @ (x - means[k]) ** 2 / weight[k] for k in range(2)]
        deviations = np.sqrt(np.stack(variances)).clip(1e-4)
    ours = fit_mixture(torch.tensor(x), torch.tensor(x[:2]), rounds)
    for found, expected in zip(ours, (shares, means, deviations), strict=True):
        np.testing.assert_allclose(found.numpy(), expected, atol=1e-5)


def test_draws_from_a_mixture_keep_its_shares_means_and_deviations():
    mixture = Mixture(
        torch.tensor([0.25, 0.75]),
        torch.tensor([[-9.0], [9.0]]),
        torch.tensor([[1.0], [2.0]]),
    )
    drawn = draw_from_mixture(mixture, 50_000, 1.0, seeded(1)).squeeze(1)
    left, right = drawn[drawn < 0], drawn[drawn > 0]
    assert len(left) / 50_000 == pytest.approx(0.25, abs=0.01)
    assert (left.mean().item(), left.std().item()) == pytest.approx((-9, 1), abs=0.05)
    assert (right.mean().item(), right.std().item()) == pytest.approx((9, 2), abs=0.05)


def test_the_auto_encoders_loss_is_the_evidence_bound():
    torch.manual_seed(0)
    model = AutoEncoder(3, 2)
    x, e = normal(4, 3, 5), normal(4, 2, 6)
    weights = {k: v.detach().numpy().astype(np.float64) for k, v in model.named_parameters()}
    code = x @ weights["encode.weight"].T + weights["encode.bias"]
    mean, log_variance = code[:, :2], code[:, 2:]
    z = mean + np.exp(log_variance / 2) * e
    rebuilt = z @ weights["decode.weight"].T + weights["decode.bias"]
    error = 0.5 * ((rebuilt - x) ** 2).sum(1)
    divergence = 0.5 * (mean**2 + np.exp(log_variance) - 1 - log_variance).sum(1)
    ours = model(torch.tensor(x).float(), torch.tensor(e).float())
    assert ours.item() == pytest.approx(float((error + divergence).mean()), abs=1e-5)


def non_uniformity(negatives, anchors, temperature):
    """The part of DCLR's eq. 2 that depends on the drawn negatives, mean over anchors."""
    total = 0.0
    for h in anchors:
        cosines = [h @ n / (np.linalg.norm(h) * np.linalg.norm(n)) for n in negatives]
        total += math.log(sum(math.exp(c / temperature) for c in cosines))
    return total / len(anchors)


@settings(deadline=None, max_examples=10)
@given(seed=st.integers(0, 999), rows=st.integers(1, 4), count=st.integers(1, 3))
def test_a_step_of_ascent_is_equations_3_and_4_of_dclr(seed, rows, count):
    """The gradient by central differences, scaled to length 1 row by row."""
    draw = np.random.default_rng(seed)
    anchors, negatives = draw.normal(size=(rows, 4)), draw.normal(size=(count, 4))
    gradient = np.zeros_like(negatives)
    for place in np.ndindex(negatives.shape):
        step = np.zeros_like(negatives)
        step[place] = 1e-6
        up, down = (non_uniformity(negatives + s, anchors, 0.5) for s in (step, -step))
        gradient[place] = (up - down) / 2e-6
    expected = negatives + 0.01 * gradient / np.linalg.norm(gradient, axis=1, keepdims=True)
    ours = ascend(torch.tensor(negatives), torch.tensor(anchors), 0.5, steps=1, rate=0.01)
    np.testing.assert_allclose(ours.numpy(), expected, atol=1e-6)


def test_ascent_raises_the_non_uniformity_loss():
    draw = np.random.default_rng(0)
    anchors, negatives = draw.normal(size=(6, 8)), draw.normal(size=(6, 8))
    losses = [non_uniformity(negatives, anchors, 0.05)]
    for steps in (1, 4, 16):
        moved = ascend(torch.tensor(negatives), torch.tensor(anchors), 0.05, steps=steps, rate=1e-2)
        losses.append(non_uniformity(moved.numpy(), anchors, 0.05))
    assert losses == sorted(losses)
    assert losses[0] < losses[-1]
