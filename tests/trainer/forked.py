"""Real processes that have the trainer's packages already.

Importing them takes seconds, each time. A server imports them once and forks, so that a process has
signals, streams and an exit code of its own at the price of a fork. It is a fresh process: forking
the tests' own would copy threads, and the state of GPUs.
"""

from __future__ import annotations

import multiprocessing
import os
import runpy
import sys
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TextIO

_SERVER = multiprocessing.get_context("forkserver")
_SERVER.set_forkserver_preload(
    [
        "matplotlib.figure",
        "scipy.stats",
        "torch.distributed",
        "trainer.commands.fit",
        "trainer.training.fit",
        "transformers.models.bert.modeling_bert",
        "transformers.models.bert.tokenization_bert",
    ]
)


def start(
    work: Callable[..., object], *arguments: object, environment: Mapping[str, str] | None = None
) -> tuple[BaseProcess, TextIO]:
    """A process that calls a function of a module of tests; and what it writes to stderr."""
    reader, writer = _SERVER.Pipe(duplex=False)
    process = _SERVER.Process(target=_run, args=(writer, dict(environment or {}), work, arguments))
    process.start()
    writer.close()
    return process, os.fdopen(os.dup(reader.fileno()), encoding="utf-8")


def run_trainer(folder: Path, arguments: list[str]) -> None:
    """What `python -m trainer` does in a folder."""
    os.chdir(folder)
    sys.argv = ["trainer", *arguments]
    runpy.run_module("trainer", run_name="__main__", alter_sys=True)


def _run(
    writer: Connection,
    environment: dict[str, str],
    work: Callable[..., object],
    arguments: tuple[object, ...],
) -> None:
    os.environ.update(environment)
    os.dup2(writer.fileno(), 2)
    writer.close()
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    # The streams of the server were made for other files.
    sys.stdout = sys.__stdout__ = os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.__stderr__ = os.fdopen(2, "w", 1, errors="backslashreplace", closefd=False)
    work(*arguments)
