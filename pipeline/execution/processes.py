"""Worker processes: how they start, and how they end with their parent."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from typing import Any, TypeVar

Result = TypeVar("Result")
_NO_WARNINGS = "ignore::UserWarning:multiprocessing.resource_tracker"
"""Python's option `-W`, which the tracker inherits."""
_GARBAGE = 20_000
"""Objects after which a worker looks for cyclic garbage, of which the work makes hardly any."""


def end_with_parent(stop: Connection | None = None) -> None:
    """Make this worker process end with its parent; call it first in the worker.

    A killed parent cannot tell its workers to stop, and they would wait for work forever.

    Args:
        stop: also end when the other end of this pipe is closed.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    awaited: list[Any] = [parent.sentinel] if stop is None else [parent.sentinel, stop]

    def watch() -> None:
        wait(awaited)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def spawning() -> SpawnContext:
    """The multiprocessing context in which processes are started.

    They are spawned, since forking a process that has threads (Arrow, DuckDB, torch) can deadlock.
    Python's resource tracker, a process of its own, is started first with SIGHUP blocked: it
    ignores Ctrl-C and SIGTERM, but SIGHUP would end it, and the one that replaces it would print
    tracebacks about resources that it had not registered.
    """
    if hasattr(signal, "pthread_sigmask"):
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGHUP])
        try:
            _track_resources()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    return multiprocessing.get_context("spawn")


def _track_resources() -> None:
    """Start Python's resource tracker if it is not running, without its warnings.

    If an interruption comes after a semaphore was removed but before the tracker is told, the
    tracker would warn at the end that the semaphore was left behind and does not exist.
    """
    from multiprocessing import resource_tracker

    sys.warnoptions.append(_NO_WARNINGS)
    try:
        resource_tracker.ensure_running()
    finally:
        sys.warnoptions.remove(_NO_WARNINGS)


@contextmanager
def sheltered() -> Iterator[None]:
    """Start processes in the body so that Ctrl-C reaches only this process, which ends them.

    A terminal sends Ctrl-C to all processes, and each would end with its own traceback, even while
    it is starting. A signal during the body is handled after it, since a process whose parent stops
    in the middle of starting it ends with a traceback too.
    """
    main = threading.current_thread() is threading.main_thread()
    if not main or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Starting the resource tracker would unblock the signal.
    _track_resources()
    came: list[int] = []
    handlers = {
        number: signal.signal(number, lambda number, frame: came.append(number))
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        if callable(signal.getsignal(number))
    }
    # A new process inherits the signal mask of its parent.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for number, handler in handlers.items():
            signal.signal(number, handler)
    if came:
        signal.raise_signal(came[0])


def _start(stop: Connection) -> None:
    """Prepare a worker process for its work.

    By default Python looks for garbage after every 700 objects, and again and again goes through
    the dictionaries that a worker is loading: 0.2 s more of its start.
    """
    end_with_parent(stop)
    gc.set_threshold(_GARBAGE)


class WorkerPool:
    """Worker processes that are terminated if the body ends early; a context manager.

    Args:
        workers: maximum number; each is started when there is work for it.
    """

    def __init__(self, workers: int) -> None:
        context = spawning()
        stop, self._hold = context.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(workers, context, _start, (stop,))

    def submit(self, function: Callable[..., Result], *arguments: Any) -> Future[Result]:
        """Call the function in a worker."""
        with sheltered():
            return self._pool.submit(function, *arguments)

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self._hold.close()
        self._pool.shutdown(cancel_futures=True)
