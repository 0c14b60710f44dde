"""The data card: `README.md` of an artifacts folder, for people and for the Hugging Face hub.

Its front matter lets `datasets.load_dataset(folder)` find every table, and the text says where the
sentences come from, how the triples were made, what is in them and what is not. It holds no times
and no paths of this machine beyond the names of the input files: the same tables give the same
bytes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pipeline.acceptance.judging import REASONS
from pipeline.commands.summaries import WHY, mer_histogram
from pipeline.storage.writer import Manifest, require
from schemas.errors import UserError
from schemas.files import write_text
from schemas.locations import Location
from schemas.progress import percent
from schemas.tables import STAGES, STATUSES, TABLES, TRIPLES, Stage

MARK = "<!-- Written by `pipeline run filter`, which writes it anew; change a copy of it. -->"
# The page that a clone brings in `artifacts/`: it explains the layout until there is something to
# explain by its figures, and may be written over.
LAYOUT_MARK = (
    "<!-- The layout, until `pipeline run filter` puts its data card in this page's place. -->"
)
SIZES = ("1K", "10K", "100K", "1M", "10M", "100M", "1B", "10B", "100B", "1T")
# Rows a batch: without it an empty shard stops the loading of its table.
BATCH_ROWS = 16_384
MEANINGS: dict[Stage, str] = {
    "triples": "a sentence: anchor, paraphrase, negation, what is missing is null (`status`)",
    "sentences": "a sentence as it was read, with source and line",
    "negations": "a sentence: its negation, the rule that made it, the words changed",
    "backtranslations": "a candidate paraphrase, with the text in the pivot language",
    "verdicts": "a candidate: match error rate, and why it was taken or refused",
}
COLUMNS: dict[str, str] = {
    "id": "first 8 bytes, big-endian, of the SHA-256 of the sentence; the same in every table",
    "text": "the sentence",
    "source": "file that it was read from",
    "line": "line of that file, or row of a table",
    "anchor": "the sentence",
    "paraphrase": "same meaning, other wording; null where none was accepted",
    "negation": "same wording, opposite meaning; null where no rule gave one",
    "rule": "rule of the negation with its version, or why there is none",
    "cue": "words that the negation put in, changed or took out",
    "pivot_lang": "language that the paraphrase went through",
    "rank": "place among the candidates of its sentence and pivot, 0 the best",
    "pivot_text": "the translation into the pivot language",
    "score": "mean log-probability a token of the way back; null from an engine that gives none",
    "mer": "match error rate of paraphrase and sentence, 0 to 1",
    "negation_mer": "match error rate of negation and sentence, 0 to 1",
    "similarity": "cosine with the sentence; null where no floor was set or a guard refuses",
    "verdict": "`accepted`, `no_candidate`, or the first check that refuses the candidate",
    "guard": "first check besides window and similarity that refuses it; null where none does",
    "chosen": "whether it is the paraphrase of its triple",
    "status": "`complete`, `no_paraphrase`, `no_negation` or `anchor_only`",
}


@dataclass(frozen=True, slots=True)
class CardOptions:
    """What the tables do not say about themselves.

    Attributes:
        license: of the sentences, as the hub names it (`cc-by-4.0`); None where it is not known.
        examples: whether the card shows three triples. Sentences may be private: not by default.
    """

    license: str | None = None
    examples: bool = False

    def __post_init__(self) -> None:
        """Refuse a licence that no front matter could hold.

        Raises:
            UserError: when it is not one word of the hub's form.
        """
        if self.license is not None and not re.fullmatch(r"[a-z0-9][a-z0-9.+-]*", self.license):
            raise UserError(
                f"--license {self.license!r} is not an identifier such as cc-by-4.0, cc0-1.0, mit"
                " or other."
            )


def write_card(artifacts: Location, options: CardOptions) -> bool:
    """Write the data card of a finished folder.

    A `README.md` that somebody else wrote is left as it is; the page about the layout that a clone
    brings is written over, for the card says the same and more. A licence that an earlier card
    states for the same sentences is kept where `options` has none.

    Returns:
        Whether it was written.
    """
    path = artifacts / "README.md"
    found = path.read_text(encoding="utf-8") if path.exists() else LAYOUT_MARK
    if LAYOUT_MARK not in found:
        if MARK not in found:
            return False
        sources = require(artifacts, "sentences").input.values()
        stated = re.search(r"^license: (?!unknown)(\S+)$", found, re.MULTILINE)
        if options.license is None and stated and all(sha in found for sha in sources):
            options = replace(options, license=stated[1])
    write_text(path, card(artifacts, options))
    return True


def has_card(artifacts: Location) -> bool:
    """Whether the folder's `README.md` is a data card that `filter` wrote."""
    path = artifacts / "README.md"
    return path.exists() and MARK in path.read_text(encoding="utf-8")


