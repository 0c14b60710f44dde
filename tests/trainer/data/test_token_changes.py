"""Changes of a sentence's tokens, on sentences whose tokens are all different."""

from __future__ import annotations

from typing import get_args

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from trainer.data.token_changes import CHANGES, cropped, deleted, reordered, shuffled
from trainer.settings.values import TokenChange

CASES = {"count": st.integers(0, 14), "share": st.floats(0, 0.99), "seed": st.integers(0, 999)}


def seeded(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


@settings(deadline=None, max_examples=40)
@given(**CASES)
def test_shuffling_moves_at_most_a_share(count, share, seed):
    tokens = list(range(count))
    result = shuffled(tokens, share, seeded(seed))
    assert sorted(result) == tokens
    moved = sum(a != b for a, b in zip(tokens, result, strict=True))
    assert moved <= max(2, round(share * count))


@settings(deadline=None, max_examples=60)
@given(**CASES)
def test_a_crop_is_a_run_and_a_deletion_keeps_the_order(count, share, seed):
    tokens = list(range(count))
    kept = max(count - round(share * count), min(count, 1))
    crop, rest = (change(tokens, share, seeded(seed)) for change in (cropped, deleted))
    assert len(crop) == len(rest) == kept
    assert crop == list(range(crop[0], crop[0] + kept)) if kept else crop == []
    assert rest == sorted(set(rest) & set(tokens))


@settings(deadline=None, max_examples=60)
@given(**CASES)
def test_reordering_exchanges_two_runs(count, share, seed):
    tokens = list(range(count))
    result = reordered(tokens, share, seeded(seed))
    assert sorted(result) == tokens
    moved = [i for i, (a, b) in enumerate(zip(tokens, result, strict=True)) if a != b]
    if not share or count < 2:
        assert moved == []
        return
    length = min(count // 2, max(1, round(share * count)))
    first, second = moved[0], moved[-1] + 1 - length
    expected = tokens[:first] + tokens[second : second + length]
    expected += tokens[first + length : second] + tokens[first : first + length]
    assert result == expected + tokens[second + length :]


@pytest.mark.parametrize(
    ("change", "share", "results"),
    [
        (shuffled, 0.99, 6),
        (cropped, 0.34, 2),
        (deleted, 0.34, 3),
        (reordered, 0.34, 3),
    ],
)
def test_every_result_of_a_change_comes_up(change, share, results):
    found = {tuple(change([7, 8, 9], share, seeded(seed))) for seed in range(60)}
    assert len(found) == results


def test_a_recipe_can_name_every_change():
    assert set(get_args(TokenChange)) == {*CHANGES, "none", "token-cutoff", "span-cutoff"}
