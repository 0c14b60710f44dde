"""The executor that a command's options name."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from pipeline.translation.engines.table import ENGINES

if TYPE_CHECKING:
    from pipeline.execution.executor import Executor, ExecutorName


def executor_of(name: ExecutorName, workers: int | None, address: str | None) -> Executor:
    """Open an executor all of whose machines have the packages that determine the tables."""
    from pipeline.execution.executor import open_executor
    from pipeline.storage.manifest import PACKAGES

    of_engines = (kind.packages for kind in ENGINES.values())
    packages = dict.fromkeys(chain(*PACKAGES.values(), *of_engines))
    return open_executor(name, workers, address, list(packages))
