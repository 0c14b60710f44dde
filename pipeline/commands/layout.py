"""Tables that fit the terminal without breaking a word or a number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text


@dataclass(frozen=True, slots=True)
class FittingTable:
    """A table; where the terminal is too narrow for its longest words, a list.

    In the list, each row is its first cell and, on the lines below it, the others with the names of
    their columns.

    Attributes:
        rows: the cells as text.
        right: for each column, whether it is right-aligned.
        unbroken: for each column, whether its cells may not be wrapped even between words.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    title: str
    right: Sequence[bool]
    unbroken: Sequence[bool]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the title, and the table with less space between its columns if that helps."""
        if self.title:
            yield Text(self.title, "bold")
        count = len(self.columns)
        for padding, around in ((1, 3 * count + 1), (0, 2 * count)):
            widths = spread(*self._needed(), options.max_width - around)
            if widths is not None:
                yield self._drawn(widths, left=padding)
                return
        yield from self._listed()

    def _needed(self) -> tuple[list[int], list[int]]:
        """The least width of each column, and the one at which nothing is wrapped."""
        least, most = [], []
        for i, name in enumerate(self.columns):
            cells = [row[i] for row in self.rows]
            parts = cells if self.unbroken[i] else [word for cell in cells for word in cell.split()]
            least.append(max(map(cell_len, [*name.split(), *parts]), default=0))
            most.append(max(map(cell_len, [name, *cells])))
        return least, most

    def _drawn(self, widths: Sequence[int], *, left: int) -> Table:
        """The table.

        Args:
            left: spaces to the left of each column, beside the two that separate it from the next.
        """
        made = Table(
            box=box.SIMPLE_HEAD,
            show_header=any(self.columns),
            padding=(0, 1, 0, left),
            pad_edge=bool(left),
        )
        for name, right, width in zip(self.columns, self.right, widths, strict=True):
            made.add_column(
                name, justify="right" if right else "left", overflow="fold", width=width
            )
        for row in self.rows:
            made.add_row(*map(Text, row))
        return made

    def _listed(self) -> Iterator[RenderableType]:
        yield ""
        for first, *others in self.rows:
            indent = 2 + len(first) - len(first.lstrip())
            if first:
                yield Padding(Text(first.lstrip()), (0, 0, 0, indent))
            named = zip(self.columns[1:], others, strict=True)
            if said := [f"{name} {cell}".strip() for name, cell in named if cell]:
                yield Padding(Text(" · ".join(said)), (0, 0, 0, indent + 2))
        yield ""


def spread(least: Sequence[int], most: Sequence[int], room: int) -> list[int] | None:
    """Widths of columns that share some room; None if the least that they need is more.

    The columns that lack least get all that they could use, and the others share the rest.

    >>> spread([4, 6, 5], [4, 8, 40], 30)
    [4, 8, 18]
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
