"""The available devices, and the work that one of them does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Protocol, TypeVar

from pipeline.execution.memory import free_memory
from schemas.errors import UserError
from schemas.progress import counted

WorkIn = TypeVar("WorkIn", contravariant=True)
ResultOut = TypeVar("ResultOut", covariant=True)
OnShare = Callable[[str, float], None]


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
        if kind not in ("cpu", "cuda") or (colon and not index.isdecimal()):
            raise UserError(
                f"--device {device!r} is not one of: auto, cpu, cuda, cuda:N, or several of these"
                " separated by commas."
            )
        if kind == "cuda" and int(index or 0) >= count:
            raise UserError(
                f"--device {name}: torch sees {counted(count, 'GPU') if count else 'no GPU'} here."
                " Use --device cpu, or install a torch build for your GPU."
            )
    if len({name.partition(":")[0] for name in names}) > 1:
        # Rounding differs, and a manifest records one kind of device for a table.
        raise UserError(f"--device {device} mixes CPU and GPUs: name one kind only.")
    return names


def split_cpu(cores: int, useful: int, memory: int) -> tuple[list[str], int]:
    """Processes on the CPU for work that gains little from threads, and the threads of each.

    Args:
        cores: processors for all of them.
        useful: the most processes worth starting.
        memory: bytes that each may take; there are only as many processes as fit.
    """
    free = free_memory()
    fitting = 1 if free is None else free // memory
    count = max(min(cores, useful, fitting), 1)
    return ["cpu"] * count, cores // count
