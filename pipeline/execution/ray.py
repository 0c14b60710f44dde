"""Ray, on this machine or on a cluster: CPU tasks for parsing and measuring, actors for models.

Every node needs the same osscse and the same packages as the driver, which is checked. The parser
and the translation models are loaded there by the same name or path as here.
"""

from __future__ import annotations

import os
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from importlib import metadata
from itertools import islice
from typing import Any, TypeVar

from pipeline.execution.devices import Job, OnShare
from schemas.errors import OsscseError, UserError, WorkFailed, first_line
from schemas.packages import optional
from schemas.processors import available_cpus

Work = TypeVar("Work")
Result = TypeVar("Result")
Versions = tuple[tuple[str, str], ...]

RETRIES = 3
LOOKAHEAD = 4
CONNECT_SECONDS = 10
# Shards in progress per GPU: one is translated while others are tokenized.
SHARDS_A_CALL = 3


class RayExecutor:
    """An `Executor` on Ray.

    Args:
        workers: tasks at the same time, or actors of a translation on CPUs; by default one per
            processor of the cluster.
        address: address of a running cluster (`auto`, `ray://host:10001`); by default Ray is
            started on this machine and stops with this process.
        packages: those that every node must have in the same version as this machine.

    Raises:
        UserError: Ray is not installed, or there is no cluster at the address.
    """

    def __init__(
        self,
        workers: int | None = None,
        address: str | None = None,
        packages: Sequence[str] = (),
    ) -> None:
        # Ray reports usage over the network unless this is set.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        ray = optional("ray", "--executor ray needs the package ray: pip install 'osscse[ray]'.")
        if not ray.is_initialized():
            options: dict[str, Any] = {"log_to_driver": False, "logging_level": "error"}
            if address is None:
                options |= {"num_cpus": workers or available_cpus(), "include_dashboard": False}
            else:
                _reach(address)
            try:
                ray.init(address=address or "local", **options)
            except Exception as error:  # Ray raises a plain one if a node's processes do not start.
                raise UserError(_unreached(address, error)) from error
        self._ray = ray
        self._versions = _versions(["osscse", *packages])
        resources = ray.cluster_resources()
        self._gpus = int(resources.get("GPU", 0))
        self._cpus = max(int(resources.get("CPU", 1)), 1)
        self._workers = workers
        # A Ray started here has only as many processors as asked for, so extra tasks can wait for
        # them.
        self._tasks = workers if workers and address else LOOKAHEAD * self._cpus

    def ordered_map(
        self, function: Callable[[Work], Result], work: Iterable[Work]
    ) -> Iterator[Result]:
        """See `Executor.ordered_map`; a task whose worker dies is retried elsewhere."""
        ray = self._ray
        call = ray.remote(_call).options(num_cpus=1, max_retries=RETRIES)
        shared = ray.put((self._versions, function))
        pending: deque[Any] = deque()
        with _failing_clearly(ray):
            try:
                for item in work:
                    pending.append(call.remote(shared, item))
                    if len(pending) >= self._tasks:
                        yield ray.get(pending.popleft())
                while pending:
                    yield ray.get(pending.popleft())
            finally:
                for reference in pending:
                    ray.cancel(reference)

    def devices(self, device: str) -> list[str]:
        """One device per actor: `cuda:0` for each GPU of the cluster, or `cpu` for as many as fit.

        Raises:
            UserError: the cluster has no GPU, or the value chooses among its GPUs.
        """
        if device not in ("auto", "cpu", "cuda"):
            raise UserError(
                f"--device {device}: with --executor ray it is auto, cpu or cuda; Ray chooses"
                " which."
            )
        if device == "cuda" and not self._gpus:
            raise UserError("--device cuda: the Ray cluster has no GPU. Use --device cpu.")
        if device != "cpu" and self._gpus:
            return ["cuda:0"] * self._gpus
        return ["cpu"] * (self._workers or self._cpus)

    def processes(self, devices: Sequence[str], useful: int) -> int:
        """See `Executor.processes`."""
        if devices[0] == "cpu":
            return 1
        if self._workers is not None:
            return self._workers
        return min(useful, max(self._cpus // len(devices) - 1, 0))

    def spread(
        self,
        job: Job[Work, Result],
        devices: Sequence[str],
        tasks: Sequence[Work],
        on_share: OnShare,
        carry: Callable[[Work], Work],
    ) -> Iterator[Result]:
        """See `Executor.spread`; an actor that dies is restarted and repeats its shards."""
        ray = self._ray
        on_gpu = devices[0].startswith("cuda")
        station = ray.remote(_Station).options(
            num_cpus=1,
            num_gpus=1 if on_gpu else 0,
            max_restarts=RETRIES,
            max_task_retries=RETRIES,
        )
        waiting = iter(tasks)
        stations = [station.remote(job, device, self._versions) for device in devices[: len(tasks)]]
        running: dict[Any, Any] = {}

        def submit(worker: Any) -> None:
            # The input is read only when it is needed.
            if some := [carry(t) for t in islice(waiting, SHARDS_A_CALL if on_gpu else 1)]:
                running[worker.make.remote(some)] = worker

        with _failing_clearly(ray):
            try:
                # Each actor has a second call waiting, so that none is idle while results travel.
                for worker in [*stations, *stations]:
                    submit(worker)
                while running:
                    (ready, *_), _ = ray.wait(list(running))
                    worker = running.pop(ready)
                    made = ray.get(ready)
                    submit(worker)
                    yield from made
            finally:
                for worker in stations:
                    ray.kill(worker)


def _unreached(address: str | None, error: Exception) -> str:
    """What to say if Ray answers neither here nor at an address."""
    why = first_line(error).rstrip(".")
    if address is None:
        remedy = (
            "Try again when the machine has less to do, or use" if "timed out" in why else "Use"
        )
        return f"Ray cannot be started on this machine ({why}). {remedy} --executor local."
    return (
        f"There is no Ray cluster at {address} ({why}). Check the address, or leave --address out"
        " to start Ray on this machine."
    )


def _reach(address: str) -> None:
    """Check that something answers at an address, since Ray would retry for minutes.

    Raises:
        UserError: there is no connection.
    """
    if address == "auto" and (named := os.environ.get("RAY_ADDRESS")):
        address = named  # Ray itself takes it for `auto`
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if not (colon and port.isdigit()):
        return  # `auto`, or a form that only Ray can parse
    try:
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
    except OSError as error:
        raise UserError(
            f"There is no Ray cluster at {address} ({error.strerror or error}). Check the host and"
            " the port, or leave --address out to start Ray on this machine."
        ) from error


def _call(shared: tuple[Versions, Callable[[Any], Any]], item: Any) -> Any:
    """Apply a function in a worker process."""
    versions, function = shared
    _check(versions)
    return function(item)


class _Station:
    """A device with a job's models loaded."""

    def __init__(self, job: Job[Any, Any], device: str, versions: Versions) -> None:
        _check(versions)
        self._held = ExitStack()
        self._run = self._held.enter_context(job.opened(device))

    def make(self, tasks: list[Any]) -> list[Any]:
        """Do some tasks; returns their results in order."""
        return list(self._run(iter(tasks), lambda name, share: None))


def _versions(packages: Iterable[str]) -> Versions:
    return tuple((name, _version(name)) for name in packages)


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:  # an extra that is not installed here
        return "none"


@lru_cache(maxsize=1)
def _check(wanted: Versions) -> None:
    """Refuse to make part of a table with other package versions than the rest."""
    found = dict(_versions(name for name, _ in wanted))
    differ = [f"{n} {found[n]} instead of {v}" for n, v in wanted if found[n] != v]
    if differ:
        raise WorkFailed(
            f"The node {socket.gethostname()} has {', '.join(differ)}: install the driver's"
            " versions there."
        )


@contextmanager
def _failing_clearly(ray: Any) -> Iterator[None]:
    """Raise a task's own error unchanged, and errors of Ray as one sentence."""
    try:
        yield
    except ray.exceptions.RayTaskError as error:
        cause = error.cause
        if isinstance(cause, OsscseError):
            raise type(cause)(str(cause)) from None
        raise WorkFailed(
            f"A task failed on a Ray worker: {type(cause).__name__}: {cause}. Finished shards are"
            " kept."
        ) from error
    except ray.exceptions.ActorDiedError as error:
        raise WorkFailed(
            f"A Ray actor could not be started or kept ending: {_last_line(error)} Finished shards"
            " are kept: run the same command again."
        ) from error
    except ray.exceptions.RayError as error:
        raise WorkFailed(
            f"A Ray worker ended unexpectedly, and again at each of {RETRIES} retries"
            f" ({type(error).__name__}). Finished shards are kept: run the same"
            " command again, with fewer --workers if memory is short."
        ) from error


def _last_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__