def card(artifacts: Location, options: CardOptions) -> str:
    """Text of the data card of a finished artifacts folder.

    Raises:
        UserError: when a stage is missing.
    """
    manifests = {stage: require(artifacts, stage) for stage in STAGES}
    parts = [
        _front_matter(manifests["triples"], options),
        MARK,
        _introduction(manifests, options),
        _loading(),
        _tables(manifests),
        _provenance(manifests["sentences"]),
        _settings(manifests),
        _counts(manifests),
        *([_examples(artifacts)] if options.examples else []),
        _limits(),
    ]
    return "\n\n".join(parts) + "\n"


def _front_matter(triples: Manifest, options: CardOptions) -> str:
    lines = [
        "---",
        f"license: {options.license or 'unknown'}",
        "language:",
        "- en",
        "pretty_name: Sentences with paraphrases and negations",
        "task_categories:",
        "- sentence-similarity",
        "- feature-extraction",
        "size_categories:",
        f"- {size_category(triples.rows)}",
        "tags:",
        "- sentence-transformers",
        "- triplet",
        "- paraphrase",
        "- negation",
        "configs:",
        "- config_name: triples",
        "  default: true",
        *_files("triples/part-*.parquet"),
        "- config_name: complete",
        *_files("triples/part-*.parquet"),
        "  columns:",
        "  - anchor",
        "  - paraphrase",
        "  - negation",
        "  filters:",
        '  - ["status", "==", "complete"]',
    ]
    for stage in STAGES:
        if stage != "triples":
            lines.append(f"- config_name: {stage}")
            lines += _files(f"{stage}/{'*/' if stage == 'backtranslations' else ''}part-*.parquet")
    return "\n".join([*lines, "---"])


def _files(pattern: str) -> list[str]:
    return [
        "  data_files:",
        "  - split: train",
        f"    path: {pattern}",
        f"  batch_size: {BATCH_ROWS}",
    ]


def size_category(rows: int) -> str:
    """The hub's name for a number of rows.

    >>> size_category(720), size_category(1000), size_category(5_000_000)
    ('n<1K', '1K<n<10K', '1M<n<10M')
    """
    for i, name in enumerate(SIZES):
        if rows < 1000 * 10**i:
            return f"{SIZES[i - 1]}<n<{name}" if i else f"n<{name}"
    return f"n>{SIZES[-1]}"


def _introduction(manifests: Mapping[Stage, Manifest], options: CardOptions) -> str:
    triples = manifests["triples"]
    complete = triples.counts().get("status complete", 0)
    version = triples.versions["osscse"]
    licence = (
        f"The licence of the sentences, and of what was made from them, is `{options.license}`."
        if options.license
        else "The licence of the sentences was not stated when this folder was made: find it out"
        " before you share them (`pipeline run filter --license` states it)."
    )
    return (
        "# Sentences with paraphrases and negations\n\n"
        f"{triples.rows:,} English sentences; {complete:,} of them"
        f" ({percent(complete, triples.rows)}) have both a paraphrase (same meaning, other wording)"
        f" and a negation (same wording, opposite meaning). Made with osscse {version}; nothing in"
        f" it was written or checked by hand. {licence}"
    )


def _loading() -> str:
    return """## Load it

```python
from datasets import load_dataset

triples = load_dataset("path/to/this/folder", split="train")
complete = load_dataset("path/to/this/folder", "complete", split="train")
```

`complete` has the columns anchor, paraphrase, negation of the complete rows, in the order that the
triplet losses of sentence-transformers read: `SentenceTransformerTrainer` takes it as it is. In
DuckDB, from the folder above: `duckdb -init THIS_FOLDER/catalog.sql`."""


