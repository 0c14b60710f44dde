"""What carries out a stage's work: processes of this machine, or Ray on one machine or many.

A stage is a pure function from a row range to a shard; an executor decides only where it runs. The
driver alone reads the input, writes shards and keeps the manifest: results travel back to it. So
the workers need no access to the artifacts folder, one process guards what is finished, and a
worker that dies leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar

from schemas.errors import UserError

if TYPE_CHECKING:
    from pipeline.execution.devices import Job, OnShare

Work = TypeVar("Work")
Result = TypeVar("Result")

ExecutorName = Literal["local", "ray"]


class Executor(Protocol):
    """Where work is done. What comes out is the same for every one of them."""

    def ordered_map(
        self, function: Callable[[Work], Result], work: Iterable[Work]
    ) -> Iterator[Result]:
        """Apply `function` to each item, in as many processes as there are workers; in order.

        A bounded number of items is under way, so they may come from a generator.

        Args:
            function: picklable and small, since it may travel with each item; what it loads it
                should keep in a cache of its process.
            work: picklable items.

        Raises:
            WorkFailed: when a process dies and the work cannot be done elsewhere.
        """
        ...

    def devices(self, device: str) -> list[str]:
        """Devices by what stands after `--device`: one process works on each.

        Raises:
            UserError: for one that is not there.
        """
        ...

    def processes(self, devices: Sequence[str], useful: int) -> int:
        """Processors that the work on each device may use.

        Args:
            devices: as `devices` gave them.
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
            job: what to do with a task.
            devices: as `devices` gave them.
            tasks: what there is to do.
            on_share: told of progress within a task, where that is to be had.
            carry: adds to a task what a process elsewhere could not read.

        Raises:
            WorkFailed: when a process dies and the work cannot be done elsewhere.
        """
        ...


def open_executor(
    executor: Executor | ExecutorName, workers: int | None = None, address: str | None = None
) -> Executor:
    """The executor of that name; one that is open already is given back.

    Args:
        executor: `local`, `ray`, or an executor, which keeps its own workers.
        workers: processes; as many as there are processors if absent.
        address: of a running Ray cluster; absent, Ray is started on this machine.

    Raises:
        UserError: when Ray is not installed, not to be reached, or an address is given without it.
    """
    if executor == "ray":
        from pipeline.execution.ray import RayExecutor

        return RayExecutor(workers, address)
    if address is not None:
        raise UserError(
            f"--address {address} is that of a Ray cluster: give --executor ray with it."
        )
    if executor == "local":
        from pipeline.execution.local import LocalExecutor

        return LocalExecutor(workers)
    return executor
