"""Errors whose message is for the person at the terminal, and the entry point that shows them.

A message says what is wrong, in which file and line, and what to do, in one or two sentences.
"""

from __future__ import annotations

import errno
import os
import sys
from typing import TYPE_CHECKING

from schemas.escapes import visible
from schemas.interrupts import Interrupted, interruptible

if TYPE_CHECKING:
    import typer

RESUME = "the same command goes on from there."
_HINTS = {
    errno.ENOSPC: " The disk is full: free some space and run the same command again;"
    " finished shards are kept.",
    errno.EACCES: " Check the permissions of the file or folder.",
    errno.EROFS: " The folder is read-only.",
}


class OsscseError(Exception):
    """Base of the errors shown without a traceback.

    Attributes:
        exit_code: status that the process ends with.
    """

    exit_code = 1


class UserError(OsscseError):
    """Wrong usage or wrong input; the process exits with 2."""

    exit_code = 2


class WorkFailed(OsscseError):  # noqa: N818 - it reads as what happened
    """The work failed or a check found something; the process exits with 1."""

    exit_code = 1


def run_app(app: typer.Typer, arguments: list[str] | None = None, *, resume: str = RESUME) -> None:
    """Run a typer application and exit as the contract says.

    Exit codes: 0 done, 1 the work failed or a check found something, 2 wrong usage or input,
    130 interrupted, 143 asked to end. With `--debug` anywhere among the arguments the traceback is
    shown too.

    Args:
        app: the application.
        arguments: command line without the program's name; `sys.argv[1:]` if absent.
        resume: what to do after an interruption.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in given
    given = [a for a in given if a != "--debug"]
    line = f"Interrupted. What was finished is kept; {resume}"
    try:
        with interruptible(line):
            _run(app, given)
    except Interrupted as error:
        if debug:
            raise
        print(line, file=sys.stderr)
        sys.exit(error.exit_code)
    except OsscseError as error:
        if debug:
            raise
        _say(error)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        # The reader of our output has gone (`pipeline inspect | head`): nothing went wrong.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        if debug:
            raise
        _say(error, "." + _HINTS.get(error.errno or 0, ""))
        sys.exit(1)


def _run(app: typer.Typer, arguments: list[str]) -> None:
    """Run it; what it printed is out, and a reader that has gone is an error, when this ends."""
    try:
        app(arguments)
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):
            raise end.__context__ from None
        sys.stdout.flush()
        raise


def _say(error: Exception, more: str = "") -> None:
    print(f"Error: {visible(str(error))}{more}", file=sys.stderr)
