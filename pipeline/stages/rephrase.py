"""Optional stage between 2 and 3: `sentences` in, `rephrasings` out.

Each sentence gets up to the requested number of paraphrases by rule, often none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pyarrow as pa

from pipeline.execution.executor import Executor, ExecutorName, open_executor
from pipeline.negation import load_parser, parser_version
from pipeline.rephrasing import EVERY_RULE, RephraseConfig, Rephrased, rephrase_texts
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.manifest import package_versions
from pipeline.storage.reader import TableReader
from pipeline.storage.writer import StageWriter, row_ranges
from schemas.locations import Location
from schemas.manifest import Manifest
from schemas.progress import track
from schemas.tables import REPHRASINGS

CHUNK_ROWS = 512


@dataclass(frozen=True, slots=True)
class RephraseStage:
    """Settings of `pipeline run rephrase`.

    Attributes:
        parser: spaCy model, by package name or path; None takes the first one installed.
        rephrasing: the rules, and how many paraphrases per sentence.
        shard_rows: sentences per shard.
    """

    parser: str | None = None
    rephrasing: RephraseConfig = EVERY_RULE
    shard_rows: int = 16_384


@dataclass(frozen=True, slots=True)
class _RephraseTexts:
    """Rephrases texts in any process, each of which loads the parser once."""

    parser: str | None
    rephrasing: RephraseConfig

    def __call__(self, texts: list[str]) -> list[list[Rephrased]]:
        """The paraphrases of each text, by rank."""
        parser = load_parser(self.parser)
        # Without a memory zone the parser would store every word of the corpus.
        with parser.memory_zone():
            return rephrase_texts(parser, texts, self.rephrasing)


def run_rephrase(
    artifacts: Location,
    config: RephraseStage,
    *,
    workers: int | None = None,
    overwrite: bool = False,
    executor: Executor | ExecutorName = "local",
) -> Manifest:
    """Paraphrase every sentence of `artifacts/sentences` by rule into `artifacts/rephrasings`.

    Args:
        artifacts: the artifacts folder.
        config: settings.
        workers: parser processes; by default one per available processor. The result is the
            same for any number.
        overwrite: replace a table made from another input or settings.
        executor: where the work is done; one that is open already has workers of its own.

    Returns:
        The finished stage's manifest; its counts are the sentences with a paraphrase, the
        paraphrases, and of these how many each rule had a part in.

    Raises:
        UserError: no sentences yet, no parser, or an existing table that differs.
        WorkFailed: when a worker dies; finished shards are kept.
    """
    folder = ArtifactsFolder(artifacts)
    sentences = folder.table("sentences")
    parser, version = parser_version(config.parser)
    ranges = row_ranges(sentences.rows, config.shard_rows)
    wanted = Manifest(
        stage="rephrasings",
        config={
            "parser": parser,
            "rules": list(config.rephrasing.rules),
            "per_sentence": config.rephrasing.per_sentence,
            "shard_rows": config.shard_rows,
        },
        versions=package_versions("spacy", "lemminflect", "sacremoses") | {"parser": version},
        input={"sentences": sentences.manifest.fingerprint()},
        planned=[f"part-{i:05d}.parquet" for i in range(len(ranges))],
        total=sentences.rows,
    )
    with folder.writer(wanted, overwrite=overwrite) as writer:
        if writer.missing():
            _write_missing(writer, sentences, ranges, config, open_executor(executor, workers))
    return wanted


def _write_missing(
    writer: StageWriter,
    sentences: TableReader,
    ranges: list[tuple[int, int]],
    config: RephraseStage,
    executor: Executor,
) -> None:
    by_file = dict(zip(writer.manifest.planned, ranges, strict=True))
    files = writer.missing()
    results = executor.ordered_map(
        _RephraseTexts(config.parser, config.rephrasing),
        # A separate reader, because it runs ahead of the one that fetches the ids below.
        _chunks(sentences.again(), [by_file[f] for f in files]),
    )
    done = sentences.rows - sum(stop - start for start, stop in (by_file[f] for f in files))
    with track("rephrase", sentences.rows, done=done) as progress:
        for file in files:
            start, stop = by_file[file]
            rows: list[list[Rephrased]] = []
            while len(rows) < stop - start:
                chunk = next(results)
                rows += chunk
                progress.advance(len(chunk))
            ids = sentences.read(start, stop)["id"].to_pylist()
            writer.write(file, (start, stop), _table(ids, rows), _counts(rows))


def _table(ids: Sequence[int], rows: Sequence[Sequence[Rephrased]]) -> pa.Table:
    keyed = [
        (key, rank, one.rule, one.text)
        for key, of_one in zip(ids, rows, strict=True)
        for rank, one in enumerate(of_one)
    ]
    columns = zip(*keyed, strict=True) if keyed else [()] * len(REPHRASINGS)
    return pa.table([list(column) for column in columns], schema=REPHRASINGS)


def _counts(rows: Sequence[Sequence[Rephrased]]) -> Counter[str]:
    counts = Counter(f"rule {rule}" for of_one in rows for one in of_one for rule in one.rules)
    counts["rephrased"] = sum(bool(of_one) for of_one in rows)
    counts["candidates"] = sum(map(len, rows))
    return counts


def _chunks(sentences: TableReader, ranges: list[tuple[int, int]]) -> Iterator[list[str]]:
    for start, stop in ranges:
        texts = sentences.read(start, stop)["text"].to_pylist()
        for i in range(0, len(texts), CHUNK_ROWS):
            yield texts[i : i + CHUNK_ROWS]
