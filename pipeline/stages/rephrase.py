"""Optional stage before filter: makes the `rephrasings` table from `sentences`.

Each sentence gets up to the requested number of paraphrases by rule, often none. On request, the
rules are applied to its translations too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pipeline.acceptance.guards import Candidate, passes
from pipeline.acceptance.measures.nearness import nearly_same
from pipeline.execution.executor import Executor
from pipeline.execution.local import HERE
from pipeline.negation import load_parser, parser_version
from pipeline.rephrasing import EVERY_RULE, RephraseConfig, rephrase_texts, rephrase_translations
from pipeline.rephrasing.table import JOINT
from pipeline.stages.by_sentence import write_by_sentence
from pipeline.stages.translations import Translations
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.manifest import PACKAGES, package_versions
from pipeline.storage.reader import TableReader
from pipeline.storage.writer import planned_shards
from schemas.advice import option_for
from schemas.errors import UserError
from schemas.locations import Location
from schemas.manifest import Manifest
from schemas.mer import mer

NEAREST = 0.15
"""Match error rate, the lower end of the paper's window: a translation below it must be
`nearly_same`."""


@dataclass(frozen=True, slots=True)
class RephraseStage:
    """Settings of `pipeline run rephrase`.

    Attributes:
        parser: spaCy model, by package name or path; None uses the first one installed.
        shard_rows: sentences per shard.
        compose: whether to apply the rules to the sentences' translations too.
    """

    parser: str | None = None
    rephrasing: RephraseConfig = EVERY_RULE
    shard_rows: int = 16_384
    compose: bool = False


class Translated(NamedTuple):
    """A sentence with its translations, which are read only if rules are applied to them."""

    text: str
    translations: Sequence[Candidate]


class Row(NamedTuple):
    """A row of `rephrasings` without its key."""

    rule: str
    paraphrase: str
    base_rank: int | None = None


@dataclass(frozen=True, slots=True)
class _RephraseTexts:
    """Rephrases texts in any process, each of which loads the parser once."""

    parser: str | None
    rephrasing: RephraseConfig

    def __call__(self, sentences: list[Translated]) -> list[list[Row]]:
        """The paraphrases of each sentence, by rank: those of its translations come last."""
        parser = load_parser(self.parser, lean=True)
        bases = [
            (i, base)
            for i, sentence in enumerate(sentences)
            for base in sentence.translations
            if rests_on(sentence.text, base)
        ]
        pairs = [(sentences[i].text, base.paraphrase) for i, base in bases]
        # Without a memory zone the parser would store every word of the corpus.
        with parser.memory_zone():
            found = rephrase_texts(parser, [s.text for s in sentences], self.rephrasing)
            composed = rephrase_translations(parser, pairs, self.rephrasing)
        rows = [[Row(one.rule, one.text) for one in of_one] for of_one in found]
        known = [
            {
                *(row.paraphrase for row in of_one),
                *(base.paraphrase for base in sentence.translations),
            }
            for sentence, of_one in zip(sentences, rows, strict=True)
        ]
        for (i, base), one in zip(bases, composed, strict=True):
            if one is not None and one.text not in known[i]:
                known[i].add(one.text)
                rows[i].append(Row(f"{base.pivot_lang}{JOINT}{one.rule}", one.text, base.rank))
        return rows


def rests_on(anchor: str, translation: Candidate) -> bool:
    """Whether rules are applied to a translation of a sentence.

    No guard may refuse it: if the translation lost a negation, `filter` cannot see that once a rule
    has changed the text. Nor may it be one of the near copies that are often wrong ("in a hat",
    "on a hat"), since no rule corrects them.
    """
    return passes(anchor, translation) and (
        mer(anchor, translation.paraphrase) >= NEAREST
        or nearly_same(anchor, translation.paraphrase)
    )


def run_rephrase(
    artifacts: Location | ArtifactsFolder,
    config: RephraseStage,
    *,
    overwrite: bool = False,
    executor: Executor = HERE,
) -> Manifest:
    """Paraphrase every sentence of `artifacts/sentences` by rule into `artifacts/rephrasings`.

    Args:
        artifacts: the folder, or the caller's view of it, whose manifests are not read again.
        overwrite: replace a table made from another input or with other settings.
        executor: where to run; the result does not depend on it.

    Returns:
        The finished stage's manifest; it counts sentences with a paraphrase, paraphrases, those
        that rest on a translation, and for each rule the paraphrases that it took part in.

    Raises:
        UserError: there are no sentences yet, no translations to compose with, no parser, or an
            existing table differs.
        WorkFailed: a worker dies; finished shards are kept.
    """
    folder = ArtifactsFolder.of(artifacts)
    sentences = folder.table("sentences")
    read, more = _reader(folder, sentences, compose=config.compose)
    parser, version = parser_version(config.parser)
    wanted = Manifest(
        stage="rephrasings",
        config={
            "parser": parser,
            "rules": list(config.rephrasing.rules),
            "per_sentence": config.rephrasing.per_sentence,
            "shard_rows": config.shard_rows,
            "compose": config.compose,
        },
        versions=package_versions(*PACKAGES["rephrasings"]) | {"parser": version},
        input={"sentences": sentences.manifest.fingerprint()} | more,
        planned=[*planned_shards(sentences.rows, config.shard_rows)],
        total=sentences.rows,
    )
    return write_by_sentence(
        folder,
        wanted,
        read,
        _RephraseTexts(config.parser, config.rephrasing),
        _counts,
        title="rephrase",
        overwrite=overwrite,
        executor=executor,
    )


def _reader(
    folder: ArtifactsFolder, sentences: TableReader, *, compose: bool
) -> tuple[Callable[[int, int], list[Translated]], dict[str, str]]:
    """A function that reads a range of sentences, and the fingerprint of any second table."""
    if not compose:
        return lambda start, stop: [
            Translated(text, ()) for text in sentences.read(start, stop)["text"].to_pylist()
        ], {}
    translations = Translations(folder)
    if translations.manifest.input.get("sentences") != sentences.manifest.fingerprint():
        raise UserError(
            f"{folder.root / 'backtranslations'} was made from other sentences than"
            f" {folder.root / 'sentences'} now holds: make it again with --overwrite"
            f" (`pipeline verify{option_for(folder.root)}` shows the command)."
        )

    def read(start: int, stop: int) -> list[Translated]:
        known = translations.by_sentence(start, stop)
        rows = sentences.read(start, stop)
        keyed = zip(rows["id"].to_pylist(), rows["text"].to_pylist(), strict=True)
        return [Translated(text, known.get(key, ())) for key, text in keyed]

    return read, {"backtranslations": translations.manifest.fingerprint()}


def _counts(rows: Sequence[Sequence[Row]]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for of_one in rows:
        counts["rephrased"] += bool(of_one)
        for one in of_one:
            counts["candidates"] += 1
            rules = one.rule.split(JOINT)
            if one.base_rank is not None:
                counts["composed"] += 1
                rules = rules[1:]
            counts.update(f"rule {rule}" for rule in rules)
    return counts
