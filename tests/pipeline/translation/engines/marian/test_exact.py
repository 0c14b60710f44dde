"""The exact operations give the numbers of the plain ones in `ordered`, to the last bit."""

import math

import numpy as np
import pytest
import torch

from pipeline.translation.engines.marian import exact, integers
from pipeline.translation.engines.marian.exact import ExactContext, ExactContexts, exact_arithmetic
from pipeline.translation.engines.marian.overflow import Overflow
from tests.pipeline.translation.engines.marian import ordered
from tests.pipeline.translation.engines.marian.matrices import make_matrix, states

pytestmark = pytest.mark.skipif(exact_arithmetic() is None, reason="no products of bytes here")


@pytest.mark.parametrize("alpha", [20.0, 13.7, 7.9])
@pytest.mark.parametrize("rows", [1, 2, 37])
@pytest.mark.parametrize("cells", [0, 2**15])
def test_layers(alpha, rows, cells, monkeypatch):
    monkeypatch.setattr(integers, "CELLS", cells)
    matrix, x = make_matrix(alpha=alpha), states(rows, 256)
    made = exact_arithmetic().affine(matrix)(x)
    assert torch.equal(made, ordered.affine(matrix)(x))
    assert torch.equal(exact_arithmetic().affine(matrix)(x[None])[0], made)


def test_layers_on_a_torch_without_plain_products(monkeypatch):
    monkeypatch.setattr(integers, "has_plain", lambda: False)
    test_layers(13.7, 2, 2**15, monkeypatch)
    test_the_output_layer()


def test_a_torch_that_refuses_unsigned_bytes_has_no_plain_products(monkeypatch):
    def refuse(rows, weight):
        raise RuntimeError("Expected self dtype to be of type int8 but got unsigned char")

    monkeypatch.setattr(integers, "products", lambda: "exact")
    monkeypatch.setattr(torch, "_int_mm", refuse)
    integers.has_plain.cache_clear()
    try:
        assert not integers.has_plain()
    finally:
        integers.has_plain.cache_clear()


def test_some_alphas_have_no_inverse():
    """So both ways of rounding are tested above."""
    found = {integers.inverse(np.float32(alpha)) is None for alpha in (20.0, 13.7, 7.9)}
    assert found == {True, False}


def test_the_output_layer():
    """Of three sources with two rows each, one with fewer words than the others."""
    matrix, x = make_matrix(outputs=500), states(6, 256)
    matrix.multiplier[:] = 150
    ids = np.random.default_rng(0).permuted(np.tile(np.arange(500), (3, 1)), axis=1)[:, :40]
    real = np.ones(ids.shape, bool)
    real[1, 30:] = False
    output = exact_arithmetic().output(matrix)(ids, real)
    wanted = ordered.affine(matrix)(x).view(3, 2, 500).take_along_dim(torch.tensor(ids)[:, None], 2)
    wanted[1, :, 30:] = -torch.inf
    assert torch.equal(output.scores(x), wanted)
    assert torch.equal(output.scores(x.view(3, 2, 256)), wanted)
    kept = torch.tensor([0, 2])
    assert torch.equal(output.select(kept).scores(x.view(3, 2, 256)[kept]), wanted[kept])


@pytest.mark.parametrize("alpha", [20.0, 13.7, 7.9])
def test_feed_forward(alpha):
    up, down = make_matrix(1, 256, 96), make_matrix(2, 96, 256, alpha=alpha / 10)
    x = states(3, 7, 256)
    made = exact_arithmetic().feed_forward(up, down)(x)
    assert torch.equal(made, ordered.feed_forward(up, down)(x))


def test_products_overflow_as_they_do_in_16_bits():
    weight = np.array([[127, 127, 1, 0], [-127, -127, 0, 1], [127, -127, 0, 0]], np.int8)
    inputs = np.array([[254, 254, 3, 5], [127, 127, 0, 0]], np.uint8)
    overflow = Overflow.of(weight)
    rows, columns, sums = overflow.lost(inputs).totals(inputs, weight)
    assert rows.tolist() == [0, 0]
    assert columns.tolist() == [0, 1]
    assert sums.tolist() == [2**15 - 1 + 3, -(2**15) + 5]
    assert overflow.lost(inputs[1:]) is None
    assert Overflow.of(weight[2:]).lost(inputs) is None
    assert overflow.within(np.array([1, 2])).lost(inputs).columns.tolist() == [0]
    assert overflow.within(np.array([2])).lost(inputs) is None


def test_several_overflows_of_one_output_add_up():
    weight, inputs = np.full((1, 6), 127, np.int8), np.full((2, 6), 254, np.uint8)
    lost = Overflow.of(weight).lost(inputs)
    assert lost.totals(inputs, weight)[2].tolist() == [3 * (2**15 - 1)] * 2
    sums = np.full((2, 1), 6 * 127 * 254)
    lost.add_to(sums)
    assert sums.tolist() == [[3 * (2**15 - 1)]] * 2


@pytest.mark.parametrize("rows", [1, 2, 8, 200])
def test_normalisation(rows):
    x, scale, bias = states(rows, 256), states(256), states(256, seed=2)
    before = x.clone()
    made = exact.normalise(x, scale, bias)
    assert torch.equal(made, ordered.normalise(x, scale, bias))
    assert torch.equal(x, before)


