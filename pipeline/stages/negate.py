"""Stage 2: the `sentences` table in, the `negations` table out, one row a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pyarrow as pa

from pipeline.execution.executor import Executor, ExecutorName, open_executor
from pipeline.negation import (
    PLAIN,
    RULES,
    NegationConfig,
    has_antonyms,
    load_parser,
    negate_texts,
    parse_style,
    parser_version,
)
from pipeline.negation.rules.antonyms import wordnet_version
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.manifest import package_versions
from pipeline.storage.reader import TableReader
from pipeline.storage.writer import StageWriter, row_ranges
from schemas.locations import Location
from schemas.manifest import Manifest
from schemas.progress import track
from schemas.tables import NEGATIONS

CHUNK_ROWS = 512


@dataclass(frozen=True, slots=True)
class NegateConfig:
    """Settings of `pipeline run negate`.

    Attributes:
        parser: spaCy model, by package name or path; None takes the first one installed.
        negation: style, its seed, and whether each result is parsed again.
        shard_rows: sentences a shard.
    """

    parser: str | None = None
    negation: NegationConfig = PLAIN
    shard_rows: int = 16_384

    def __post_init__(self) -> None:
        """Refuse what no sentence could be negated with.

        Raises:
            UserError: for a style that there is not.
        """
        parse_style(self.negation.style)


@dataclass(frozen=True, slots=True)
class _NegateTexts:
    """Negates texts in any process, each of which loads the parser once."""

    parser: str | None
    negation: NegationConfig

    def __call__(self, texts: list[str]) -> list[tuple[str | None, str, str]]:
        """Plain tuples: sending parsed documents back would cost more than parsing them."""
        parser = load_parser(self.parser)
        # Without a zone the parser would remember every word of the corpus.
        with parser.memory_zone():
            return [(n.text, n.rule, n.cue) for n in negate_texts(parser, texts, self.negation)]


def run_negate(
    artifacts: Location,
    config: NegateConfig,
    *,
    workers: int | None = None,
    overwrite: bool = False,
    executor: Executor | ExecutorName = "local",
) -> Manifest:
    """Negate every sentence of `artifacts/sentences` into `artifacts/negations`.

    Args:
        artifacts: the artifacts folder.
        config: settings.
        workers: parser processes; every available processor if absent. The result is the same
            for any number.
        overwrite: replace a table made from another input or settings.
        executor: where the work is done; one that is open already has workers of its own.

    Returns:
        The finished stage's manifest; its counts are the rows by rule.

    Raises:
        UserError: no sentences yet, no parser, or an existing table that differs.
        WorkFailed: when a worker dies; finished shards are kept.
    """
    folder = ArtifactsFolder(artifacts)
    sentences = folder.table("sentences")
    parser, version = parser_version(config.parser)
    versions = package_versions("spacy", "lemminflect") | {"parser": version}
    if has_antonyms(config.negation.style):
        versions["wordnet"] = wordnet_version()
    ranges = row_ranges(sentences.rows, config.shard_rows)
    wanted = Manifest(
        stage="negations",
        config={
            "parser": parser,
            "rules": list(RULES),
            "style": config.negation.style,
            "seed": config.negation.seed,
            "check": config.negation.check,
            "shard_rows": config.shard_rows,
        },
        versions=versions,
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
    config: NegateConfig,
    executor: Executor,
) -> None:
    by_file = dict(zip(writer.manifest.planned, ranges, strict=True))
    files = writer.missing()
    results = executor.ordered_map(
        _NegateTexts(config.parser, config.negation),
        # A reader of its own: it runs ahead of the one that fetches the ids below.
        _chunks(sentences.again(), [by_file[f] for f in files]),
    )
    done = sentences.rows - sum(stop - start for start, stop in (by_file[f] for f in files))
    with track("negate", sentences.rows, done=done) as progress:
        for file in files:
            start, stop = by_file[file]
            rows: list[tuple[str | None, str, str]] = []
            while len(rows) < stop - start:
                chunk = next(results)
                rows += chunk
                progress.advance(len(chunk))
            ids = sentences.read(start, stop)["id"]
            table = pa.table([ids, *(list(c) for c in zip(*rows, strict=True))], schema=NEGATIONS)
            counts = Counter(f"rule {rule}" for _, rule, _ in rows)
            counts["negated"] = sum(text is not None for text, _, _ in rows)
            writer.write(file, (start, stop), table, counts)


def _chunks(sentences: TableReader, ranges: list[tuple[int, int]]) -> Iterator[list[str]]:
    for start, stop in ranges:
        texts = sentences.read(start, stop)["text"].to_pylist()
        for i in range(0, len(texts), CHUNK_ROWS):
            yield texts[i : i + CHUNK_ROWS]
