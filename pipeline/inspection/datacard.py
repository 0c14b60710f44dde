"""The data card: `README.md` of an artifacts folder, for people and for the Hugging Face hub.

Its front matter lets `datasets.load_dataset(folder)` find every table. The text says where the
sentences come from, how the triples were made, what they contain and what they do not. It has no
dates, and no paths of this machine except the names of the input files, so the same tables give the
same bytes.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pipeline.acceptance.guards import losses
from pipeline.acceptance.measures.histogram import accepted_rates, mer_histogram
from pipeline.inspection.audit import Audit, share
from pipeline.inspection.columns import COLUMNS, MEANINGS
from pipeline.inspection.faults import MOST_RATES, faults_in
from pipeline.inspection.front_matter import front_matter
from pipeline.inspection.listed import CARD, MARK, read_leniently, stages_listed
from pipeline.negation import REASONS
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.locks import locked
from pipeline.storage.reader import read_shard
from schemas.errors import UserError
from schemas.escapes import visible
from schemas.files import remove_temporaries_of, write_text
from schemas.locations import Location
from schemas.manifest import Manifest, most_first
from schemas.progress import percent
from schemas.tables import STAGES, STATUSES, TABLES, TRIPLES
from schemas.templates import render

# Marks the page about the layout that a clone has in `artifacts/`, which a data card replaces.
LAYOUT_MARK = (
    "<!-- The layout, until `pipeline run filter` puts its data card in this page's place. -->"
)
AUDIT_MARK = "<!-- Audit of the triples {}. -->"
AUDIT_END = "<!-- End of the audit. -->"
_MARKDOWN = re.compile(r"[\\`*_\[\]|~$]")


@dataclass(frozen=True, slots=True)
class CardOptions:
    """What the tables do not say about themselves.

    Attributes:
        license: licence of the sentences, as the hub names it (`cc-by-4.0`); None if unknown.
        examples: whether the card shows three triples. Off by default, as sentences may be private.
    """

    license: str | None = None
    examples: bool = False

    def __post_init__(self) -> None:
        """Check the licence.

        Raises:
            UserError: it is not an identifier of the hub's form.
        """
        if self.license is not None and not re.fullmatch(r"[a-z0-9][a-z0-9.+-]*", self.license):
            raise UserError(
                f"--license {self.license!r} is not an identifier such as cc-by-4.0, cc0-1.0, mit"
                " or other."
            )


def write_card(
    artifacts: ArtifactsFolder, options: CardOptions, audit: Audit | None = None
) -> bool:
    """Write the data card of a finished folder.

    A `README.md` that somebody else wrote is kept; the layout page of a clone is overwritten, since
    the card says the same and more. If `options` has no licence, that of an earlier card for the
    same sentences is kept; without `audit`, so is the audit of the same triples.

    Returns:
        Whether the card was written.
    """
    path = artifacts.root / CARD
    found = read_leniently(path) if path.exists() else LAYOUT_MARK
    if LAYOUT_MARK not in found:
        if MARK not in found:
            return False
        sources = artifacts.require("sentences").input.values()
        if options.license is None and all(sha in found for sha in sources):
            options = replace(options, license=_stated_license(found))
    if audit is not None:
        mark = _audit_mark(artifacts)
        section = render(__package__, "audit.md", mark=mark, audit=audit, share=share)
    else:
        section = kept_audit(artifacts)
    write_text(path, card(artifacts, options, section))
    return True


def update_card(artifacts: Location, audit: Audit | None = None) -> None:
    """Write the data card again with the present judgements, and an audit if one is given.

    Removes what a killed writer of the card left.

    Raises:
        WorkFailed: another process is working on the triples, and so on their card.
    """
    with locked(artifacts / "triples"):
        remove_temporaries_of(artifacts / CARD)
        # Reading or measuring may have taken hours: the manifests are read again under the lock.
        folder = ArtifactsFolder(artifacts)
        write_card(folder, CardOptions(examples=has_examples(artifacts)), audit)


def has_card(artifacts: Location) -> bool:
    """Whether the folder's `README.md` is a data card by `filter`."""
    return MARK in _present(artifacts)


def _present(artifacts: Location) -> str:
    """The folder's `README.md`; "" if there is none."""
    path = artifacts / CARD
    return read_leniently(path) if path.exists() else ""


def has_examples(artifacts: Location) -> bool:
    """Whether the folder's data card shows triples."""
    found = _present(artifacts)
    return MARK in found and "\n## Examples\n" in found


def shown_options(artifacts: Location) -> CardOptions:
    """The options with which the folder's data card was written.

    Raises:
        UserError: its licence is malformed.
    """
    stated = _stated_license(_present(artifacts)) if has_card(artifacts) else None
    return CardOptions(stated, has_examples(artifacts))


