"""Tables on narrow terminals: text wraps between words, and numbers and names stay whole.

A table that cannot do so in the width that there is becomes a list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from schemas.console import show

BORDER = 3
"""Characters of a column besides its content: a line and two spaces."""
TEXT_WIDTH = 16
"""Narrowest column of text; longer words in it, as of a path, stay whole."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A table whose first column is text, drawn in the width that there is.

    Attributes:
        table: with texts as cells.
    """

    table: Table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The table, with narrower columns or as a list where it is too wide."""
        room = options.max_width
        texts = [[str(cell) for cell in column.cells] for column in self.table.columns]
        heads = [str(column.header) for column in self.table.columns]
        if (widths := fitting(heads, texts, room)) is None:
            yield from as_list(str(self.table.title or ""), heads, texts)
            return
        for column, width in zip(self.table.columns, widths, strict=True):
            column.max_width = width
        yield self.table


def show_fitted(parts: Iterable[RenderableType]) -> None:
    """Print tables and text on standard output; numbers and names are never cut."""
    show(Fitted(part) if isinstance(part, Table) else part for part in parts)


def fitting(heads: Sequence[str], texts: Sequence[Sequence[str]], room: int) -> list[int] | None:
    """Largest widths of columns in which only text wraps; None if there is no room for that.

    Lines of figures stay whole if they can, otherwise they wrap at spaces, as headings do.

    Args:
        heads: of the columns.
        texts: the cells of each column.
        room: characters in a line.

    >>> fitting(["task", "my-model"], [["above kind alternative"], ["9.5"]], 31)
    [16, 8]
    >>> fitting(["task", "my-model"], [["above kind alternative"], ["9.5"]], 20) is None
    True
    """
    room -= BORDER * len(heads) + 1
    least = max(TEXT_WIDTH, _word(heads[0]), *map(_word, texts[0]))
    first = min(least, max(map(_line, (heads[0], *texts[0]))))
    for of_head, of_cell in ((_line, _line), (_word, _line), (_word, _word)):
        others = [
            max(of_head(head), *map(of_cell, cells))
            for head, cells in zip(heads[1:], texts[1:], strict=True)
        ]
        if (rest := room - sum(others)) >= first:
            return [rest, *others]
    return None


def as_list(
    title: str, heads: Sequence[str], texts: Sequence[Sequence[str]]
) -> Iterator[RenderableType]:
    """The rows of a table one below the other, each with a line for every cell that is not empty.

    Args:
        title: of the table.
        heads: of its columns.
        texts: the cells of each column, the first of which name the rows.
    """
    if title:
        yield Text(title)
    for row in zip(*texts, strict=True):
        yield Text(row[0] if row[0].strip() else "-")
        for head, cell in zip(heads[1:], row[1:], strict=True):
            if cell:
                told = "  ".join(cell.splitlines())
                yield Padding(Text(f"{head}: {told}" if head else told), (0, 0, 0, 4), expand=False)
    yield Text("")


def _line(text: str) -> int:
    """Width of the longest line."""
    return max((cell_len(line) for line in text.splitlines()), default=0)


def _word(text: str) -> int:
    """Width of the longest word."""
    return max((cell_len(word) for word in text.split()), default=0)
