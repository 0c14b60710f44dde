"""Stage 2: makes the `negations` table from `sentences`.

Rank 0 of each sentence is the denial of its main clause, or the reason why there is none; as many
other contradictions follow as were asked for and are possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from pipeline.execution.executor import Executor
from pipeline.execution.local import HERE
from pipeline.negation import (
    DENIAL,
    PLAIN,
    RULES,
    NegationConfig,
    contradict_texts,
    parse_style,
    parser_for,
    parser_version,
    rules_of,
)
from pipeline.negation.memory import bounded
from pipeline.stages.by_sentence import write_by_sentence
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.manifest import PACKAGES, package_versions
from pipeline.storage.writer import planned_shards
from schemas.locations import Location
from schemas.manifest import Manifest


@dataclass(frozen=True, slots=True)
class NegateConfig:
    """Settings of `pipeline run negate`.

    Attributes:
        parser: spaCy model, by package name or path; None uses the first one installed.
        negation: style and its seed, whether to parse each denial again, and the kinds.
        shard_rows: sentences per shard.
    """

    parser: str | None = None
    negation: NegationConfig = PLAIN
    shard_rows: int = 16_384

    def __post_init__(self) -> None:
        """Validate the style.

        Raises:
            UserError: unknown style.
        """
        parse_style(self.negation.style)


def negation_of(config: Mapping[str, Any]) -> NegationConfig:
    """The settings of negation that a manifest of `negations` records.

    Raises:
        KeyError, TypeError: another version wrote it.
    """
    return NegationConfig(
        config["style"],
        config["seed"],
        config["check"],
        tuple(config["kinds"]),
        config["per_sentence"],
    )


class Row(NamedTuple):
    """A row of `negations` without its key."""

    kind: str
    negation: str | None
    rule: str
    cue: str


@dataclass(frozen=True, slots=True)
class _NegateTexts:
    """Negates texts in any process, each of which loads the parser once."""

    parser: str | None
    negation: NegationConfig

    def __call__(self, texts: list[str]) -> list[list[Row]]:
        """The rows of each text, by rank. Returning parsed documents would cost more than
        parsing."""
        parser = parser_for(self.negation, self.parser, lean=True)
        with bounded(parser):
            return [
                [
                    Row(DENIAL, made.denial.text, made.denial.rule, made.denial.cue),
                    *(Row(one.kind, one.text, one.rule, one.cue) for one in made.others),
                ]
                for made in contradict_texts(parser, texts, self.negation)
            ]


def run_negate(
    artifacts: Location | ArtifactsFolder,
    config: NegateConfig,
    *,
    overwrite: bool = False,
    executor: Executor = HERE,
) -> Manifest:
    """Negate every sentence of `artifacts/sentences` into `artifacts/negations`.

    Args:
        artifacts: the folder, or the caller's view of it, whose manifests are not read again.
        overwrite: replace a table made from another input or with other settings.
        executor: where to run; the result does not depend on it.

    Returns:
        The finished stage's manifest; it counts sentences by the rule of their denial, and the
        other contradictions by kind.

    Raises:
        UserError: there are no sentences yet, no parser, or an existing table differs.
        WorkFailed: a worker dies, or a rule fails; finished shards are kept.
    """
    folder = ArtifactsFolder.of(artifacts)
    sentences = folder.table("sentences")
    parser, version = parser_version(config.parser)
    versions = package_versions(*PACKAGES["negations"]) | {"parser": version}
    wanted = Manifest(
        stage="negations",
        config={
            "parser": parser,
            "rules": [*RULES, *rules_of(config.negation.kinds)],
            **asdict(config.negation),
            "shard_rows": config.shard_rows,
        },
        versions=versions,
        input={"sentences": sentences.manifest.fingerprint()},
        planned=[*planned_shards(sentences.rows, config.shard_rows)],
        total=sentences.rows,
    )
    return write_by_sentence(
        folder,
        wanted,
        lambda start, stop: sentences.read(start, stop)["text"].to_pylist(),
        _NegateTexts(config.parser, config.negation),
        _counts,
        title="negate",
        overwrite=overwrite,
        executor=executor,
    )


def _counts(rows: Sequence[Sequence[Row]]) -> Counter[str]:
    counts = Counter(f"rule {denial.rule}" for denial, *_ in rows)
    counts.update(f"kind {row.kind}" for _, *others in rows for row in others)
    counts["negated"] = sum(denial.negation is not None for denial, *_ in rows)
    return counts
