"""The order of a sentence's tokens after shuffling."""

from __future__ import annotations

import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from trainer.data.batch import shuffled


def seeded(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


@settings(deadline=None, max_examples=40)
@given(
    before=st.integers(0, 3),
    inside=st.integers(0, 12),
    after=st.integers(0, 3),
    share=st.floats(0, 0.99),
    seed=st.integers(0, 999),
)
def test_shuffling_moves_a_share_of_the_sentence_and_nothing_around_it(
    before, inside, after, share, seed
):
    ids = list(range(100, 100 + before + inside + after))
    span = (before, before + inside)
    result = shuffled(ids, span, share, seeded(seed))
    assert sorted(result) == ids
    assert result[:before] + result[span[1] :] == ids[:before] + ids[span[1] :]
    moved = sum(a != b for a, b in zip(ids, result, strict=True))
    assert moved <= max(2, round(share * inside))


def test_shuffling_does_move_tokens():
    orders = {tuple(shuffled([0, 1, 2, 3, 4], (1, 4), 0.99, seeded(s))) for s in range(40)}
    assert len(orders) == 6
