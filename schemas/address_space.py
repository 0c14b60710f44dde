"""Refuses a limit on address space in which the libraries cannot work.

Native libraries (torch, DuckDB, Arrow, OpenBLAS) reserve far more addresses than memory, above all
one region for each of their threads. Where a limit (`ulimit -v`) denies them one, some end the
process themselves, or wait forever: no error reaches Python. So the limit is checked beforehand.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module

from schemas.errors import WorkFailed

BASE = 3 * 2**30
PER_CPU = 128 * 2**20
"""What is needed for the largest of the commands, in bytes: they reserved up to 2.5 GiB on two
processors, and 65 MiB more for each further one. Large inputs and models come on top."""


def needed() -> int:
    """The bytes of address space with which all commands work on small inputs here."""
    return BASE + PER_CPU * (os.cpu_count() or 1)


def require_address_space(arguments: Sequence[str]) -> None:
    """Refuse to run a command whose address space is limited to less than `needed`.

    Args:
        arguments: the command line; help and the version load no such library.

    Raises:
        WorkFailed: it is.
    """
    if not arguments or {"-h", "--help", "--version"}.intersection(arguments):
        return
    limit = _limit()
    if limit is not None and limit < needed():
        raise WorkFailed(
            f"The address space of a process is limited to {limit / 2**20:,.0f} MiB here"
            f" (`ulimit -v`). The libraries reserve up to {needed() / 2**20:,.0f} MiB, most of"
            f" which they never use: allow that with `ulimit -v {needed() // 1024}`, and limit"
            " memory in another way if you need to, such as a control group."
        )


def _limit() -> int | None:
    """The limit in bytes; None if there is none, as always on Windows."""
    try:
        resource = import_module("resource")
    except ImportError:
        return None
    limit: int = resource.getrlimit(resource.RLIMIT_AS)[0]
    return None if limit == resource.RLIM_INFINITY else limit
