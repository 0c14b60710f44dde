"""A process pool whose results come in the order of the work, with a bounded look-ahead."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import chain, islice
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from schemas.errors import WorkFailed

Work = TypeVar("Work")
Result = TypeVar("Result")


def available_cpus() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def end_with_parent(stop: Connection | None = None) -> None:
    """End this worker process when its parent is gone; to be called as it starts.

    A parent that is killed cannot tell its workers, and these would wait for work forever.

    Args:
        stop: end as well when the other end of this pipe is closed.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    awaited: list[Any] = [parent.sentinel] if stop is None else [parent.sentinel, stop]

    def watch() -> None:
        wait(awaited)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def sheltered() -> Iterator[None]:
    """Start processes in the body: Ctrl-C reaches this process alone, which ends them.

    A terminal sends it to all of them, and each would end with a traceback of its own, even while
    it is starting. One that comes while the body runs is dealt with afterwards.
    """
    main = threading.current_thread() is threading.main_thread()
    if not main or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    # It would unblock the signal when it is started.
    resource_tracker.ensure_running()
    came: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    # A new process begins with the mask of its parent.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, handler)
    if came:
        signal.raise_signal(signal.SIGINT)


class WorkerPool:
    """Worker processes that end at once where the body ends early; a context manager.

    Args:
        workers: how many at most; each is started when there is work for it.
    """

    def __init__(self, workers: int) -> None:
        # Forking a process that has threads (Arrow, DuckDB, torch) can deadlock: spawn.
        context = multiprocessing.get_context("spawn")
        stop, self._hold = context.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(workers, context, end_with_parent, (stop,))

    def submit(self, function: Callable[..., Result], *arguments: Any) -> Future[Result]:
        """Have a worker call the function."""
        with sheltered():
            return self._pool.submit(function, *arguments)

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self._hold.close()
        self._pool.shutdown(cancel_futures=True)


def ordered_map(
    function: Callable[[Work], Result], work: Iterable[Work], *, workers: int
) -> Iterator[Result]:
    """Apply `function` to each item in `workers` processes and yield the results in order.

    At most four items a worker are under way or waiting, so memory is bounded and the items may
    come from a generator over the whole corpus. With one worker, or a single item, everything runs
    in this process: starting another takes seconds.

    Raises:
        WorkFailed: when a worker process dies (killed, or out of memory).
    """
    items = iter(work)
    first = list(islice(items, 2))
    if workers == 1 or len(first) < 2:
        yield from map(function, chain(first, items))
        return
    pending: deque[Future[Result]] = deque()
    with WorkerPool(workers) as pool:
        try:
            for item in chain(first, items):
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
