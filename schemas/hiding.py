"""Imports that fail on purpose, for packages that other libraries load wherever installed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


class _Hidden:
    """Reports one package as missing; the finders after it look for all others."""

    def __init__(self, package: str) -> None:
        self.package = package

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name == self.package:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


@contextmanager
def hidden(package: str) -> Iterator[None]:
    """In the body, importing a package fails as if it were not installed, unless it is loaded.

    Afterwards it can be imported again. Until then, imports in other threads fail as well.
    """
    finder = _Hidden(package)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
