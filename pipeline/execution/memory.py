"""How much memory further processes may take."""

from __future__ import annotations

import os
from pathlib import Path

from schemas.reading import as_file

MEMINFO = Path("/proc/meminfo")
LIMIT = Path("/sys/fs/cgroup/memory.max")
"""Where Linux says how much is free, and how much a container may take."""


def free_memory() -> int | None:
    """Bytes of free memory; half of all memory if only that is known, else None.

    In a container with a limit it is at most half of that, since others may have taken a part.
    """
    free = _available()
    if free is None:
        free = _half_of_all()
    limit = _number(LIMIT)
    return free if free is None or limit is None else min(free, limit // 2)


def _available() -> int | None:
    try:
        lines = as_file(MEMINFO).read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    for line in lines:
        name, _, rest = line.partition(":")
        if name == "MemAvailable":
            return 1024 * int(rest.split()[0])
    return None


def _half_of_all() -> int | None:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (AttributeError, ValueError, OSError):  # Windows has no sysconf
        return None


def _number(path: Path) -> int | None:
    try:
        return int(as_file(path).read_text(encoding="ascii"))
    except (OSError, ValueError):  # no such limit, or "max"
        return None
