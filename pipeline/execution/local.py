"""Processes on this machine; one for each GPU."""

from __future__ import annotations

import queue
import signal
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, TypeVar

from pipeline.execution.devices import Job, OnShare, pick_devices
from pipeline.execution.processes import WorkerPool, end_with_parent, sheltered, spawning
from schemas.errors import UserError, WorkFailed, first_line
from schemas.processors import available_cpus

Work = TypeVar("Work")
Result = TypeVar("Result")

_CHECK_S = 1.0


@dataclass(frozen=True, slots=True)
class LocalExecutor:
    """An `Executor` with processes on this machine.

    Attributes:
        workers: processes, or processors for a translation on the CPU; by default all that are
            available.
    """

    workers: int | None = None

    def ordered_map(
        self, function: Callable[[Work], Result], work: Iterable[Work]
    ) -> Iterator[Result]:
        """See `Executor.ordered_map`; at most four items per worker are in progress or waiting.

        With one worker, or a single item, everything runs in this process, because starting another
        takes seconds.
        """
        workers = self.workers or available_cpus()
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
                    "A worker process ended unexpectedly (killed, or out of memory). Finished"
                    " shards are kept: run the same command again, with fewer --workers if memory"
                    " is short."
                ) from error

    def devices(self, device: str) -> list[str]:
        """See `pick_devices`."""
        return pick_devices(device)

    def processes(self, devices: Sequence[str], useful: int) -> int:
        """See `Executor.processes`; beside GPUs one processor is left to this process."""
        if self.workers is not None:
            return self.workers
        if devices[0].startswith("cpu"):
            return max(available_cpus() // len(devices), 1)
        return min(useful, max((available_cpus() - 1) // len(devices), 0))

    def spread(
        self,
        job: Job[Work, Result],
        devices: Sequence[str],
        tasks: Sequence[Work],
        on_share: OnShare,
        carry: Callable[[Work], Work],
    ) -> Iterator[Result]:
        """See `Executor.spread`; the processes read the input themselves.

        A single device works in this process. Several have a process each, which takes the next
        task from a common queue when it is ready, so a slow device does not delay the others.
        """
        if len(devices) == 1:
            with job.opened(devices[0]) as run:
                yield from run(iter(tasks), on_share)
            return
        context = spawning()
        waiting, messages = context.Queue(), context.Queue()
        for task in [*tasks, *[None] * len(devices)]:
            waiting.put(task)
        # As daemons they could not start tokenizers.
        processes = [
            context.Process(target=_serve, args=(job, device, waiting, messages), daemon=False)
            for device in devices
        ]
        try:
            for process in processes:
                with sheltered():
                    process.start()
            yield from _listen(processes, messages, len(tasks), on_share)
            for process in processes:
                process.join()
        finally:
            started = [process for process in processes if process.pid is not None]
            for process in started:
                process.terminate()
            for process in started:
                process.join()


HERE = LocalExecutor()
"""This machine, with all of its processors."""


def _listen(
    processes: Sequence[Any], messages: Any, expected: int, on_share: OnShare
) -> Iterator[Any]:
    while expected:
        try:
            kind, value = messages.get(timeout=_CHECK_S)
        except queue.Empty:
            if any(process.exitcode not in (None, 0) for process in processes):
                raise WorkFailed(
                    "The process of a device ended unexpectedly (killed, or out of memory)."
                    " Finished shards are kept: run the same command again, with fewer --workers"
                    " if memory is short."
                ) from None
            continue
        if kind == "share":
            on_share(*value)
        elif kind == "error":
            raise value
        else:
            expected -= 1
            yield value


def _serve(job: Job[Any, Any], device: str, waiting: Any, messages: Any) -> None:
    end_with_parent()
    # What the job has opened, such as further processes, is closed when its parent ends this one.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))
    if hasattr(signal, "SIGHUP"):  # which a terminal sends to both
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with job.opened(device) as run:
            for result in run(
                iter(waiting.get, None), lambda *share: messages.put(("share", share))
            ):
                messages.put(("result", result))
    except (UserError, WorkFailed) as error:
        messages.put(("error", error))
    except Exception as error:  # whatever it is, the other process could only say that this ended
        failure = WorkFailed(
            f"The process of {device} failed: {type(error).__name__}: {first_line(error)}. Finished"
            " shards are kept."
        )
        failure.add_note(traceback.format_exc())
        messages.put(("error", failure))
