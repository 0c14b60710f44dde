from hypothesis import given
from hypothesis import strategies as st

from schemas.batching import token_batches

LENGTHS = st.lists(st.integers(1, 60), max_size=60)


@given(LENGTHS, st.integers(1, 200), st.integers(1, 9))
def test_every_row_once_within_budget_and_longest_first(lengths, budget, rows):
    batches = token_batches(lengths, budget, rows)
    assert sorted(i for batch in batches for i in batch) == list(range(len(lengths)))
    for batch in batches:
        assert len(batch) <= rows
        assert len(batch) == 1 or len(batch) * max(lengths[i] for i in batch) <= budget
    flat = [lengths[i] for batch in batches for i in batch]
    assert flat == sorted(flat, reverse=True)


def test_example():
    assert token_batches([3, 9, 4, 8], budget=16) == [[1], [3, 2], [0]]
