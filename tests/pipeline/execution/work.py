"""Small work for worker processes, which import this module and no stage with it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pipeline.execution.processes import WorkerPool
from schemas.errors import UserError


def double(number: int) -> int:
    """The first item finishes last, as in a worker that was slow to start."""
    time.sleep(0 if number else 0.2)
    return 2 * number


def refuse(number: int) -> int:
    if number == 3:
        raise UserError("Three is too many.")
    return number


def stumble(number: int) -> int:
    if number == 3:
        raise ZeroDivisionError("of all things")
    return number


def end_once(item: tuple[int, str]) -> int:
    """End this process, the first time."""
    number, mark = item
    if number == 3 and not Path(mark).exists():
        Path(mark).write_text("")
        os._exit(1)
    return number


def end_always(number: int) -> int:
    if number == 3:
        os._exit(1)
    return number


def hash_seed(_: int) -> str:
    return os.environ["PYTHONHASHSEED"]


class Fragile:
    """A job whose process ends once, before its third task is done."""

    def __init__(self, mark: str) -> None:
        self.mark = mark

    @contextmanager
    def opened(self, device: str) -> Iterator[Callable[..., Iterator[tuple[Any, ...]]]]:
        def run(tasks, on_share):
            for task in tasks:
                if task[0] == 3 and not Path(self.mark).exists():
                    Path(self.mark).write_text("")
                    os._exit(1)
                yield (device, *task)

        yield run


class Seeing:
    """A job that tells its device, and which GPUs its process sees."""

    @contextmanager
    def opened(self, device: str) -> Iterator[Callable[..., Iterator[tuple[Any, ...]]]]:
        seen = os.environ["CUDA_VISIBLE_DEVICES"]
        yield lambda tasks, on_share: ((task, device, seen) for task in tasks)


class Failing:
    """A job of which every task fails."""

    @contextmanager
    def opened(self, device: str) -> Iterator[Callable[..., list[float]]]:
        yield lambda tasks, on_share: [1 // 0 for _ in tasks]


class Doubling:
    """A job with a process of its own."""

    @contextmanager
    def opened(self, device: str) -> Iterator[Callable[..., list[int]]]:
        with WorkerPool(1) as pool:
            yield lambda tasks, on_share: [pool.submit(double, task).result() for task in tasks]


def fail_at_three(item: int) -> int:
    """Fail at the third item; those after it would take longer than any test may."""
    if item == 3:
        raise ValueError("three")
    time.sleep(0 if item < 3 else 3600)
    return item
