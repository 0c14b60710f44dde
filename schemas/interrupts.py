"""Ctrl-C and the request to end: one clear line, whatever the program is doing when they come."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Interrupted(BaseException):
    """Raised where a signal asks the program to end.

    No `KeyboardInterrupt`: the command line's library would end the program with its own words.

    Attributes:
        exit_code: status that the process ends with, as shells have it.
    """

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.exit_code = 128 + number


@contextmanager
def interruptible(line: str) -> Iterator[None]:
    """Let Ctrl-C, SIGTERM and SIGHUP raise `Interrupted` in the body.

    A second one changes nothing where the program is ending; where it goes on, because some library
    caught all that was raised, it is raised again. A third ends it there and then. Nothing is lost
    by that: what is written can be cut off at any instant.

    Args:
        line: what the third signal prints.
    """
    came: list[int] = []
    over = False

    def end(number: int, frame: Any) -> None:
        came.append(number)
        if len(came) == 3:
            os.write(2, f"{line}\n".encode())
            os._exit(128 + number)
        if not over and not _is_ending():
            raise Interrupted(number)

    # A program that was started with a signal ignored goes on ignoring it.
    before = {
        number: signal.signal(number, end)
        for number in _handled()
        if signal.getsignal(number) != signal.SIG_IGN
    }
    try:
        yield
    finally:
        over = True
        # What is left of an interrupted program's time is not interrupted once more.
        for number, handler in before.items() if not came else ():
            signal.signal(number, handler)


def _handled() -> list[signal.Signals]:
    # Signals are handled in the main thread alone.
    if threading.current_thread() is not threading.main_thread():
        return []
    # The launcher of several training processes ends them by SIGTERM, while they wait for each
    # other where no handler is called.
    if "WORLD_SIZE" in os.environ:
        return [signal.SIGINT]
    found = [signal.SIGINT, signal.SIGTERM]
    return [*found, signal.SIGHUP] if hasattr(signal, "SIGHUP") else found


def _is_ending() -> bool:
    """Whether an interruption is on its way up the stack."""
    error = sys.exception()
    while error is not None and not isinstance(error, Interrupted):
        error = error.__context__
    return error is not None
