"""Shared by the stages: sentences in chunks, and tables with rows for each sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from pipeline.execution.executor import Executor
from pipeline.inspection.listed import relisted
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.writer import planned_shards
from schemas.manifest import Manifest
from schemas.progress import track
from schemas.tables import TABLES, table_of

CHUNK_ROWS = 512
"""Sentences that are sent to a worker together."""

Source = TypeVar("Source")
"""What `read` gives for a sentence: its text, or more."""
Row = TypeVar("Row", bound=tuple[Any, ...])
"""The columns after the key (`id`, `rank`)."""


def write_by_sentence(
    folder: ArtifactsFolder,
    wanted: Manifest,
    read: Callable[[int, int], list[Source]],
    work: Callable[[list[Source]], list[list[Row]]],
    counts: Callable[[Sequence[Sequence[Row]]], Counter[str]],
    *,
    title: str,
    overwrite: bool,
    executor: Executor,
) -> Manifest:
    """Make a table with rows for each sentence in parallel, shard by shard; returns its manifest.

    Args:
        folder: holds the table of sentences.
        wanted, overwrite: see `open_stage`; the configuration has `shard_rows`.
        read: reads the sentences from a start to a stop; it runs ahead of the writing, so it needs
            a reader of its own.
        work: makes the rows of each sentence, in any process; picklable and small.
        counts: counts the rows of a shard for the manifest.
        title: label of the progress line.
        executor: where `work` runs.
    """
    sentences = folder.table("sentences")
    by_file = planned_shards(sentences.rows, wanted.config["shard_rows"])
    with relisted(folder.root), folder.writer(wanted, overwrite=overwrite) as writer:
        missing = {file: by_file[file] for file in writer.manifest.missing()}
        if not missing:
            return wanted
        chunks = in_chunks(read, missing.values())
        results = executor.ordered_map(work, chunks)
        done = sentences.rows - sum(stop - start for start, stop in missing.values())
        with track(title, sentences.rows, done=done) as progress:
            for file, (start, stop) in missing.items():
                rows: list[list[Row]] = []
                while len(rows) < stop - start:
                    chunk = next(results)
                    rows += chunk
                    progress.advance(len(chunk))
                ids = sentences.read(start, stop)["id"].to_pylist()
                keyed = [
                    (key, rank, *row)
                    for key, of_one in zip(ids, rows, strict=True)
                    for rank, row in enumerate(of_one)
                ]
                table = table_of(keyed, TABLES[wanted.stage])
                writer.write(file, (start, stop), table, counts(rows))
    return wanted


def in_chunks(
    read: Callable[[int, int], list[Source]], ranges: Iterable[tuple[int, int]]
) -> Iterator[list[Source]]:
    """The sentences of some ranges in chunks, each of one range; read when they are needed."""
    for start, stop in ranges:
        sources = read(start, stop)
        for i in range(0, len(sources), CHUNK_ROWS):
            yield sources[i : i + CHUNK_ROWS]
