"""The available devices, and work shared among them: one process each, fed from one queue."""

from __future__ import annotations

import queue
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

from pipeline.execution.processes import end_with_parent, sheltered, spawning
from schemas.errors import UserError, WorkFailed, first_line
from schemas.progress import counted

Work = TypeVar("Work")
Result = TypeVar("Result")
WorkIn = TypeVar("WorkIn", contravariant=True)
ResultOut = TypeVar("ResultOut", covariant=True)
OnShare = Callable[[str, float], None]

_CHECK_S = 1.0


class Job(Protocol[WorkIn, ResultOut]):
    """The work of a device; must be picklable."""

    def opened(
        self, device: str
    ) -> AbstractContextManager[Callable[[Iterator[WorkIn], OnShare], Iterator[ResultOut]]]:
        """A function that yields a result for each task; the models stay loaded between calls."""
        ...


def pick_devices(device: str) -> list[str]:
    """The devices that a value of `--device` selects; one process works on each.

    Args:
        device: `auto` is every GPU, or the CPU if there is none; `cuda` every GPU; otherwise names
            separated by commas, as in `cuda:0,cuda:1` or `cpu`.

    Raises:
        UserError: the value is malformed or mixes CPU and GPUs, or the GPU does not exist.
    """
    import torch

    count = torch.cuda.device_count() if torch.cuda.is_available() else 0
    if device == "auto" and not count:
        return ["cpu"]
    if device in ("auto", "cuda") and count:
        return [f"cuda:{i}" for i in range(count)]
    names = device.split(",")
    for name in names:
        kind, colon, index = name.partition(":")
        if not (kind in ("cpu", "cuda") and (index.isdecimal() if colon else True)):
            raise UserError(
                f"--device {device!r} is none of: auto, cpu, cuda, cuda:N, or several of these"
                " separated by commas."
            )
        if kind == "cuda" and int(index or 0) >= count:
            raise UserError(
                f"--device {name}: torch sees {counted(count, 'GPU') if count else 'no GPU'} here."
                " Use --device cpu, or install a torch build for your GPU."
            )
    if len({name[:4] for name in names}) > 1:
        # Rounding differs, and a manifest records one kind of device for a table.
        raise UserError(f"--device {device} mixes CPU and GPUs: name one kind only.")
    return names


def spread(
    job: Job[Work, Result], devices: Sequence[str], tasks: Sequence[Work], on_share: OnShare
) -> Iterator[Result]:
    """Run a job over all tasks; results in any order.

    A single device works in this process. Several have a process each, which takes the next task
    from a common queue when it is ready, so a slow device does not delay the others.

    Args:
        on_share: called with progress, as (name, share).

    Raises:
        WorkFailed: a device's process dies or fails; also whatever UserError or WorkFailed the job
            raises.
    """
    if len(devices) == 1:
        with job.opened(devices[0]) as run:
            yield from run(iter(tasks), on_share)
        return
    context = spawning()
    waiting, messages = context.Queue(), context.Queue()
    for task in [*tasks, *[None] * len(devices)]:
        waiting.put(task)
    processes = [
        context.Process(target=_serve, args=(job, device, waiting, messages), daemon=True)
        for device in devices
    ]
    try:
        for process in processes:
            with sheltered():
                process.start()
        yield from _listen(processes, messages, len(tasks), on_share)
    finally:
        started = [process for process in processes if process.pid is not None]
        for process in started:
            process.terminate()
        for process in started:
            process.join()


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
                    " Finished shards are kept: run the same command again."
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
