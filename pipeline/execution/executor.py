"""What carries out a stage's work: processes of this machine, or Ray on one machine or many.

A stage is a pure function from a row range to a shard; an executor decides only where it runs. The
driver alone reads the input, writes shards and keeps the manifest: results travel back to it. So
the workers need no access to the artifacts folder, one process guards what is finished, and a
worker that dies leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal, Protocol, TypeVar, get_args

from pipeline.execution.devices import Job, OnShare
from pipeline.translation.engines.table import ENGINES, parse_engine
from schemas.errors import UserError

Work = TypeVar("Work")
Result = TypeVar("Result")

Place = Literal["local", "ray"]
PLACES: tuple[Place, ...] = get_args(Place)


class Executor(Protocol):
    """Where work is done. What comes out is the same for every one of them."""

    def ordered_map(
        self,
        function: Callable[[Work], Result],
        work: Iterable[Work],
        *,
        initializer: Callable[..., None],
        initargs: tuple[Any, ...] = (),
    ) -> Iterator[Result]:
        """Apply `function` to each item, in processes that ran `initializer`; results in order.

        A bounded number of items is under way, so they may come from a generator.

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
            useful: more than this many serve nothing beside a GPU.
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


def open_executor(place: Place, workers: int | None, address: str | None = None) -> Executor:
    """The executor that was asked for.

    Args:
        place: `local` or `ray`.
        workers: processes; as many as there are processors if absent.
        address: of a running Ray cluster; absent, Ray is started on this machine.

    Raises:
        UserError: when Ray is not installed, not to be reached, or an address is given without it.
    """
    if place == "ray":
        from pipeline.execution.ray import RayExecutor

        return RayExecutor(workers, address)
    if address is not None:
        raise UserError(f"--address {address} is that of a Ray cluster: give --engine ray with it.")
    from pipeline.execution.local import LocalExecutor

    return LocalExecutor(workers)


def parse_place(name: str) -> Place:
    """Check a name given to `--engine`.

    Raises:
        UserError: when it is none of `PLACES`.
    """
    for place in PLACES:
        if name == place:
            return place
    raise UserError(f"--engine {name!r} is none of: {', '.join(PLACES)}.")


def parse_engines(names: Sequence[str]) -> tuple[Place, str]:
    """Read what `--engine` was given: where work is done, what runs the models, or both.

    The two have no name in common; `local` and `auto` where nothing is said.

    Raises:
        UserError: for another name, or two of one kind.
    """
    runners: tuple[str, ...] = ("auto", *ENGINES)
    for name in names:
        if name not in (*PLACES, *runners):
            raise UserError(f"--engine {name!r} is none of: {', '.join((*PLACES, *runners))}.")
    place = [name for name in names if name in PLACES]
    runner = [name for name in names if name in runners]
    if len(place) > 1 or len(runner) > 1:
        raise UserError(
            f"--engine {' --engine '.join(names)}: give at most one of {', '.join(PLACES)} and one"
            f" of {', '.join(runners)}."
        )
    return parse_place((place or ["local"])[0]), parse_engine((runner or ["auto"])[0])
