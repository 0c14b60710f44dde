"""The summary printed after a stage: tables and histograms made from its manifest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import RenderableType
from rich.table import Table

from pipeline.acceptance.guards import BY_SQL, losses
from pipeline.acceptance.histogram import mer_histogram
from pipeline.commands.console import table
from pipeline.storage.status import StageStatus
from schemas.manifest import Manifest, most_first
from schemas.progress import counted, duration, percent
from schemas.tables import STATUSES

FEWEST = 0.05
"""Warn if a smaller share of the sentences than this has a paraphrase."""
FEWEST_NEGATED = 0.2
"""Warn if a smaller share of the sentences than this is negated. Nine in ten are in
encyclopedias and conversations, so the text is probably not made of English sentences."""
LOST = {
    "too_long": "too long for the model",
    "pivot_unfinished": "the translation into the pivot hit --max-length",
    "pivot_empty": "translated to nothing",
    "pivot_too_long": "the pivot text is too long for the model",
    "unfinished": "the translation back hit --max-length",
}
NOTHING_LEFT = {
    BY_SQL: "--refuse-sql selects the candidates of most of the others. Look at `pipeline inspect"
    " --status no_paraphrase --sample 20`, correct the statement and filter again.",
    "no_candidate": "Most of the others have no candidate. Translate them too (`pipeline run"
    " backtranslate --overwrite`, without --limit) or run `pipeline run rephrase`, and filter"
    " again.",
}
"""Most frequent reason for no paraphrase -> what to do, where it is not the kind of text."""
WRONG_TEXT = (
    "Most likely the translation models do not know this kind of text: the bundled ones know only"
    " the demo's. Look at `pipeline inspect --status no_paraphrase --sample 20`, then run"
    " backtranslate with models of general English (`pipeline run backtranslate --models firefox:pt"
    " --overwrite`, or wmt19 on a GPU) and filter again."
)
LEFT_OUT = {
    "negators": "for their negating words",
    "words": "for other words",
    "wording": "for their wording",
}


def summary(manifest: Manifest) -> list[RenderableType]:
    """What to print after a stage."""
    makers = {
        "sentences": _ingest,
        "negations": _negate,
        "rephrasings": _rephrase,
        "backtranslations": _backtranslate,
        "triples": _filter,
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
            ["rule, or why there is none", "sentences", "share"],
            _shares(counts, "rule ", manifest.total),
        ),
    ]
    if others := _shares(counts, "kind ", manifest.total):
        lines.append(table(["kind", "other contradictions", "share"], others))
    if manifest.total and negated / manifest.total < FEWEST_NEGATED:
        lines.append(
            f"WARNING: only {percent(negated, manifest.total)} of the sentences were negated. The"
            " rules and the parser are for whole English sentences: the text is probably in"
            ' another language, or made of headings and fragments. `pipeline negate "SENTENCE"`'
            " shows how a sentence is read."
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
        lines.append(table(["rule", "paraphrases", "share"], rules))
    return lines


def _shares(counts: Mapping[str, int], prefix: str, total: int) -> list[tuple[str, int, str]]:
    """The rows of `most_first` with their shares."""
    return [(name, n, percent(n, total)) for name, n in most_first(counts, prefix)]


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
            lines.append(f"{counts[reason]:,} round trips skipped: {what} ({where}).")
    return lines


def _filter(manifest: Manifest) -> list[RenderableType]:
    counts = manifest.counts()
    statuses = [
        (
            name,
            counts.get(f"status {name}", 0),
            percent(counts.get(f"status {name}", 0), manifest.total),
        )
        for name in STATUSES
    ]
    lost = [
        (reason, count, why)
        for reason, why in losses().items()
        if (count := counts.get(f"lost {reason}"))
    ]
    more = manifest.rows - manifest.total
    by_first = ", by their first triple (variant 0)" if more else ""
    title = f"{counted(manifest.total, 'sentence')}{by_first}"
    lines: list[RenderableType] = [table(["status", "sentences", "share"], statuses, title)]
    if further := _shares(counts, "variant ", manifest.rows):
        title = f"{counted(more, 'further triple')}, by kind of contradiction"
        lines.append(table(["kind", "triples", "share of all"], further, title))
        first = counts.get("status complete", 0)
        lines.append(
            f"{first + more:,} complete triples in all: {first:,} first and {more:,} further."
        )
    if left_out := {k: counts[f"left_out {k}"] for k in LEFT_OUT if counts.get(f"left_out {k}")}:
        said = ", ".join(f"{n:,} {LEFT_OUT[k]}" for k, n in left_out.items())
        lines.append(f"Contradictions left out for balance: {said}.")
    if lost:
        title = "Sentences without a paraphrase, by the check that refused their best candidate"
        lines.append(table(["lost at", "sentences", "because"], lost, title))
    lines.append(mer_histogram(counts, manifest.config["min_mer"], manifest.config["max_mer"]))
    lines += _next_to_nothing(counts, manifest.total)
    return lines


def _next_to_nothing(counts: Mapping[str, int], sentences: int) -> list[RenderableType]:
    """A warning if hardly any sentence has a paraphrase; otherwise nothing."""
    paraphrased = sum(counts.get(f"status {name}", 0) for name in ("complete", "no_negation"))
    if not sentences or paraphrased / sentences >= FEWEST:
        return []
    reasons = most_first(counts, "lost ")
    advice = NOTHING_LEFT.get(reasons[0][0], WRONG_TEXT) if reasons else WRONG_TEXT
    return [
        f"WARNING: only {paraphrased:,} of {sentences:,} sentences"
        f" {'has' if paraphrased == 1 else 'have'} a paraphrase"
        f" ({percent(paraphrased, sentences)}). {advice}"
    ]


def statuses(found: Sequence[StageStatus]) -> Table:
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
    return table(["stage", "state", "shards", "rows", "sentences/s", "time left"], rows)
