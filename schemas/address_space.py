"""Refuses a limit on address space in which the libraries cannot work.

Native libraries (torch, DuckDB, Arrow, OpenBLAS) reserve far more addresses than memory, above all
one region for each of their threads. Where a limit (`ulimit -v`) denies them one, some end the
process themselves, or wait forever: no error reaches Python. So the limit is checked beforehand.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module

from schemas.errors import UserError, WorkFailed
from schemas.processors import library_threads

BASE_MIB = 3200
PER_THREAD_MIB = 64
"""Address space that the largest command needs: it reserved up to 2.6 GiB with one thread, and
62 MiB more for each further one. Large inputs and models come on top."""
OVERRIDE = "OSSCSE_ADDRESS_SPACE_MIB"
"""Environment variable with an amount to require instead."""


def needed_mib() -> int:
    """Address space, in MiB, with which all commands work on small inputs here.

    Raises:
        UserError: the environment variable for it is not a number.
    """
    given = os.environ.get(OVERRIDE, "")
    if not given:
        return BASE_MIB + PER_THREAD_MIB * library_threads()
    if not (given.isascii() and given.isdecimal()):
        raise UserError(f"The environment variable {OVERRIDE} is {given!r}, which is not a number.")
    return int(given)


def require_address_space(arguments: Sequence[str]) -> None:
    """Refuse to run a command whose address space is limited to less than `needed_mib`.

    Args:
        arguments: the command line; help and the version are never refused.

    Raises:
        WorkFailed: the limit is lower.
        UserError: see `needed_mib`.
    """
    if not arguments or {"-h", "--help", "--version"}.intersection(arguments):
        return
    limit = _limit()
    if limit is None or limit >= (needed := needed_mib()) * 2**20:
        return
    raise WorkFailed(
        f"The address space of a process is limited to {limit / 2**20:,.0f} MiB here (`ulimit -v`)."
        f" {_reason(needed)}: allow that with `ulimit -v {1024 * needed}`, and limit memory in"
        f" another way if you need to, such as a control group. If you know that less is enough,"
        f" set {OVERRIDE}; with too little, libraries abort or wait forever."
    )


def _reason(needed: int) -> str:
    """Why so much is needed."""
    if os.environ.get(OVERRIDE):
        return f"{OVERRIDE} asks for {needed:,} MiB"
    threads = library_threads()
    many = f"{threads} threads (fewer with OMP_NUM_THREADS=1)" if threads > 1 else "one thread"
    return f"With {many}, the libraries reserve up to {needed:,} MiB, most of which they never use"


def _limit() -> int | None:
    """The limit in bytes; None if there is none, as always on Windows."""
    try:
        resource = import_module("resource")
    except ImportError:
        return None
    limit: int = resource.getrlimit(resource.RLIMIT_AS)[0]
    return None if limit == resource.RLIM_INFINITY else limit
