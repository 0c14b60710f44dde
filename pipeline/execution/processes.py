"""A process pool whose results come in the order of the work, with a bounded look-ahead."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from schemas.errors import WorkFailed

Work = TypeVar("Work")
Result = TypeVar("Result")


def available_cpus() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def end_with_parent() -> None:
    """End this worker process when its parent is gone; to be called as it starts.

    A parent that is killed cannot tell its workers, and these would wait for work forever.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def ordered_map(
    function: Callable[[Work], Result], work: Iterable[Work], *, workers: int
) -> Iterator[Result]:
    """Apply `function` to each item in `workers` processes and yield the results in order.

    At most four items a worker are under way or waiting, so memory is bounded and the items may
    come from a generator over the whole corpus. With one worker everything runs in this process.

    Raises:
        WorkFailed: when a worker process dies (killed, or out of memory).
    """
    if workers == 1:
        yield from map(function, work)
        return
    # Forking a process that has threads (Arrow, DuckDB, torch) can deadlock: spawn.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, end_with_parent) as pool:
        pending: deque[Future[Result]] = deque()
        try:
            for item in work:
                pending.append(pool.submit(function, item))
                if len(pending) >= 4 * workers:
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()
        except BrokenProcessPool as error:
            raise WorkFailed(
                "A worker process ended unexpectedly (killed, or out of memory). Finished shards"
                " are kept: run the same command again, with fewer --workers if memory is short."
            ) from error
        finally:
            for future in pending:
                future.cancel()
