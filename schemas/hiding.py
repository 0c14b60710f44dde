"""Imports that fail on purpose: libraries that others load wherever they are installed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


class _Hidden:
    """Finds one package missing, and leaves the others to those who come after."""

    def __init__(self, package: str) -> None:
        self.package = package

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name == self.package:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


@contextmanager
def hidden(package: str) -> Iterator[None]:
    """In the body, importing a package fails as if it were not installed, unless it is loaded.

    Afterwards whoever needs it gets it. Other threads find it missing as well, for as long.
    """
    finder = _Hidden(package)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
