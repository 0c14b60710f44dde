"""Ctrl-C and termination signals: one clear line, whatever the program is doing."""

from __future__ import annotations

import atexit
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

_IMPORTS = "<frozen importlib._bootstrap>"
"""The file of the functions that import modules, in a traceback."""
_AGAIN_S = 0.01
"""Seconds until the main thread is woken for an interruption that Python swallowed, or that came
during an import."""
_WAKE: signal.Signals = getattr(signal, "SIGURG", signal.SIGTERM)
"""The signal that wakes it. Nobody else sends this one (on Windows, no program can send SIGTERM):
Python merges two signals of one number that come at once, so one of the user's would be lost.
"""


_advice: list[str | Callable[[], str]] = [""]
"""How to go on after an interruption: one entry, which `advise` replaces."""


def advise(text: str | Callable[[], str]) -> None:
    """Set how to go on after an interruption; a function is called only then; empty for nothing."""
    _advice[-1] = text


def interruption() -> str:
    """The line that tells the user about an interruption."""
    advice = _advice[-1]
    return f"Interrupted. {advice if isinstance(advice, str) else advice()}".rstrip()


class Interrupted(BaseException):
    """Raised when a signal asks the program to end.

    Not a `KeyboardInterrupt`, because typer would then end the program with its own message.

    Attributes:
        exit_code: exit status of the process, by the convention of shells.
    """

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.exit_code = 128 + number


class Postponed:
    """The first signal in the body of `postponed`, which waits for a good moment.

    Args:
        told: message for the moment when the signal comes, since nothing else is visible then.
    """

    def __init__(self, told: str) -> None:
        self._told = told
        self._number: int | None = None

    @property
    def came(self) -> bool:
        """Whether a signal waits."""
        return self._number is not None

    def obey(self) -> None:
        """End the work if a signal waits.

        Raises:
            Interrupted: one does.
        """
        if self._number is not None:
            raise Interrupted(self._number)

    def take(self, number: int) -> bool:
        """Let a signal wait if it is the first one; returns whether it waits."""
        if self.came:
            return False
        self._number = number
        # Not with `print`: the signal may have come in the middle of another `print`.
        with suppress(OSError):
            line = "\n" if os.isatty(2) else ""
            os.write(2, f"{line}{self._told}\n".encode())
        return True


_waiting: list[Postponed] = []
"""What `postponed` has opened; at most one."""


@contextmanager
def postponed(told: str, *, wanted: bool = True) -> Iterator[Postponed]:
    """Let the first signal wait until the body, or its end, obeys it; a second ends it at once.

    Only within `interruptible`; elsewhere, a signal is handled as it would be without this.

    Args:
        told: message when it comes, such as what is being finished.
        wanted: whether it waits at all.

    Raises:
        Interrupted: a signal waits that the body did not obey.
    """
    waiting = Postponed(told)
    _waiting[:] = [waiting] if wanted else []
    try:
        yield waiting
    finally:
        _waiting.clear()
    waiting.obey()


class _Signals:
    """What is done about the signals that come while a body runs.

    Attributes:
        came: those that came.
        over: whether the body has ended, so that further ones are ignored.
    """

    def __init__(self) -> None:
        self.came: list[int] = []
        self.over = False
        self._due: list[int] = []
        self._tell = sys.unraisablehook

    def handle(self, number: int, frame: FrameType | None) -> None:
        """Raise the interruption, unless it must wait or the program is ending."""
        self.came.append(number)
        if len(self.came) == 3:
            os.write(2, f"{interruption()}\n".encode())
            os._exit(128 + number)
        self._obey(number, frame)

    def wake(self, _: int, frame: FrameType | None) -> None:
        """Raise the interruption that is due, if one is."""
        due, self._due = self._due, []
        for number in due:
            self._obey(number, frame)

    def _obey(self, number: int, frame: FrameType | None) -> None:
        if self.over or _is_ending():
            return
        if _is_importing(frame):
            self._obey_soon(number)
        elif not any(one.take(number) for one in _waiting):
            raise Interrupted(number)

    def swallowed(self, unraisable: sys.UnraisableHookArgs) -> None:
        """Raise an interruption again that Python swallowed; report other errors."""
        if not isinstance(unraisable.exc_value, Interrupted):
            self._tell(unraisable)
        elif self.came:
            self._obey_soon(self.came[-1])

    def _obey_soon(self, number: int) -> None:
        due = self._due = [number]

        def wake() -> None:
            # Repeated until it is obeyed: a signal does not end a wait that begins just after it.
            while True:
                time.sleep(_AGAIN_S)
                if self._due is not due or self.over:
                    return
                _wake_main()

        threading.Thread(target=wake).start()


@contextmanager
def interruptible(*, ends: bool = False) -> Iterator[None]:
    """Let Ctrl-C, SIGTERM and SIGHUP raise `Interrupted` in the body.

    A second signal is ignored while the program is ending; if the program continues, because some
    library caught the exception, it is raised again. Where Python itself must swallow it (in a
    destructor, or a function that native code calls), it is raised again soon. A third ends
    the program immediately. No data is lost, because all writing is atomic. In the body of
    `postponed`, the first waits.

    During an import the first signal waits for its end: libraries are initialized by native code
    that calls Python, and some of it (torch's) aborts the process if an exception comes back.

    Args:
        ends: whether the program ends after the body, so that signals are ignored from then on:
            all work is done, and by default Python prints a traceback while it shuts down.
    """
    signals = _Signals()
    tell, sys.unraisablehook = sys.unraisablehook, signals.swallowed
    # A program that was started with a signal ignored keeps ignoring it.
    before = {
        number: signal.signal(number, signals.wake if number == _WAKE else signals.handle)
        for number in _handled()
        if number == _WAKE or signal.getsignal(number) != signal.SIG_IGN
    }
    if ends:
        # While Python shuts down, it removes all handlers long before the process ends.
        atexit.register(_ignore, [*before])
    try:
        yield
    except Exception as error:
        # Native code that was interrupted, DuckDB's above all, raises an error of its own instead.
        if signals.came:
            raise Interrupted(signals.came[0]) from error
        raise
    finally:
        signals.over = True
        if not ends:
            sys.unraisablehook = tell
        # The clean-up of an interrupted program is not interrupted again.
        for number, handler in before.items() if not (signals.came or ends) else ():
            signal.signal(number, handler)


def _wake_main() -> None:
    """Let the main thread handle a signal; this also ends a wait."""
    main = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main is not None:
        signal.pthread_kill(main, _WAKE)
    else:
        signal.raise_signal(_WAKE)


def _ignore(numbers: list[signal.Signals]) -> None:
    for number in numbers:
        signal.signal(number, signal.SIG_IGN)


def _handled() -> list[signal.Signals]:
    # Python handles signals only in the main thread.
    if threading.current_thread() is not threading.main_thread():
        return []
    # torchrun ends its processes by SIGTERM while they wait for each other in native code, where
    # no Python handler is called.
    if "WORLD_SIZE" in os.environ:
        return [signal.SIGINT, _WAKE]
    found = [signal.SIGINT, signal.SIGTERM, _WAKE]
    return [*found, signal.SIGHUP] if hasattr(signal, "SIGHUP") else found


def _is_importing(frame: FrameType | None) -> bool:
    """Whether a module is being imported where a signal came."""
    while frame is not None and frame.f_code.co_filename != _IMPORTS:
        frame = frame.f_back
    return frame is not None


def _is_ending() -> bool:
    """Whether an interruption is propagating up the stack."""
    error = sys.exception()
    while error is not None and not isinstance(error, Interrupted):
        error = error.__context__
    return error is not None
