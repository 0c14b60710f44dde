"""The summary printed after a stage: tables and histograms made from its manifest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import RenderableType

from pipeline.acceptance.guards import BY_SQL, losses
from pipeline.acceptance.measures.histogram import accepted_rates, mer_histogram
from pipeline.commands.console import table
from pipeline.storage.status import StageStatus
from pipeline.translation.engines.table import ENGINES
from pipeline.translation.models import SHORT
from schemas.advice import DEFAULT, option_for
from schemas.console import Message
from schemas.locations import Location
from schemas.manifest import Manifest, most_first
from schemas.progress import counted, duration, percent
from schemas.tables import FEW_TRIPLES, STATUSES, Stage

FEWEST = 0.05
"""Warn if a smaller share of the sentences than this has a paraphrase."""
FEWEST_SENTENCES = 10
"""With fewer sentences than this, as in a first try, only the lack of any triple is warned of."""
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
# In advice, {at} stands for the option that names the folder, {option} for that of a threshold.
READ = "Look at `pipeline inspect{at} --status no_paraphrase --sample 20`, "
"""The beginning of several pieces of advice."""
AGAIN = "filter again with --overwrite"
CLOSE = (
    "Make more candidates (`pipeline run rephrase{at}`, or backtranslate with more --beams and"
    f" --candidates and with --overwrite) or take a lower --min-mer, and {AGAIN}."
)
ADVICE = {
    "mer_below": CLOSE,
    "copy": CLOSE,
    "no_candidate": "Translate them too (`pipeline run backtranslate{at} --overwrite`, without"
    f" --limit) or run `pipeline run rephrase{{at}}`, and {AGAIN}.",
    BY_SQL: f"{READ}correct the statement and {AGAIN}.",
}
"""Most frequent reason for no paraphrase -> what to do."""
MER_ABOVE = f"{READ}and if they say the same, {AGAIN} and a higher --max-mer."
FEWER_CHECKS = (
    f"{READ}then make more candidates (backtranslate with more --beams and --candidates and with"
    " --overwrite), or leave this check out with --guards if it refuses good ones, and"
    f" {AGAIN}."
)
BELOW_THRESHOLD = f"{READ}and if they say the same, {AGAIN} and a lower {{option}}."
WRONG_TEXT = (
    "Most likely the translation models were trained on another kind of text, the bundled ones on"
    f" the demo's. {READ}then run backtranslate with models of general English (`pipeline run"
    " backtranslate{at} --models firefox:pt --overwrite`, or wmt19 on a GPU) and"
    f" {AGAIN}."
)
GARBLED = ("empty", "repetition", "length_ratio", "mer_above", "content", "nonword")
"""Reasons that are frequent if the models were trained on another kind of text."""
LEFT_OUT = {
    "negators": "for their negating words",
    "words": "for other words",
    "wording": "for their wording",
}


def summary(
    manifest: Manifest,
    earlier: Mapping[Stage, Manifest] | None = None,
    artifacts: Location = Path(DEFAULT),
) -> list[RenderableType]:
    """What to print after a stage.

    Args:
        earlier: for triples, the manifests of `explaining`, if there.
        artifacts: the folder, for advice.
    """
    if manifest.stage == "triples":
        return _filter(manifest, earlier or {}, artifacts)
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
        if _is_next_to_nothing(made.counts(), made.total)
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
    manifest: Manifest, earlier: Mapping[Stage, Manifest], artifacts: Location
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
    general = _general(earlier.get("backtranslations"))
    at = option_for(artifacts)
    warned = _next_to_nothing(counts, manifest.total, why_lost, general=general, at=at)
    return [*lines, *(warned or _few(complete, counts, manifest.total, general=general, at=at))]


def _paraphrased(counts: Mapping[str, int]) -> int:
    return sum(counts.get(f"status {name}", 0) for name in ("complete", "no_negation"))


def _is_next_to_nothing(counts: Mapping[str, int], sentences: int) -> bool:
    """Whether hardly any sentence has a paraphrase."""
    return sentences > 0 and _paraphrased(counts) / sentences < FEWEST


def _next_to_nothing(
    counts: Mapping[str, int],
    sentences: int,
    why_lost: Mapping[str, str],
    *,
    general: bool,
    at: str = "",
) -> list[RenderableType]:
    """A warning if hardly any sentence has a paraphrase; otherwise nothing.

    Args:
        why_lost: see `losses`.
        general: whether the translation models are known to be trained on general text.
        at: the option that names the folder.
    """
    if not _is_next_to_nothing(counts, sentences):
        return []
    paraphrased = _paraphrased(counts)
    has = "none" if not paraphrased else f"only {paraphrased:,}"
    said = (
        f"WARNING: {has} of the {counted(sentences, 'sentence')}"
        f" {'has' if paraphrased <= 1 else 'have'} a paraphrase."
    )
    if not (reasons := most_first(counts, "lost ")):
        return [said]
    reason, count = reasons[0]
    why = f"The most frequent reason ({count:,} of them): {why_lost.get(reason, reason)}."
    option = f"--min-{reason.replace('_', '-')}"
    advice = _advice(reason, option, general=general).format(at=at, option=option)
    return [Message(f"{said} {why} {advice}")]


def _few(
    complete: int, counts: Mapping[str, int], sentences: int, *, general: bool, at: str
) -> list[RenderableType]:
    """A warning if there are too few triples to train on; otherwise nothing.

    Args:
        complete: triples with all texts, the further ones of a sentence too.
        general: whether the translation models are known to be trained on general text.
        at: the option that names the folder.
    """
    first_try = sentences < (FEWEST_SENTENCES if complete else 1)
    if complete >= FEW_TRIPLES or first_try:
        return []
    has = f"only {counted(complete, 'triple')}" if complete else "no triple"
    said = f"WARNING: {has} {'is' if complete <= 1 else 'are'} complete, too few to train on"
    garbled = sum(counts.get(f"lost {reason}", 0) for reason in GARBLED)
    if not general and 2 * garbled > sentences:
        # More sentences of this text would be lost in the same way.
        return [Message(f"{said}. {WRONG_TEXT.format(at=at)}")]
    return [
        Message(
            f"{said}: `pipeline inspect{at}` shows where sentences are lost, and more sentences"
            " give more triples."
        )
    ]


def _advice(reason: str, option: str, *, general: bool) -> str:
    """What to do if this is the most frequent reason for no paraphrase.

    Args:
        option: of its threshold, if it has one.
    """
    if reason in GARBLED and not general:
        return WRONG_TEXT
    if f"({option})" in losses().get(reason, ""):
        return BELOW_THRESHOLD
    return ADVICE.get(reason, MER_ABOVE if reason == "mer_above" else FEWER_CHECKS)


def _general(translations: Manifest | None) -> bool:
    """Whether all translation models are trained on text of many kinds."""
    if translations is None:
        return False
    engine = ENGINES.get(translations.config.get("engine", ""))
    if engine is not None and engine.format.general:
        return True
    recorded = [name for leg, name in translations.input.items() if leg != "sentences"]
    known = {
        name
        for short in SHORT.values()
        if short.general
        for pivot in short.pivots()
        for name in pivot.names
    }
    return bool(recorded) and {name.rpartition(" ")[0] for name in recorded} <= known


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
