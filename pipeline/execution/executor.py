"""Runs the work of a stage: on processes of this machine, or on Ray with one or many machines.

A stage is a pure function from a row range to a shard; an executor only decides where it runs. The
driver alone reads the input, writes shards and updates the manifest; results travel back to it.
Workers therefore need no access to the artifacts folder, one process keeps the records, and a
worker that dies leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar

from schemas.errors import UserError
from schemas.processors import available_cpus
from schemas.progress import counted

if TYPE_CHECKING:
    from pipeline.execution.devices import Job, OnShare

Work = TypeVar("Work")
Result = TypeVar("Result")

ExecutorName = Literal["local", "ray"]

_PER_PROCESSOR = 4
"""More processes per processor than this gain nothing."""
_ANYWHERE = 64
"""So many processes are allowed on any machine, since commands move between machines."""


class Executor(Protocol):
    """Where work runs. The results are the same for every executor."""

    def ordered_map(
        self, function: Callable[[Work], Result], work: Iterable[Work]
    ) -> Iterator[Result]:
        """Apply `function` to each item, in as many processes as there are workers; results in
        order.

        Only a limited number of items is in progress at a time, so they may come from a generator.

        Args:
            function: picklable and small, since it may travel with each item; it should cache what
                it loads in its process.

        Raises:
            WorkFailed: a process dies and the work cannot be done elsewhere.
        """
        ...

    def devices(self, device: str) -> list[str]:
        """The devices that a value of `--device` selects; one process works on each.

        Raises:
            UserError: one of them does not exist.
        """
        ...

    def processes(self, devices: Sequence[str], useful: int) -> int:
        """Processors for the work on each device.

        Args:
            useful: the most processes worth running beside a GPU.
        """
        ...

    def spread(
        self,
        job: Job[Work, Result],
        devices: Sequence[str],
        tasks: Sequence[Work],
        on_share: OnShare,
        carry: Callable[[Work], Work],
    ) -> Iterator[Result]:
        """Run a job over all tasks; results in any order.

        Args:
            on_share: called with progress within a task, if the executor reports it.
            carry: adds to a task the data that another machine could not read.

        Raises:
            WorkFailed: a process dies and the work cannot be done elsewhere.
        """
        ...


def open_executor(
    name: ExecutorName,
    workers: int | None = None,
    address: str | None = None,
    packages: Sequence[str] = (),
) -> Executor:
    """Open an executor.

    Args:
        workers: number of processes; one per processor by default.
        address: address of a running Ray cluster; by default Ray is started on this machine.
        packages: those that every machine must have in the same version.

    Raises:
        UserError: Ray is not installed or not reachable, an address is given without Ray, or this
            machine has far fewer processors than workers.
    """
    if workers is not None and address is None:
        _check_workers(workers, available_cpus())
    if name == "ray":
        from pipeline.execution.ray import RayExecutor

        return RayExecutor(workers, address, packages)
    if address is not None:
        raise UserError(f"--address {address} needs --executor ray.")
    from pipeline.execution.local import LocalExecutor

    return LocalExecutor(workers)


def _check_workers(workers: int, processors: int) -> None:
    """Refuse a number of processes that would only fill memory and wait for each other."""
    most = max(_ANYWHERE, _PER_PROCESSOR * processors)
    if workers > most:
        raise UserError(
            f"--workers {workers}: this program may use {counted(processors, 'processor')} here, so"
            f" give at most {most}; without --workers each gets one process."
        )
