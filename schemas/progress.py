"""Progress of long work: a bar with rate and time left on a terminal, otherwise plain lines."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from schemas.escapes import visible
from schemas.messages import columns, tell, wrapped

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

PLAIN_INTERVAL_S = 10.0


def duration(seconds: float) -> str:
    """Format a duration: `8 s`, `3 min 5 s`, `2 h 10 min`."""
    whole = round(max(seconds, 0.0))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def percent(part: int, whole: int) -> str:
    """Format a share in per cent; a dash if the whole is 0."""
    return f"{100 * part / whole:.1f} %" if whole else "-"


def counted(number: int, noun: str) -> str:
    """Format a number with its noun: `1 shard`, `2 shards`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def series(names: Iterable[str], word: str = "and") -> str:
    """Names, at least one, as a list within a sentence.

    >>> series(["anna", "bo", "eva"])
    'anna, bo and eva'
    """
    *before, last = names
    return f"{', '.join(before)} {word} {last}" if before else last


class Progress:
    """Counts items and shows how fast they go and how long it will take.

    Made by `track`. The rate counts only the work of this process, not that of an earlier run.
    """

    def __init__(self, label: str, total: int | None, unit: str, done: int, stream: TextIO) -> None:
        self.label, self.total, self.unit = label, total, unit
        self.done, self._first = done, done
        self._stream = stream
        self._start = self._last = time.monotonic()
        self._note = ""
        self._bar: tuple[RichProgress, TaskID] | None = None

    @property
    def rate(self) -> float:
        """Items per second since this process started its work."""
        return (self.done - self._first) / max(time.monotonic() - self._start, 1e-9)

    def advance(self, count: int = 1, note: str = "") -> None:
        """Count `count` more items; `note` (loss terms, say) is shown beside the rate."""
        self.done += count
        self._note = note or self._note
        now = time.monotonic()
        if self._bar is not None:
            bar, task = self._bar
            bar.update(task, completed=self.done, rate=self._rate_text(), note=self._note)
        elif now - self._last >= PLAIN_INTERVAL_S:
            self._last = now
            self._line()

    def message(self, text: str) -> None:
        """Print a line without breaking the bar."""
        text = visible(text)
        if self._bar is not None:
            shown = wrapped(text, columns(self._stream))
            self._bar[0].console.print(shown, highlight=False, markup=False, soft_wrap=True)
        else:
            print(text, file=self._stream, flush=True)

    def _rate_text(self) -> str:
        if 0 < self.rate < 0.1:
            return f"{60 * self.rate:.1f} {self.unit}/min"
        return f"{self.rate:,.1f} {self.unit}/s"

    def _counted(self) -> str:
        if self.total is None and self.done == 1:
            return f"1 {self.unit.removesuffix('s')}"
        total = "" if self.total is None else f"/{self.total:,}"
        return f"{self.done:,}{total} {self.unit}"

    def _line(self) -> None:
        parts = [f"{self.label}: {self._counted()}", self._rate_text()]
        if self.total is not None and self.rate > 0:
            parts.append(f"{duration((self.total - self.done) / self.rate)} left")
        if self._note:
            parts.append(self._note)
        print(", ".join(parts), file=self._stream, flush=True)

    def _end(self) -> None:
        if self.done > self._first:
            seconds = time.monotonic() - self._start
            print(
                f"{self.label}: {self._counted()} in {duration(seconds)} ({self._rate_text()})",
                file=self._stream,
                flush=True,
            )


def announce(what: str) -> None:
    """Say on standard error what a command is loading, if that takes a while."""
    tell(f"{visible(what)} ...")


@contextmanager
def track(
    label: str,
    total: int | None,
    unit: str = "sentences",
    done: int = 0,
    stream: TextIO | None = None,
) -> Iterator[Progress]:
    """Show progress on standard error while the body runs.

    Args:
        label: what is being done, in one or two words.
        total: total number of items; None if unknown.
        unit: plural noun for the items.
        done: number of items that an earlier run finished.
        stream: where to print; standard error by default.
    """
    stream = stream or sys.stderr
    progress = Progress(label, total, unit, done, stream)
    if not stream.isatty():
        print(f"{label}: {progress._counted()}", file=stream, flush=True)
        yield progress
        progress._end()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as RichProgress

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}"),
    )
    with RichProgress(*columns, console=Console(file=stream)) as bar:
        task = bar.add_task(label, total=total, completed=done, rate="", note="")
        progress._bar = (bar, task)
        yield progress
