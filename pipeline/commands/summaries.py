"""The summary printed after a stage: tables and histograms made from its manifest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import RenderableType

from pipeline.acceptance.guards import losses
from pipeline.acceptance.measures.histogram import accepted_rates, mer_histogram
from pipeline.commands.console import table
from pipeline.commands.shortage import (
    Known,
    are_general,
    is_next_to_nothing,
    next_to_nothing,
    too_few,
    useless_pivots,
)
from pipeline.storage.status import StageStatus
from schemas.advice import DEFAULT
from schemas.console import Message
from schemas.locations import Location
from schemas.manifest import Manifest, most_first
from schemas.progress import counted, duration, percent
from schemas.tables import STATUSES, Stage

FEWEST_NEGATED = 0.2
"""Warn if a smaller share of the sentences than this is negated: the text is then probably not made
of English sentences. In encyclopedias and conversations, nine in ten are negated."""
LOST = {
    "too_long": "too long for the model",
    "pivot_unfinished": "the translation into the pivot reached --max-length",
    "pivot_empty": "translated to nothing",
    "pivot_too_long": "the pivot text is too long for the model",
    "unfinished": "the translation back reached --max-length",
}
LEFT_OUT = {
    "negators": "for their negating words",
    "words": "for other words",
    "wording": "for their wording",
}


def summary(
    manifest: Manifest,
    earlier: Mapping[Stage, Manifest] | None = None,
    artifacts: Location = Path(DEFAULT),
    foreign: str = "",
) -> list[RenderableType]:
    """What to print after a stage.

    Args:
        earlier: for triples, the manifests of `explaining`, if there.
        artifacts: the folder, for advice.
        foreign: for triples, that the sentences are in another language; empty if they are not.
    """
    if manifest.stage == "triples":
        return _filter(manifest, earlier or {}, artifacts, foreign)
    makers = {
        "sentences": _ingest,
        "negations": _negate,
        "rephrasings": _rephrase,
        "backtranslations": _backtranslate,
    }
    return makers[manifest.stage](manifest)


def _ingest(manifest: Manifest) -> list[RenderableType]:
    lines: list[RenderableType] = [
        f"{counted(manifest.rows, 'sentence')} in {counted(len(manifest.shards), 'shard')}."
    ]
    if manifest.dropped:
        rows = [
            (reason, count, "; ".join(manifest.dropped_examples.get(reason, [])))
            for reason, count in manifest.dropped.items()
        ]
        lines.append(table(["left out", "lines", "first at"], rows))
    return lines


def _negate(manifest: Manifest) -> list[RenderableType]:
    counts = manifest.counts()
    negated = counts.get("negated", 0)
    lines: list[RenderableType] = [
        f"{negated:,} of {manifest.total:,} sentences negated"
        f" ({percent(negated, manifest.total)}).",
        table(
            ["rule, or why there is none", "sentences", "of all sentences"],
            _shares(counts, "rule ", manifest.total),
        ),
    ]
    found = most_first(counts, "kind ")
    if others := _shares(counts, "kind ", sum(n for _, n in found)):
        lines.append(table(["kind", "other contradictions", "of these"], others))
    if manifest.total and negated / manifest.total < FEWEST_NEGATED:
        share = f"only {percent(negated, manifest.total)} of the sentences were"
        lines.append(
            Message(
                f"WARNING: {share if negated else 'no sentence was'} negated."
                " The rules and the parser are for whole English sentences: the text is probably"
                " in another language, or made of headings and fragments. `pipeline negate"
                ' "SENTENCE"` shows how a sentence is read.'
            )
        )
    return lines


def _rephrase(manifest: Manifest) -> list[RenderableType]:
    counts = manifest.counts()
    rephrased, made = counts.get("rephrased", 0), counts.get("candidates", 0)
    lines: list[RenderableType] = [
        f"{counted(made, 'paraphrase')} of {rephrased:,} of {manifest.total:,} sentences"
        f" ({percent(rephrased, manifest.total)})."
    ]
    if manifest.config.get("compose"):
        lines.append(f"{counts.get('composed', 0):,} of them were made from translations.")
    if rules := _shares(counts, "rule ", made):
        lines.append(table(["rule", "paraphrases", "of all paraphrases"], rules))
    return lines


def _shares(counts: Mapping[str, int], prefix: str, total: int) -> list[tuple[str, int, str]]:
    """The rows of `most_first` with their shares."""
    return [(name, n, percent(n, total)) for name, n in most_first(counts, prefix)]


def explaining(made: Manifest) -> list[Stage]:
    """The stages whose manifests explain what is missing in these triples."""
    if made.stage != "triples":
        return []
    balanced: list[Stage] = ["negations"] if made.config["balance"] else []
    return (
        [*balanced, "backtranslations"]
        if is_next_to_nothing(made.counts(), made.total)
        else balanced
    )


def _backtranslate(manifest: Manifest) -> list[RenderableType]:
    counts = manifest.counts()
    sentences = manifest.total // max(len(manifest.config["pivots"]), 1)
    lines: list[RenderableType] = [
        f"{counted(counts.get('candidates', 0), 'candidate')} for {counted(sentences, 'sentence')}"
        f" through {', '.join(manifest.config['pivots'])}."
    ]
    for reason, what in LOST.items():
        if counts.get(reason):
            where = "; ".join(manifest.examples().get(reason, []))
            lines.append(f"{counted(counts[reason], 'round trip')} skipped: {what} ({where}).")
    return lines


def _filter(
    manifest: Manifest, earlier: Mapping[Stage, Manifest], artifacts: Location, foreign: str
) -> list[RenderableType]:
    # Imported here, since `pipeline status` needs this module and not the data card.
    from pipeline.inspection.datacard import denials_left_out

    counts = manifest.counts()
    statuses = [
        (
            name,
            counts.get(f"status {name}", 0),
            percent(counts.get(f"status {name}", 0), manifest.total),
        )
        for name in STATUSES
    ]
    why_lost = losses(rephrased="rephrasings" in manifest.input)
    lost = [
        (reason, count, why)
        for reason, why in why_lost.items()
        if (count := counts.get(f"lost {reason}"))
    ]
    more = manifest.rows - manifest.total
    first = counts.get("status complete", 0)
    complete = first + more
    by_first = ", by their first triple (variant 0)" if more else ""
    title = f"{counted(manifest.total, 'sentence')}{by_first}"
    lines: list[RenderableType] = [
        table(["status", "sentences", "of all sentences"], statuses, title)
    ]
    if (negations := earlier.get("negations")) and (n := denials_left_out(manifest, negations)):
        lines.append(
            f"{n:,} of the sentences counted as no_negation or anchor_only"
            f" {'has' if n == 1 else 'have'} a negation that --balance left out."
        )
    if further := _shares(counts, "variant ", more):
        title = f"{counted(more, 'further triple')}, by kind of contradiction"
        lines.append(table(["kind", "triples", "of these"], further, title))
        lines.append(f"{complete:,} complete triples in all: {first:,} first and {more:,} further.")
    if left_out := {k: counts[f"left_out {k}"] for k in LEFT_OUT if counts.get(f"left_out {k}")}:
        said = ", ".join(f"{n:,} {LEFT_OUT[k]}" for k, n in left_out.items())
        lines.append(f"Contradictions left out for balance: {said}.")
    if lost:
        title = "Sentences without a paraphrase, by the check that refused their best candidate"
        lines.append(table(["lost at", "sentences", "because"], lost, title))
    lines.append(mer_histogram(counts, *accepted_rates(manifest.config)))
    known = Known(artifacts, general=are_general(earlier.get("backtranslations")), foreign=foreign)
    if warned := next_to_nothing(counts, manifest.total, why_lost, known):
        return [*lines, *warned]
    few = too_few(complete, counts, manifest.total, known)
    return [*lines, *([] if foreign else useless_pivots(counts, why_lost, known)), *few]


def statuses(found: Sequence[StageStatus]) -> RenderableType:
    """The table of `pipeline status`."""
    rows = [
        (
            s.stage,
            s.state,
            f"{s.shards_done}/{s.shards_total}" if s.shards_total else "-",
            s.rows,
            f"{s.rate:,.0f}" if s.rate else "-",
            "-" if not s.seconds_left else duration(s.seconds_left),
        )
        for s in found
    ]
    columns = ["stage", "state", "shards", "rows", "sentences /s", "time left"]
    return table(columns, rows, unbroken=("state", "time left"))
