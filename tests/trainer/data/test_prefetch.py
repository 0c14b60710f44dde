import threading
import time
from itertools import count
from types import SimpleNamespace

import pytest

from trainer.data.prefetch import ahead


def test_gives_the_same_items_in_the_same_order():
    assert list(ahead(iter(range(100)), 3)) == list(range(100))
    assert list(ahead(iter(()), 3)) == []


def test_runs_ahead_by_no_more_than_it_may_and_in_one_other_thread():
    made, threads = [], set()

    def items():
        for i in range(50):
            made.append(i)
            threads.add(threading.get_ident())
            yield i

    for used, _ in enumerate(ahead(items(), 4)):
        time.sleep(0.001)
        assert used <= len(made) - 1 <= used + 4
    assert len(threads) == 1
    assert threading.get_ident() not in threads


def test_an_error_comes_where_its_item_would_have():
    def items():
        yield 1
        yield 2
        raise ValueError("the third")

    made = ahead(items(), 5)
    assert [next(made), next(made)] == [1, 2]
    with pytest.raises(ValueError, match="the third"):
        next(made)


def test_leaving_early_ends_the_thread():
    def preparing():
        """Only its own: threads of other tests may be ending."""
        return [one for one in threading.enumerate() if one.name.startswith("batches")]

    items = ahead(iter(range(1000)), 2)
    assert next(items) == 0
    assert len(preparing()) == 1
    items.close()
    assert preparing() == []


def test_waiting_is_told(monkeypatch):
    """By a clock that goes on by a second whenever it is read."""
    clock = SimpleNamespace(perf_counter=count().__next__)
    monkeypatch.setattr("trainer.data.prefetch.time", clock)
    waited = []
    assert list(ahead(iter([1]), 1, waited.append)) == [1]
    assert waited == [1, 1]
