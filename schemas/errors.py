"""Errors with messages for the user, and the entry point that prints them.

A message says what is wrong, in which file and line, and what to do, in one or two sentences.
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable

from schemas.escapes import visible
from schemas.interrupts import Interrupted, advise, interruptible, interruption
from schemas.messages import tell
from schemas.streams import lasting_streams

RESUMABLE = ("run", "repair", "judge", "sweep")
"""Commands that resume what they finished when they are run again."""
_HINTS = {
    errno.ENOSPC: " The disk is full: free some space and run the same command again;"
    " finished shards are kept.",
    errno.EACCES: " Check the permissions of the file or folder.",
    errno.EROFS: " The folder is read-only: make it writable, or choose another.",
}


class OsscseError(Exception):
    """Base class of the errors that are shown without a traceback.

    Attributes:
        exit_code: exit status of the process.
    """

    exit_code = 1


class UserError(OsscseError):
    """Wrong usage or wrong input; the process exits with 2."""

    exit_code = 2


class WorkFailed(OsscseError):  # noqa: N818 - named for what happened
    """The work failed or a check found something; the process exits with 1."""


def first_line(error: BaseException) -> str:
    """The first line of what an error says, for a message; its type if it says nothing."""
    return next(iter(str(error).strip().splitlines()), type(error).__name__)


def run_app(
    app: Callable[[list[str]], object],
    arguments: list[str] | None = None,
    *,
    ends: bool = False,
) -> None:
    """Run a typer application and exit with the status that fits.

    Exit codes: 0 done, 1 the work failed or a check found something, 2 wrong usage or input,
    130 interrupted, 143 terminated, 129 terminal closed. A reader of the output that leaves early
    (`pipeline run all | head`) changes neither the work nor the code. With `--debug` anywhere among
    the arguments, the traceback is shown too.

    Args:
        app: the application; interruptions during its imports are handled too.
        arguments: command line without the program's name; `sys.argv[1:]` by default.
        ends: whether the process ends afterwards, and may ignore signals until then.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in given
    given = [a for a in given if a != "--debug"]
    command = next((a for a in given if not a.startswith("-")), "")
    kept = "What was finished is kept; run the same command again to resume."
    advise(kept if command in RESUMABLE else "")
    try:
        with interruptible(ends=ends):
            lasting_streams()
            _check_arguments(given)
            _run(app, given)
    except (SystemExit, KeyboardInterrupt):
        raise
    except BaseException as error:  # a panic of native code (PyO3's) is no Exception
        if debug:
            raise
        said = interruption() if isinstance(error, Interrupted) else f"Error: {_told(error)}"
        tell(said)
        sys.exit(error.exit_code if isinstance(error, Interrupted | OsscseError) else 1)


def _check_arguments(given: list[str]) -> None:
    """Refuse names that cannot be stored in a table, manifest or recipe.

    Raises:
        UserError: one has bytes that are not UTF-8.
    """
    for one in given:
        if not one.isascii() and any("\ud800" <= character <= "\udfff" for character in one):
            raise UserError(f"{one!r} is not UTF-8 text: rename the file or folder, or convert it.")


def _told(error: BaseException) -> str:
    """The message for an error: what went wrong, and what to do about it."""
    if isinstance(error, OsscseError):
        return visible(str(error))
    if isinstance(error, OSError):
        return f"{visible(str(error))}.{_HINTS.get(error.errno or 0, '')}"
    first = next(iter(str(error).splitlines()), "")
    out_of_memory = isinstance(error, MemoryError) or any(
        words in first for words in ("can't allocate memory", "CUDA out of memory", "bad_alloc")
    )
    if out_of_memory:
        said = "Out of memory"
        more = " What was finished is kept: run it again with fewer --workers or smaller batches."
    else:
        said = f"Internal error: {type(error).__name__}"
        more = " Run it again with --debug for the traceback, and please report it."
    return said + (f" ({first})." if first else ".") + more


def _run(app: Callable[[list[str]], object], arguments: list[str]) -> None:
    """Run the application and flush its output, which fails on a full disk."""
    try:
        app(arguments)
    except SystemExit as end:
        # click mistakes every broken pipe for that of its own output, and would exit silently.
        if isinstance(end.__context__, BrokenPipeError):
            raise end.__context__ from None
        sys.stdout.flush()
        raise
