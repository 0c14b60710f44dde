"""How many processors there are for this process, and how many threads libraries start."""

from __future__ import annotations

import os


def available_cpus() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def library_threads() -> int:
    """Threads of numeric libraries: what `OMP_NUM_THREADS` says, or one for each processor."""
    first = os.environ.get("OMP_NUM_THREADS", "").partition(",")[0].strip()
    return int(first) if first.isdecimal() and int(first) else available_cpus()
