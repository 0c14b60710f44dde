"""Small work for worker processes, which import this module and no stage with it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

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