def _table(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    def line(cells: Sequence[Any]) -> str:
        return f"| {' | '.join(_cell(cell) for cell in cells)} |"

    # A column of numbers only is set to the right, as people read them.
    rule = [
        "--:" if rows and all(isinstance(row[i], int) for row in rows) else "---"
        for i in range(len(head))
    ]
    return "\n".join([line(head), f"|{'|'.join(rule)}|", *(line(row) for row in rows)])


def _cell(value: Any) -> str:
    text = f"{value:,}" if isinstance(value, int) else str(value)
    return text.replace("|", "\\|").replace("\n", " ")


def _tables(manifests: Mapping[Stage, Manifest]) -> str:
    rows = [(f"`{stage}`", manifests[stage].rows, meaning) for stage, meaning in MEANINGS.items()]
    columns = [
        (
            f"`{name}`",
            ", ".join(f"`{stage}`" for stage in MEANINGS if name in TABLES[stage].names),
            of,
        )
        for name, of in COLUMNS.items()
    ]
    tables = _table(["table", "rows", "a row is"], rows)
    return f"## Tables\n\n{tables}\n\n" + _table(["column", "in", "what it holds"], columns)


def _provenance(sentences: Manifest) -> str:
    sources = [(f"`{name}`", f"`{sha}`") for name, sha in sorted(sentences.input.items())]
    text = "## Where the sentences come from\n\n" + _table(["file", "SHA-256"], sources)
    if sentences.dropped:
        dropped = sorted(sentences.dropped.items())
        text += "\n\nLines left out:\n\n" + _table(["reason", "lines"], dropped)
    return text


def _settings(manifests: Mapping[Stage, Manifest]) -> str:
    parts = ["## How they were made"]
    for stage in STAGES:
        if stage == "verdicts":  # made with `triples`, by the same settings
            continue
        manifest = manifests[stage]
        rows = [(f"`{name}`", f"`{value}`") for name, value in _flat(manifest.config)]
        models = [
            (f"`{name}`", f"`{sha}`")
            for name, sha in sorted(manifest.input.items())
            if stage == "backtranslations" and name not in STAGES
        ]
        versions = ", ".join(f"{name} {of}" for name, of in sorted(manifest.versions.items()))
        parts.append(f"### {stage}\n\n" + _table(["setting", "value"], [*rows, *models]))
        parts.append(f"Versions: {versions}.")
    return "\n\n".join(parts)


def _flat(config: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    """Settings in the order of their names; those inside others get both names."""
    rows: list[tuple[str, str]] = []
    for name in sorted(config):
        value = config[name]
        if isinstance(value, Mapping):
            rows += _flat(value, f"{prefix}{name}.")
        else:
            many = isinstance(value, list | tuple)
            rows.append((f"{prefix}{name}", ", ".join(map(str, value)) if many else str(value)))
    return rows


def _counts(manifests: Mapping[Stage, Manifest]) -> str:
    triples = manifests["triples"]
    counts, rules = triples.counts(), manifests["negations"].counts()
    statuses = [
        (f"`{name}`", n, percent(n, triples.rows))
        for name in STATUSES
        for n in [counts.get(f"status {name}", 0)]
    ]
    lost = [
        (f"`{reason}`", n, WHY[reason])
        for reason in (*REASONS, "no_candidate")
        if (n := counts.get(f"lost {reason}"))
    ]
    parts = ["## What is in them", _table(["status", "sentences", "share"], statuses)]
    for title, prefix, found in (
        ("pivot of the paraphrase", "pivot ", counts),
        ("rule of the negation, or why there is none", "rule ", rules),
    ):
        named = [(k.removeprefix(prefix), n) for k, n in found.items() if k.startswith(prefix)]
        if named:
            rows = [(f"`{k}`", n) for k, n in sorted(named, key=lambda kn: (-kn[1], kn[0]))]
            parts.append(_table([title, "sentences"], rows))
    if lost:
        parts.append(_table(["without a paraphrase", "sentences", "because"], lost))
    config = triples.config
    histogram = mer_histogram(counts, config["min_mer"], config["max_mer"])
    parts.append(f"```\n{histogram}\n```")
    return "\n\n".join(parts)


def _examples(artifacts: Location) -> str:
    """Three complete triples of the first shards that have any."""
    from pipeline.storage.reader import read_shard

    rows: list[tuple[str, str, str]] = []
    for shard in require(artifacts, "triples").shards:
        if len(rows) < 3 and shard.counts.get("status complete"):
            table = read_shard(artifacts / "triples" / shard.file, TRIPLES, shard.rows)
            rows += [
                (row["anchor"], row["paraphrase"], row["negation"])
                for row in table.to_pylist()
                if row["status"] == "complete"
            ][: 3 - len(rows)]
    return "## Examples\n\n" + _table(["anchor", "paraphrase", "negation"], rows)


def _limits() -> str:
    return """## Known limits

- Negations come from rules over a dependency parse: where the parse is wrong, the negation may be
  ungrammatical, or deny another clause than the main one.
- Paraphrases come from translation models, there and back. The window of the match error rate and
  the guards (numbers, negation, script, repetition and others) refuse many of their faults, not
  all: a word may change its meaning and keep its place.
- Sentences that are equal to the letter were kept once; near duplicates were not looked for.
- Names, opinions and errors of the sources are in the sentences as they were written."""
