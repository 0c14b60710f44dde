"""Names from tables in the help of options.

The tables of guards and of kinds load slower than all other help together. So the help of such an
option holds a mark, which the names replace where the help is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from typer.core import TyperCommand

GUARD_NAMES, KIND_NAMES = "{guards}", "{kinds}"


def _guards() -> Iterable[str]:
    from pipeline.acceptance.guards import guard_names

    return guard_names()


def _kinds() -> Iterable[str]:
    from pipeline.negation.kinds.table import KINDS

    return (kind.name for kind in KINDS)


_NAMES: dict[str, Callable[[], Iterable[str]]] = {GUARD_NAMES: _guards, KIND_NAMES: _kinds}


class NamingCommand(TyperCommand):
    """A command whose help has the names in place of the marks."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help."""
        with self.named():
            super().format_help(ctx, formatter)

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """Complete options for a shell, with their help."""
        with self.named():
            return super().shell_complete(ctx, incomplete)

    @contextmanager
    def named(self) -> Iterator[None]:
        """Put the names into the help of the options while the body runs."""
        options: list[Any] = [*self.params]
        marked = [option.help for option in options]
        for option, text in zip(options, marked, strict=True):
            for mark, names in _NAMES.items():
                if mark in text:
                    option.help = text.replace(mark, ", ".join(names()))
        try:
            yield
        finally:
            for option, text in zip(options, marked, strict=True):
                option.help = text
