"""Tables that fit the terminal: text wraps between words, and numbers and names stay whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

TEXT_WIDTH = 16
"""Least width of a column of text that wraps, unless its longest text is shorter."""
_INDENT, _BETWEEN = 4, " · "
"""In a list: spaces before the cells, and what separates the cells on one line."""


class FittingTable(Table):
    """A table of plain text; where the terminal is too narrow for its longest words, a list.

    It is filled and printed like any other table of rich. Headings wrap between words, and so does
    text, but not the cells of a right-aligned column or of one with `no_wrap`. Before a table
    becomes a list, the space between its columns is reduced. In the list, each row is its first
    cell and, below it, the others that are not empty, with the names of their columns: on a line
    together if that is long enough for those of every row, otherwise on a line each.
    """

    def __init__(self, title: str = "", *, show_header: bool = True) -> None:
        super().__init__(title=title, show_header=show_header, box=SIMPLE_HEAD)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the title above the table or the list."""
        title = str(self.title or "")
        if title:
            yield Text(title, "bold")
        least, most = zip(*map(_needed, self.columns), strict=True)
        for close in (False, True):
            widths = _spread(least, most, options.max_width - self._taken(close=close))
            if widths is not None:
                yield self._drawn(widths, close=close)
                return
        if not title:
            yield ""
        yield from self._listed(options.max_width)
        yield ""

    def _taken(self, *, close: bool) -> int:
        """Characters of a line that are not in a cell."""
        count = len(self.columns)
        return count + 1 + (count - 1 if close else 2 * count)

    def _drawn(self, widths: Sequence[int], *, close: bool) -> Table:
        """The table with its columns in these widths.

        Args:
            close: whether to leave as few spaces as possible between them.
        """
        drawn = Table(
            box=self.box,
            show_header=self.show_header,
            padding=(0, 1, 0, 0) if close else (0, 1),
            pad_edge=not close,
        )
        for column, width in zip(self.columns, widths, strict=True):
            head = Text(str(column.header))
            drawn.add_column(head, justify=column.justify, overflow="fold", width=width)
        for cells, row in zip(self._texts(), self.rows, strict=True):
            drawn.add_row(*map(Text, cells), end_section=row.end_section)
        return drawn

    def _listed(self, room: int) -> Iterator[RenderableType]:
        """The rows one below the other.

        Args:
            room: characters in a line. The further cells of a row share one line if they fit for
                every row.
        """
        names, told = [], []
        for first, *others in self._texts():
            name = first.lstrip()
            names.append((len(first) - len(name), name or "-"))
            heads = (f"{column.header}: " if column.header else "" for column in self.columns[1:])
            cells = ("  ".join(cell.splitlines()) for cell in others)
            told.append([f"{head}{cell}" for head, cell in zip(heads, cells, strict=True) if cell])
        joined = [[_BETWEEN.join(cells)] if cells else [] for cells in told]
        fits = all(
            indent + _INDENT + _longest(line) <= room
            for (indent, _), line in zip(names, joined, strict=True)
        )
        for (indent, name), lines in zip(names, joined if fits else told, strict=True):
            yield Padding(Text(name), (0, 0, 0, indent), expand=False)
            for line in lines:
                yield Padding(Text(line), (0, 0, 0, indent + _INDENT), expand=False)

    def _texts(self) -> Iterator[tuple[str, ...]]:
        """The cells of each row."""
        return zip(*(map(str, column.cells) for column in self.columns), strict=True)


def _needed(column: Column) -> tuple[int, int]:
    """The least width of a column's cells, and the one at which nothing wraps."""
    head, cells = str(column.header), [str(cell) for cell in column.cells]
    whole = _longest(line for cell in cells for line in cell.splitlines())
    least = whole
    if not column.no_wrap and column.justify != "right":
        words = _longest(word for cell in cells for word in cell.split())
        least = min(max(words, TEXT_WIDTH), whole)
    return max(least, _longest(head.split())), max(whole, cell_len(head))


def _longest(parts: Iterable[str]) -> int:
    return max(map(cell_len, parts), default=0)


def _spread(least: Sequence[int], most: Sequence[int], room: int) -> list[int] | None:
    """Widths of columns that share some room; None if the least that they need is more.

    The columns that need the fewest further characters get all of them; the others share the rest.

    >>> _spread([4, 6, 5], [4, 8, 40], 30)
    [4, 8, 18]
    >>> _spread([4, 6, 5], [4, 8, 40], 14) is None
    True
    """
    left = room - sum(least)
    if left < 0:
        return None
    widths = list(least)
    lacking = sorted(range(len(least)), key=lambda i: most[i] - least[i])
    for place, i in enumerate(lacking):
        more = min(most[i] - least[i], left // (len(lacking) - place))
        widths[i] += more
        left -= more
    return widths
