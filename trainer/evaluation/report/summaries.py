"""Results as tables for the terminal; models stand side by side, as columns."""

from __future__ import annotations

from collections.abc import Mapping

from rich.table import Table

from schemas.progress import duration
from trainer.evaluation.report.tables import columns
from trainer.evaluation.scores.probe import MER_EDGES, Probe
from trainer.evaluation.scores.sts import StsScores
from trainer.training.fit import FitResult


def fit_summary(result: FitResult) -> str:
    """A run's outcome in a few lines."""
    counts = result.counts
    lines = [
        f"{result.steps:,} steps over {counts.training:,} rows in {duration(result.seconds)};"
        f" {counts.heldout:,} complete triples held out."
    ]
    if result.metric is None:
        lines.append("No --dev file and no held-out triples: the last weights are kept.")
    elif result.initial_score is not None and result.best_score is not None:
        lines.append(
            f"{result.metric}: {result.initial_score:.4f} before, {result.best_score:.4f} at step"
            f" {result.best_step:,}, whose weights are kept."
        )
        if result.best_score <= result.initial_score:
            lines.append("Training has not raised it: the model it started from is as good.")
    lines.append(f"Encoder: {result.output / 'best'}")
    return "\n".join(lines)


def sts_table(scores: Mapping[str, StsScores]) -> Table:
    """Spearman correlation by task and model.

    Args:
        scores: by model's name; all of the same tasks.
    """
    first = next(iter(scores.values()))
    table = columns("Spearman correlation x 100", "task", ["pairs", *scores])
    for task, pairs in first.pairs.items():
        table.add_row(task, f"{pairs:,}", *(f"{s.spearman[task]:.2f}" for s in scores.values()))
    if first.averaged:
        table.add_section()
        table.add_row(_average_label(first), "", *(f"{s.average:.2f}" for s in scores.values()))
    if first.subsets:
        table.add_section()
        for task in first.subsets:
            for label in ("mean", "weighted_mean"):
                values = [getattr(s.subsets[task], label) for s in scores.values()]
                name = f"{task}, {label.replace('_', ' ')} of subsets"
                table.add_row(name, "", *("-" if v is None else f"{v:.2f}" for v in values))
    return table


def _average_label(scores: StsScores) -> str:
    if not scores.absent:
        return "average of the seven"
    return f"average of {len(scores.averaged)} (without {', '.join(scores.absent)})"


def probe_table(probes: Mapping[str, Probe], what: str) -> Table:
    """Probe results by model; with two models or more, the change from first to last.

    Args:
        probes: by model's name; all of the same triples.
        what: which triples, for the title.
    """
    first = next(iter(probes.values()))
    change = len(probes) > 1
    heads = [*probes, *(["change"] if change else [])]
    table = columns(f"{first.rows:,} {what} triples", "", heads)

    def add(label: str, values: list[float | None], spec: str) -> None:
        cells = ["-" if value is None else format(value, spec) for value in values]
        if change:
            start, end = values[0], values[-1]
            moved = None if start is None or end is None else end - start
            cells.append("-" if moved is None else format(moved, f"+{spec}"))
        table.add_row(label, *cells)

    every = list(probes.values())
    add("paraphrase above negation, %", [100 * p.ranking for p in every], ".1f")
    add("similarity to paraphrase", [p.paraphrase for p in every], ".3f")
    add("similarity to negation", [p.negation for p in every], ".3f")
    add("difference", [p.difference for p in every], ".3f")
    add("alignment (less is better)", [p.alignment for p in every], ".3f")
    add("uniformity (less is better)", [p.uniformity for p in every], ".3f")
    add("anisotropy (less is better)", [p.anisotropy for p in every], ".3f")
    for index, group in enumerate(first.by_mer):
        if index == 0:
            table.add_section()
        close = "]" if group.high == MER_EDGES[-1] else ")"
        label = f"paraphrase, MER [{group.low:g}, {group.high:g}{close}, {group.rows:,} rows"
        add(label, [p.by_mer[index].similarity for p in every], ".3f")
    return table