def test_the_sigmoid():
    assert torch.equal(exact.sigmoid(states(40, 32)), ordered.sigmoid(states(40, 32)))


def attention(sentences, rows, places):
    """Queries, keys, values and a mask that hides some places of all but the first sentence."""
    query = states(sentences, 8, rows, 32, scale=1.5)
    key, value = (states(sentences, 8, places, 32, scale=1.5, seed=seed) for seed in (2, 3))
    lengths = torch.arange(sentences) % places
    mask = torch.arange(places) < (places - lengths)[:, None]
    return query, key, value, mask[:, None, None]


@pytest.mark.parametrize(("sentences", "rows", "places"), [(1, 1, 1), (5, 1, 7), (3, 4, 12)])
def test_the_context(sentences, rows, places, monkeypatch):
    query, *rest = attention(sentences, rows, places)
    wanted = ordered.attend(query, *rest)
    context = ExactContext.of(*rest)
    assert torch.equal(context.attend(query), wanted)
    alone = query.flatten(1, 2)[:, :, None]
    assert torch.equal(context.attend(alone).view(query.shape), wanted)
    monkeypatch.setattr(exact, "_fuses", lambda: True)
    assert torch.equal(context.attend(query), wanted)
    kept = torch.arange(sentences)[::2]
    assert torch.equal(context.select(kept).attend(query[kept]), wanted[kept])
    assert len(context.select(kept)) == len(kept)


def test_contexts_of_other_lengths_side_by_side():
    """Nine and seven places share a part; in any order, and some of them several times."""
    groups = attention(3, 2, 5), attention(4, 2, 9), attention(2, 2, 7)
    joined = ExactContexts.of([ExactContext.of(*rest) for _, *rest in groups])
    assert [part.places for part in joined.parts] == [9, 5]
    assert [own.tolist() for own in joined.sentences] == [[3, 4, 5, 6, 7, 8], [0, 1, 2]]
    assert len(joined) == 9
    query = torch.cat([query for query, *_ in groups])
    wanted = torch.cat([ordered.attend(*group) for group in groups])
    assert torch.equal(joined.attend(query), wanted)
    for kept in ([0, 4, 8], [5, 1, 5, 7], [2, 0], [6]):
        some = joined.select(torch.tensor(kept))
        assert len(some) == len(kept)
        assert torch.equal(some.attend(query[kept]), wanted[kept])
        assert torch.equal(some.select(torch.tensor([0])).attend(query[kept[:1]]), wanted[kept[:1]])


@pytest.mark.parametrize("lanes", [1, 2, 37])
@pytest.mark.parametrize("fuses", [True, False])
@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (9, 1), (1, 4), (9, 4)])
def test_products_are_added_in_order(columns, rows, lanes, fuses, monkeypatch):
    """Whatever the order in memory."""
    if fuses:
        monkeypatch.setattr(exact, "_fuses", lambda: True)
    first = states(columns, 40, lanes).numpy().swapaxes(0, 1)
    second = states(40, rows, lanes, seed=2).numpy()
    wanted = np.zeros((columns, rows, lanes), np.float32)
    for one, other in zip(first, second, strict=True):
        wanted = wanted + one[:, None] * other
    for order in (first, np.ascontiguousarray(first)):
        assert np.array_equal(exact.products_added(order, second), wanted)


def test_self_attention_is_exact_once_it_is_rounded():
    query, key, value, mask = attention(40, 12, 12)
    wanted = ordered.attend(query, key, value, mask)
    # In millions of numbers some lie so near to an edge that torch's order decides.
    for alpha in (20.0, 31.7, 47.3):
        made = exact.attend(query, key, value, mask, alpha)
        assert torch.equal((made * alpha).round(), (wanted * alpha).round())


def test_orders_of_sums_differ_by_less_than_half_the_error_allowed(monkeypatch):
    """So that what is not computed again keeps its rounding."""
    query, key, value, mask = attention(40, 12, 12)
    alpha = 47.3
    wanted = ordered.attend(query, key, value, mask).double()
    monkeypatch.setattr(exact, "ERROR", 0.0)
    made = exact.attend(query, key, value, mask, alpha).double()
    lengths = query.norm(dim=-1) * key.norm(dim=-1).amax(-1, keepdim=True) / math.sqrt(32) + 1
    shown = torch.zeros(mask.shape).masked_fill_(~mask, -math.inf)
    scores = query @ key.mT / math.sqrt(32) + shown
    size = lengths[..., None] * (scores.softmax(-1) @ value.square()).sqrt()
    assert ((made - wanted).abs() / size).max() < 16 * 2**-24 / 2


def test_near_an_edge_attention_is_exact(monkeypatch):
    monkeypatch.setattr(exact, "NEAR", 1.0)
    monkeypatch.setattr(exact, "ERROR", 1.0)
    query, key, value, mask = attention(6, 5, 5)
    wanted = ordered.attend(query, key, value, mask)
    assert torch.equal(exact.attend(query, key, value, mask, 20.0), wanted)


def test_a_processor_whose_products_overflow_by_themselves_is_not_corrected(monkeypatch):
    weight = make_matrix().weight
    monkeypatch.setattr(integers, "products", lambda: "saturating")
    assert integers.overflow_of(weight) is None
    monkeypatch.setattr(integers, "products", lambda: "exact")
    assert integers.overflow_of(weight) is not None