def kept_audit(artifacts: ArtifactsFolder) -> str:
    """The section about shortcuts in the data card, if it is about the present triples; or ""."""
    section = f"{re.escape(_audit_mark(artifacts))}.*?{re.escape(AUDIT_END)}"
    kept = re.search(section, _present(artifacts.root), re.DOTALL)
    return kept[0] if kept else ""


def _audit_mark(artifacts: ArtifactsFolder) -> str:
    return AUDIT_MARK.format(artifacts.require("triples").fingerprint())


def _stated_license(found: str) -> str | None:
    stated = re.search(r"^license: '?(?!unknown$)([^\s']+)'?$", found, re.MULTILINE)
    return stated[1] if stated else None


def card(artifacts: ArtifactsFolder, options: CardOptions, audit: str = "") -> str:
    """The text of the data card of a finished artifacts folder.

    Raises:
        UserError: a stage is missing.
    """
    triples = artifacts.require("triples")
    stages = stages_listed(triples)
    manifests = {stage: artifacts.require(stage) for stage in stages}
    counts = triples.counts()
    return render(
        __package__,
        "card.md",
        mark=MARK,
        front_matter=front_matter(manifests, options.license),
        license=options.license,
        version=triples.versions["osscse"],
        sentences=triples.total,
        further=triples.rows - triples.total,
        complete=counts.get("status complete", 0),
        manifests=manifests,
        meanings={stage: what for stage, what in MEANINGS.items() if stage in manifests},
        columns=[
            (name, [s for s in MEANINGS if s in manifests and name in TABLES[s].names], meaning)
            for name, meaning in COLUMNS.items()
        ],
        # The verdicts are made with the triples, with the same settings.
        settings={stage: _settings(manifests[stage]) for stage in stages if stage != "verdicts"},
        statuses={status: counts.get(f"status {status}", 0) for status in STATUSES},
        counts=counts,
        left_out=denials_left_out(triples, manifests["negations"]),
        negated=manifests["negations"].counts(),
        most_first=most_first,
        lost=[
            (reason, n, why)
            for reason, why in losses().items()
            if (n := counts.get(f"lost {reason}"))
        ],
        audit=audit,
        histogram=mer_histogram(counts, *accepted_rates(triples.config)),
        examples=_examples(artifacts.root, triples) if options.examples else [],
        faults=faults_in(artifacts.root, triples),
        most_rates=MOST_RATES,
        percent=percent,
        code=as_code,
        cell=as_text,
    )


def as_code(value: object) -> str:
    """A value as a code span in a table cell, whatever it contains."""
    shown = visible(str(value)).replace("\n", " ").replace("|", "\\|")
    longest = max(map(len, re.findall("`+", shown)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {shown} {fence}" if longest else f"{fence}{shown}{fence}"


def as_text(value: object) -> str:
    """A value as plain text in a table cell, with Markdown and HTML escaped."""
    shown = html.escape(visible(str(value)).replace("\n", " "), quote=False)
    return _MARKDOWN.sub(r"\\\g<0>", shown)


def _settings(manifest: Manifest) -> list[tuple[str, str]]:
    """The settings of a stage; for a translation also the fingerprints of its models."""
    models = [
        (name, sha)
        for name, sha in sorted(manifest.input.items())
        if manifest.stage == "backtranslations" and name not in STAGES
    ]
    return [*_flat(manifest.config), *models]


def _flat(config: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    """Settings in order of name; nested ones have both names."""
    rows: list[tuple[str, str]] = []
    for name in sorted(config):
        value = config[name]
        if isinstance(value, Mapping):
            rows += _flat(value, f"{prefix}{name}.")
        else:
            rows.append((f"{prefix}{name}", _shown(value)))
    return rows


def denials_left_out(triples: Manifest, negations: Manifest) -> int:
    """Sentences that have a denial which `--balance` left out of their first triple."""
    counts, rules = triples.counts(), negations.counts()
    without = counts.get("status no_negation", 0) + counts.get("status anchor_only", 0)
    undenied = sum(rules.get(f"rule {reason}", 0) for reason in REASONS)
    return without - undenied if triples.config["balance"] else 0


def _shown(value: object) -> str:
    """The value of a setting as people read it: "yes", "no", or a list with commas."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    return "none" if value is None else str(value)


def _examples(artifacts: Location, triples: Manifest) -> list[dict[str, Any]]:
    """Three complete triples from the first shards that have any."""
    rows: list[dict[str, Any]] = []
    for shard in triples.shards:
        if len(rows) < 3 and shard.counts.get("status complete"):
            table = read_shard(
                artifacts / "triples" / shard.file, TRIPLES, shard.rows, shard.sha256
            )
            rows += [
                row
                for row in table.to_pylist()
                if row["status"] == "complete" and row["variant"] == 0
            ]
    return rows[:3]
