"""The scripts of `benchmarks/` as modules."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from unittest import mock

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


@contextmanager
def benchmark(name: str) -> Iterator[ModuleType]:
    """A script that can import its neighbours; afterwards its short name is free again."""
    with mock.patch("sys.path", [str(BENCHMARKS), *sys.path]):
        yield importlib.import_module(name)
    del sys.modules[name]
