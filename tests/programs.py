"""`pipeline`, `trainer` and scripts as people run them, in this process.

Starting a program takes seconds, most of them imports. What is tested of a process itself (kills,
signals, what is imported, the installed scripts) starts one; the rest calls the same entry point.
"""

from __future__ import annotations

import contextlib
import io
import os
import runpy
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from unittest import mock

from schemas.errors import run_app


def run_program(
    program: str,
    *arguments: object,
    cwd: Path | str | None = None,
    stdin: str | None = None,
    columns: int = 80,
) -> subprocess.CompletedProcess[str]:
    """What a program prints, and its exit code.

    Args:
        program: `pipeline` or `trainer`.
        arguments: its command line.
        cwd: folder to run it in.
        stdin: text that is fed to it.
        columns: width of the terminal.
    """
    given = [str(argument) for argument in arguments]
    with captured(cwd, stdin, columns) as (out, err):
        code = _exit_code(lambda: run_app(_app(program), given))
    return subprocess.CompletedProcess([program, *given], code, out.getvalue(), err.getvalue())


def run_script(script: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    """What a script prints when it is run as a program, and its exit code."""
    given = [str(script), *map(str, arguments)]
    with (
        captured(None, None, 80) as (out, err),
        mock.patch("sys.argv", given),
        mock.patch("sys.path", [str(script.parent), *sys.path]),
    ):
        code = _exit_code(lambda: runpy.run_path(str(script), run_name="__main__"))
    return subprocess.CompletedProcess(given, code, out.getvalue(), err.getvalue())


def _exit_code(run: Callable[[], object]) -> int:
    try:
        run()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


@contextlib.contextmanager
def captured(cwd: Path | str | None, stdin: str | None, columns: int):
    """What the body prints; a folder, an input and a width for it, and no warning an error."""
    out, err = io.StringIO(), io.StringIO()
    given = io.TextIOWrapper(io.BytesIO((stdin or "").encode()), encoding="utf-8")
    with (
        contextlib.chdir(cwd or Path.cwd()),
        mock.patch.dict(os.environ, {"COLUMNS": str(columns)}),
        mock.patch("sys.stdin", given),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("default")
        warnings.simplefilter("ignore", ResourceWarning)  # as in a process of its own
        yield out, err


def _app(program: str):
    if program == "pipeline":
        from pipeline.cli import app
        from pipeline.commands.arguments import each_input

        return lambda given: app(each_input(given))
    from trainer.cli import app

    return app
