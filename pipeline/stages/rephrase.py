"""Optional stage between 2 and 3: makes the `rephrasings` table from `sentences`.

Each sentence gets up to the requested number of paraphrases by rule, often none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.execution.executor import Executor, ExecutorName, open_executor
from pipeline.negation import load_parser, parser_version
from pipeline.rephrasing import EVERY_RULE, RephraseConfig, Rephrased, rephrase_texts
from pipeline.stages.by_sentence import BySentence
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.manifest import package_versions
from pipeline.storage.writer import row_ranges
from schemas.locations import Location
from schemas.manifest import Manifest
from schemas.tables import REPHRASINGS


@dataclass(frozen=True, slots=True)
class RephraseStage:
    """Settings of `pipeline run rephrase`.

    Attributes:
        parser: spaCy model, by package name or path; None uses the first one installed.
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
        overwrite: replace a table made from another input or with other settings.
        executor: where to run; an open one has workers of its own.

    Returns:
        The finished stage's manifest; it counts sentences with a paraphrase, paraphrases, and for
        each rule the paraphrases that it took part in.

    Raises:
        UserError: there are no sentences yet, no parser, or an existing table differs.
        WorkFailed: a worker dies; finished shards are kept.
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
            shards = BySentence(
                "rephrase",
                _RephraseTexts(config.parser, config.rephrasing),
                lambda one: (one.rule, one.text),
                _counts,
                REPHRASINGS,
            )
            shards.write_missing(
                writer, sentences, config.shard_rows, open_executor(executor, workers)
            )
    return wanted


def _counts(rows: Sequence[Sequence[Rephrased]]) -> Counter[str]:
    counts = Counter(f"rule {rule}" for of_one in rows for one in of_one for rule in one.rules)
    counts["rephrased"] = sum(bool(of_one) for of_one in rows)
    counts["candidates"] = sum(map(len, rows))
    return counts
