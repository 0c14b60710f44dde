"""Processes on this machine; one for each GPU."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from pipeline.execution.devices import Job, OnShare, pick_devices, spread
from pipeline.execution.processes import available_cpus, ordered_map

Work = TypeVar("Work")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class LocalExecutor:
    """An `Executor` with processes on this machine.

    Attributes:
        workers: processes, or threads of a translation on the CPU; by default every available
            processor.
    """

    workers: int | None = None

    def ordered_map(
        self, function: Callable[[Work], Result], work: Iterable[Work]
    ) -> Iterator[Result]:
        """See `Executor.ordered_map`."""
        return ordered_map(function, work, workers=self.workers or available_cpus())

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
        """See `Executor.spread`; the processes read the input themselves."""
        return spread(job, devices, tasks, on_share)
