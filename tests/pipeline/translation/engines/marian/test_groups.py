"""Words that many sources share and words of a few give the sums of the plain product."""

import numpy as np
import pytest
import torch

from pipeline.translation.engines.marian import groups, integers
from pipeline.translation.engines.marian.exact import exact_arithmetic
from pipeline.translation.engines.marian.groups import ChosenOfGroups
from tests.pipeline.translation.engines.marian import ordered
from tests.pipeline.translation.engines.marian.matrices import make_matrix, states

pytestmark = pytest.mark.skipif(
    exact_arithmetic() is None or not integers.has_plain(), reason="no plain products of bytes"
)
SOURCES, WORDS, END = 37, 24, 3


def lists(vocabulary):
    """The end, ten words that all sources have, and words of their own; the last ones are padding.

    As in a batch, padding is more of the end.
    """
    random = np.random.default_rng(0)
    own = [random.permutation(np.arange(20, vocabulary))[: WORDS - 11] for _ in range(SOURCES)]
    ids = np.array([[END, *range(5, 15), *words] for words in own])
    real = np.ones(ids.shape, bool)
    real[::2, -2:] = False
    return np.where(real, ids, END), real


@pytest.mark.parametrize("each", [1, 4])
def test_shared_words_and_others(each):
    matrix, x = make_matrix(outputs=900), states(SOURCES * each, 256, scale=9.0)
    # A product with the end overflows, and its padding does not hide that.
    matrix.weight[END, :2] = 127
    x[:, :2] = 99.0
    matrix.multiplier[:] = 150
    ids, real = lists(900)
    output = exact_arithmetic().output(matrix)(ids, real)
    sums = ordered.affine(matrix)(x).view(SOURCES, each, 900)
    wanted = sums.take_along_dim(torch.tensor(ids)[:, None], 2)
    wanted.masked_fill_(torch.tensor(~real)[:, None], -torch.inf)
    x = x.view(SOURCES, each, 256)
    assert torch.equal(output.scores(x), wanted)
    kept = torch.tensor([0, 1, 7, 20, 21, 35])
    some = output.select(kept)
    assert torch.equal(some.scores(x[kept]), wanted[kept])
    assert torch.equal(some.scores(x[kept, :1]), wanted[kept, :1])
    assert torch.equal(some.select(torch.tensor([3])).scores(x[[20]]), wanted[[20]])


@pytest.mark.parametrize(("sources", "size"), [(20, 1), (37, 2), (64, 2), (256, 8)])
def test_a_full_batch_has_eight_rows_in_a_group(sources, size):
    """Of 256 sources in greedy search, of 64 with beams of four."""
    ids = np.arange(sources)[:, None] * 3 + np.arange(3)
    chosen = ChosenOfGroups.of(make_matrix(outputs=768), None, ids, np.ones(ids.shape, bool))
    assert np.bincount(chosen._group_of).max() == size


def test_common_words_are_multiplied_once(monkeypatch):
    """The end and ten words for all 37 sources, the others for five groups of up to eight."""
    monkeypatch.setattr(groups, "GROUPS", 5)
    matrix, (ids, real) = make_matrix(outputs=900), lists(900)
    own = np.arange(SOURCES)[:, None] * 13 + np.arange(20, 33)
    ids[:, 11:] = np.where(real[:, 11:], own, END)
    chosen = ChosenOfGroups.of(matrix, None, ids, real)
    made, product = [], torch._int_mm

    def count(rows, weight, out):
        made.append((len(rows), weight.shape[1]))
        return product(rows, weight, out=out)

    monkeypatch.setattr(torch, "_int_mm", count)
    chosen(states(SOURCES, 256))
    assert made == [(37, 11), (8, 96), (8, 96), (8, 96), (8, 96), (5, 59)]
    made.clear()
    fewer = chosen.select(torch.tensor([0, 1, 20]))
    fewer(states(3, 256))
    assert made == [(3, 11), (2, 96), (1, 96)]
