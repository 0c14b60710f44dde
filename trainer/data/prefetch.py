"""Prepares batches ahead of the step that uses them."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

T = TypeVar("T")
_END: Final = object()


def ahead(
    items: Iterator[T], count: int, on_wait: Callable[[float], None] = lambda seconds: None
) -> Iterator[T]:
    """The same items in the same order, prepared by a thread that runs up to `count` ahead.

    An error in the thread is raised at its item.

    Args:
        items: afterwards used only by that thread.
        count: at least 1.
        on_wait: called with the seconds that each item was waited for.
    """
    with ThreadPoolExecutor(1, "batches") as thread:
        waiting = deque(thread.submit(next, items, _END) for _ in range(count))
        while True:
            began = time.perf_counter()
            item = waiting.popleft().result()
            on_wait(time.perf_counter() - began)
            if item is _END:
                return
            waiting.append(thread.submit(next, items, _END))
            yield item  # type: ignore[misc]
