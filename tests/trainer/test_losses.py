"""Each loss against an independent computation in NumPy, row by row."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from trainer.losses import (
    info_nce,
    recall,
    relational_distance,
    two_way_margin,
    weighted_floor,
)

SHAPES = {"rows": st.integers(1, 7), "width": st.integers(2, 9), "seed": st.integers(0, 10**6)}


def cosine(x: np.ndarray, y: np.ndarray) -> float:
    return float(x @ y / np.sqrt((x @ x) * (y @ y)))


def reference_info_nce(
    anchor, positive, temperature, negatives, weights, smoothing=0.0, other=None
):
    """Eq. 2 as it is printed: a ratio of exponentials for each row."""
    candidates = [*positive, *negatives]
    losses = []
    for i, h in enumerate(anchor):
        terms = [np.exp(cosine(h, c) / temperature) for c in candidates]
        if other is not None:
            terms[i] = np.exp(cosine(h, other[i]) / temperature)
        scaled = [t * (1.0 if j == i else weights[i, j]) for j, t in enumerate(terms)]
        logs = [-np.log(t / sum(scaled)) for t in scaled if t > 0]
        own = -np.log(terms[i] / sum(scaled))
        losses.append((1 - smoothing) * own + smoothing * np.mean(logs))
    return float(np.mean(losses))


@settings(max_examples=60)
@given(
    **SHAPES,
    extra=st.integers(0, 4),
    temperature=st.floats(0.05, 2.0),
    smoothing=st.sampled_from([0.0, 0.1, 0.9]),
    apart=st.booleans(),
)
def test_info_nce_is_equation_2(rows, width, seed, extra, temperature, smoothing, apart):
    draw = np.random.default_rng(seed)
    anchor, positive, other = draw.normal(size=(3, rows, width))
    own = other if apart else None
    negatives = draw.normal(size=(extra, width))
    weights = draw.uniform(0, 2, size=(rows, rows + extra))
    weights[draw.uniform(size=weights.shape) < 0.2] = 0.0
    ours = info_nce(
        torch.tensor(anchor),
        torch.tensor(positive),
        temperature,
        negatives=torch.tensor(negatives),
        weights=torch.tensor(weights),
        smoothing=smoothing,
        own=torch.tensor(own) if apart else None,
    )
    expected = reference_info_nce(anchor, positive, temperature, negatives, weights, smoothing, own)
    assert float(ours) == pytest.approx(expected, abs=1e-6)


@settings(max_examples=40)
@given(**SHAPES, extra=st.integers(0, 4), temperature=st.floats(0.05, 2.0))
def test_a_fraction_over_negatives_alone_is_equation_6_of_dclr(
    rows, width, seed, extra, temperature
):
    draw = np.random.default_rng(seed)
    anchor, positive = draw.normal(size=(2, rows, width))
    negatives = draw.normal(size=(extra, width))
    weights = draw.integers(0, 2, size=(rows, rows + extra)).astype(float)
    losses = []
    for i, h in enumerate(anchor):
        terms = [np.exp(cosine(h, c) / temperature) for c in [*positive, *negatives]]
        below = sum(w * t for j, (w, t) in enumerate(zip(weights[i], terms, strict=True)) if j != i)
        losses.append(-np.log(terms[i] / below) if below > 0 else 0.0)
    ours = info_nce(
        torch.tensor(anchor),
        torch.tensor(positive),
        temperature,
        negatives=torch.tensor(negatives),
        weights=torch.tensor(weights),
        own_in_denominator=False,
    )
    assert float(ours) == pytest.approx(np.mean(losses), abs=1e-6)


def test_an_anchor_without_negatives_passes_no_gradient():
    anchor = torch.randn(1, 4).requires_grad_()
    loss = info_nce(anchor, torch.randn(1, 4), 0.05, own_in_denominator=False)
    loss.backward()
    assert loss.item() == 0.0
    assert anchor.grad is not None
    assert anchor.grad.tolist() == [[0.0] * 4]
    with pytest.raises(ValueError, match="label smoothing"):
        info_nce(anchor, anchor, 0.05, own_in_denominator=False, smoothing=0.1)


@settings(max_examples=30)
@given(**SHAPES)
def test_info_nce_without_extras_weighs_all_alike(rows, width, seed):
    draw = np.random.default_rng(seed)
    anchor, positive = draw.normal(size=(2, rows, width))
    ours = info_nce(torch.tensor(anchor), torch.tensor(positive), 0.05)
    ones = np.ones((rows, rows))
    expected = reference_info_nce(anchor, positive, 0.05, [], ones)
    assert float(ours) == pytest.approx(expected, abs=1e-6)


def test_a_negative_of_weight_zero_passes_no_gradient():
    anchor = torch.randn(2, 4, generator=torch.manual_seed(1))
    negatives = torch.randn(1, 4).requires_grad_()
    weights = torch.tensor([[1.0, 1.0, 0.0], [1.0, 1.0, 0.0]])
    info_nce(anchor, anchor + 0.1, 0.05, negatives=negatives, weights=weights).backward()
    assert negatives.grad is not None
    assert negatives.grad.abs().max() == 0.0


@settings(max_examples=60)
@given(
    rows=st.integers(1, 9),
    seed=st.integers(0, 10**6),
    alpha=st.floats(0.0, 0.2),
    span=st.floats(0.01, 0.5),
)
def test_two_way_margin_is_equation_3(rows, seed, alpha, span):
    draw = np.random.default_rng(seed)
    sim_p, sim_n = draw.uniform(-1, 1, size=(2, rows))
    beta = alpha + span
    expected = 0.0
    for p, n in zip(sim_p, sim_n, strict=True):
        delta = n - p
        expected += max(delta + alpha, 0.0) + max(-delta - beta, 0.0)
    ours = two_way_margin(torch.tensor(sim_p), torch.tensor(sim_n), alpha, beta)
    assert float(ours) == pytest.approx(expected / rows, abs=1e-6)


@pytest.mark.parametrize(
    ("difference", "expected"),
    [(-0.1, 0.15), (0.0, 0.05), (0.05, 0.0), (0.1, 0.0), (0.2, 0.0), (0.5, 0.3)],
)
def test_margin_is_zero_between_alpha_and_beta(difference, expected):
    ours = two_way_margin(torch.tensor([0.4 + difference]), torch.tensor([0.4]), 0.05, 0.2)
    assert float(ours) == pytest.approx(expected, abs=1e-6)


def test_margin_of_no_rows_is_zero_with_a_gradient():
    empty = torch.zeros(0, requires_grad=True)
    loss = two_way_margin(empty, empty, 0.05, 0.2)
    loss.backward()
    assert loss.item() == 0.0


@settings(max_examples=30)
@given(seed=st.integers(0, 10**6), gamma=st.floats(0.0, 5.0), count=st.integers(1, 4))
def test_recall_is_equation_4(seed, gamma, count):
    draw = np.random.default_rng(seed)
    now = [draw.normal(size=(2, i + 1)) for i in range(count)]
    first = [draw.normal(size=(2, i + 1)) for i in range(count)]
    flat = np.concatenate([(a - b).ravel() for a, b in zip(now, first, strict=True)])
    ours = recall(map(torch.tensor, now), map(torch.tensor, first), gamma)
    assert float(ours) == pytest.approx(gamma / 2 * float(flat @ flat), abs=1e-6)


def test_recall_of_nothing_is_zero():
    assert float(recall([], [], 1.0)) == 0.0


def test_recall_wants_as_many_initial_weights():
    with pytest.raises(ValueError, match="shorter"):
        recall([torch.ones(2), torch.ones(2)], [torch.ones(2)], 1.0)


@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), rows=st.integers(2, 8))
def test_losses_do_not_hang_on_the_order_of_rows(seed, rows):
    draw = torch.manual_seed(seed)
    anchor, positive = torch.randn(2, rows, 5, generator=draw, dtype=torch.float64)
    order = torch.randperm(rows, generator=draw)
    before = info_nce(anchor, positive, 0.05)
    assert float(info_nce(anchor[order], positive[order], 0.05)) == pytest.approx(float(before))


@settings(max_examples=30)
@given(rows=st.integers(1, 9), seed=st.integers(0, 10**6))
def test_the_margin_takes_bounds_of_each_row(rows, seed):
    draw = np.random.default_rng(seed)
    sim_p, sim_n = draw.uniform(-1, 1, size=(2, rows))
    alpha = draw.uniform(-0.5, 0.5, size=rows)
    beta = np.where(draw.uniform(size=rows) < 0.5, 2.0, alpha + 0.1)
    expected = 0.0
    for p, n, low, high in zip(sim_p, sim_n, alpha, beta, strict=True):
        expected += max(low - (p - n), 0.0) + (max(p - n - high, 0.0) if high < 2 else 0.0)
    ours = two_way_margin(*map(torch.tensor, (sim_p, sim_n, alpha, beta)))
    assert float(ours) == pytest.approx(expected / rows, abs=1e-6)


@settings(max_examples=30)
@given(**SHAPES, other=st.integers(2, 9))
def test_relational_distance_is_that_of_the_cosines_of_all_pairs(rows, width, seed, other):
    draw = np.random.default_rng(seed)
    now, first = draw.normal(size=(rows, width)), draw.normal(size=(rows, other))
    squares = [
        (cosine(now[i], now[j]) - cosine(first[i], first[j])) ** 2
        for i in range(rows)
        for j in range(rows)
        if i != j
    ]
    ours = relational_distance(torch.tensor(now), torch.tensor(first))
    assert float(ours) == pytest.approx(np.mean(squares) if squares else 0.0, abs=1e-6)


@settings(max_examples=30)
@given(rows=st.integers(1, 9), seed=st.integers(0, 10**6), target=st.floats(0.0, 1.0))
def test_a_weighted_floor_leaves_alone_what_is_above_it(rows, seed, target):
    draw = np.random.default_rng(seed)
    similarity, weights = draw.uniform(-1, 1, size=rows), draw.uniform(0.01, 1, size=rows)
    lacking = [max(target - one, 0.0) for one in similarity]
    expected = sum(w * x for w, x in zip(weights, lacking, strict=True)) / sum(weights)
    ours = weighted_floor(torch.tensor(similarity), torch.tensor(weights), target)
    assert float(ours) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("rows", [0, 3])
def test_a_floor_without_weights_is_zero_with_a_gradient(rows):
    similarity = torch.zeros(rows, requires_grad=True)
    loss = weighted_floor(similarity, torch.zeros(rows), 0.85)
    loss.backward()
    assert loss.item() == 0.0
    assert similarity.grad is not None
    assert similarity.grad.abs().sum() == 0.0


def test_smoothing_needs_the_own_positive_in_the_denominator():
    vectors = torch.eye(3)
    with pytest.raises(ValueError, match="label smoothing needs the anchor's own positive"):
        info_nce(vectors, vectors, temperature=0.1, smoothing=0.1, own_in_denominator=False)
