"""Errors whose message is for the person at the terminal, and the entry point that shows them.

A message says what is wrong, in which file and line, and what to do, in one or two sentences.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import typer


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


def run_app(app: typer.Typer, arguments: list[str] | None = None) -> None:
    """Run a typer application and exit as the contract says.

    Exit codes: 0 done, 1 the work failed or a check found something, 2 wrong usage or input,
    130 interrupted. With `--debug` anywhere among the arguments the traceback is shown too.

    Args:
        app: the application.
        arguments: command line without the program's name; `sys.argv[1:]` if absent.
    """
    import errno

    given = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in given
    given = [a for a in given if a != "--debug"]
    try:
        app(given)
    except OsscseError as error:
        if debug:
            raise
        print(f"Error: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        # The reader of our output has gone (`pipeline inspect | head`): nothing went wrong.
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        if debug:
            raise
        hint = {
            errno.ENOSPC: " The disk is full: free some space and run the same command again;"
            " finished shards are kept.",
            errno.EACCES: " Check the permissions of the file or folder.",
            errno.EROFS: " The folder is read-only.",
        }.get(error.errno or 0, "")
        print(f"Error: {error}.{hint}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print(
            "Interrupted. What was finished is kept; the same command goes on from there.",
            file=sys.stderr,
        )
        sys.exit(130)
