"""Shared by negate and rephrase: makes the rows of each text in parallel, shard by shard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import pyarrow as pa

from pipeline.execution.executor import Executor
from pipeline.storage.reader import TableReader
from pipeline.storage.writer import StageWriter, row_ranges
from schemas.progress import track
from schemas.tables import table_of

CHUNK_ROWS = 512
"""Sentences that are sent to a worker together."""

Source = TypeVar("Source")
"""What is read of a sentence: its text, or more."""
Row = TypeVar("Row", bound=tuple[Any, ...])
"""The columns after the key (`id`, `rank`)."""


@dataclass(frozen=True, slots=True)
class BySentence(Generic[Source, Row]):
    """How sentences become rows.

    Attributes:
        title: of the progress line.
        work: from sentences to the rows of each, in any process; picklable and small.
        counts: of the rows of a shard, for the manifest.
        schema: of the table.
    """

    title: str
    work: Callable[[list[Source]], list[list[Row]]]
    counts: Callable[[Sequence[Sequence[Row]]], Counter[str]]
    schema: pa.Schema

    def write_missing(
        self,
        writer: StageWriter,
        sentences: TableReader,
        read: Callable[[int, int], list[Source]],
        shard_rows: int,
        executor: Executor,
    ) -> None:
        """Write the shards that the table lacks.

        Args:
            writer: of the table.
            sentences: the input.
            read: sentences from a start to a stop; it runs ahead of the writing, so it needs a
                reader of its own.
            shard_rows: sentences per shard.
            executor: where to run.
        """
        ranges = row_ranges(sentences.rows, shard_rows)
        by_file = dict(zip(writer.manifest.planned, ranges, strict=True))
        files = writer.missing()
        chunks = _chunks(read, [by_file[f] for f in files])
        results = executor.ordered_map(self.work, chunks)
        done = sentences.rows - sum(stop - start for start, stop in (by_file[f] for f in files))
        with track(self.title, sentences.rows, done=done) as progress:
            for file in files:
                start, stop = by_file[file]
                rows: list[list[Row]] = []
                while len(rows) < stop - start:
                    chunk = next(results)
                    rows += chunk
                    progress.advance(len(chunk))
                ids = sentences.read(start, stop)["id"].to_pylist()
                writer.write(file, (start, stop), self._table(ids, rows), self.counts(rows))

    def _table(self, ids: Sequence[int], rows: Sequence[Sequence[Row]]) -> pa.Table:
        keyed = [
            (key, rank, *row)
            for key, of_one in zip(ids, rows, strict=True)
            for rank, row in enumerate(of_one)
        ]
        return table_of(keyed, self.schema)


def texts_of(sentences: TableReader) -> Callable[[int, int], list[str]]:
    """What reads the texts of a range of sentences."""
    reader = sentences.again()

    def read(start: int, stop: int) -> list[str]:
        texts: list[str] = reader.read(start, stop)["text"].to_pylist()
        return texts

    return read


def _chunks(
    read: Callable[[int, int], list[Source]], ranges: list[tuple[int, int]]
) -> Iterator[list[Source]]:
    for start, stop in ranges:
        sources = read(start, stop)
        for i in range(0, len(sources), CHUNK_ROWS):
            yield sources[i : i + CHUNK_ROWS]
