"""Runs commands in forks of a process that has everything loaded: tenths of a second per run.

A process with threads must not be forked: their locks may stay held in the copy forever. So the
server of a command first carries the command out itself, which loads its models and word lists, and
forks only if that left no threads; otherwise a server that has only imported the modules forks.
"""

from __future__ import annotations

import gc
import importlib
import io
import json
import os
import sys
import tempfile
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

THREADS_LEFT = 77
"""Exit code of a server that must not fork."""


def forked(work: Callable[[], object], log: Path, typed: str = "") -> int:
    """Do something in a fork of this process; returns its exit code, negative for a signal.

    Args:
        work: what to do.
        log: file for the output.
        typed: standard input.
    """
    return os.waitstatus_to_exitcode(os.waitpid(fork(work, log, typed), 0)[1])


def fork(work: Callable[[], object], log: Path, typed: str = "") -> int:
    """Begin to do something in a fork of this process; returns the fork's number."""
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for stream in (1, 2):
            os.dup2(out, stream)
        sys.stdin = io.StringIO(typed)
        code = exit_code(work)
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def exit_code(work: Callable[[], object]) -> int:
    """Do something in this process; returns the code that it exits with."""
    try:
        work()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


def call(arguments: list[str], *, ends: bool = False) -> None:
    """Run a command of either program in this process, as its console command does.

    Args:
        arguments: the program and what it is given.
        ends: whether the process ends afterwards, as it does there.
    """
    from pipeline.cli import app as pipeline
    from schemas.errors import run_app
    from trainer.cli import app as trainer

    programs = {"pipeline": pipeline, "trainer": trainer}
    run_app(programs[arguments[0]], arguments[1:], ends=ends)


def serve(rehearse: Callable[[], object], work: Callable[[], object], log: Path, typed: str) -> int:
    """Do something in a fork that has loaded what a command needs; returns the exit code.

    Args:
        rehearse: carries the command out, on a folder of its own.
        work: forks itself for each run.
        log: file for the output.
        typed: standard input of the rehearsal.
    """

    def rehearsed() -> None:
        before = start_arrow()
        if code := exit_code(rehearse):
            raise SystemExit(code)
        gc.collect()
        if _threads() - before:
            raise SystemExit(THREADS_LEFT)
        gc.freeze()  # a collection in a fork would copy every page
        work()

    code = forked(rehearsed, log, typed)
    return forked(work, log) if code == THREADS_LEFT else code


def start_arrow() -> set[str]:
    """Start Arrow's threads, the only ones that start again in a fork; returns all there are."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    pa.set_cpu_count(1)
    pa.set_io_thread_count(1)
    with tempfile.TemporaryDirectory() as folder:  # of bytes in memory, it reads without the last
        pq.write_table(pa.table({"a": [1], "b": ["c"]}), f"{folder}/a.parquet")
        pq.read_table(f"{folder}/a.parquet")
    return _threads()


def write_modules(path: Path) -> None:
    """Write the names of all modules that this process has imported, in their order."""
    path.write_text(json.dumps(list(sys.modules)), encoding="utf-8", newline="\n")


def import_modules(path: Path) -> None:
    """Import the modules of `write_modules`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in json.loads(path.read_text(encoding="utf-8")):
            if name not in sys.modules and not name.startswith("__"):
                with suppress(Exception):  # made by other modules as they load
                    importlib.import_module(name)


def _threads() -> set[str]:
    return {task.name for task in Path("/proc/self/task").iterdir()}
