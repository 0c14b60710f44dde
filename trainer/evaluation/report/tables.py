"""Results as tables for the terminal, with models side by side as columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from schemas.fitting import FittingTable
from schemas.progress import counted
from trainer.evaluation.data.labelled import TRANSFER
from trainer.evaluation.diagnosis.failures import Failures, HardSubset
from trainer.evaluation.diagnosis.transformations import Transformations
from trainer.evaluation.scores.geometry import Geometry
from trainer.evaluation.scores.probe import MER_EDGES, Probe
from trainer.evaluation.scores.splits import SideScores, Split, mean_sides
from trainer.evaluation.scores.sts import StsScores
from trainer.evaluation.scores.transfer import TransferScores
from trainer.evaluation.scores.variants import Variant


def sts_table(scores: Mapping[str, StsScores]) -> Table:
    """Spearman correlation by task and model.

    Args:
        scores: by model's name; all on the same tasks.
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
                table.add_row(name, "", *(number(v, ".2f") for v in values))
    return table


def _average_label(scores: StsScores) -> str:
    if not scores.absent:
        return "average of the seven"
    return f"average of {len(scores.averaged)} (without {', '.join(scores.absent)})"


def probe_table(probes: Mapping[str, Probe], what: str) -> Table:
    """Probe results by model; with two or more models, the change from first to last.

    Args:
        probes: by model's name; all on the same triples.
        what: which triples, for the title.
    """
    first = next(iter(probes.values()))
    change = len(probes) > 1
    heads = [*probes, *(["change"] if change else [])]
    table = columns(counted(first.rows, f"{what} triple"), "", heads)

    def add(label: str, values: list[float | None], spec: str) -> None:
        cells = [number(value, spec) for value in values]
        if change:
            start, end = values[0], values[-1]
            moved = None if start is None or end is None else end - start
            cells.append(number(moved, f"+{spec}"))
        table.add_row(label, *cells)

    every = list(probes.values())
    add("paraphrase above negation, %", [100 * p.ranking for p in every], ".1f")
    add("similarity to paraphrase", [p.paraphrase for p in every], ".3f")
    add("similarity to negation", [p.negation for p in every], ".3f")
    add("difference", [p.difference for p in every], ".3f")
    add("alignment (less is better)", [p.alignment for p in every], ".3f")
    add("uniformity (less is better)", [p.uniformity for p in every], ".3f")
    add("anisotropy (less is better)", [p.anisotropy for p in every], ".3f")
    if len(first.by_kind) > 1:
        table.add_section()
        for index, kind in enumerate(first.by_kind):
            label = f"above {kind.kind}, %, {counted(kind.rows, 'row')}"
            add(label, [100 * p.by_kind[index].ranking for p in every], ".1f")
    for index, group in enumerate(first.by_mer):
        if index == 0:
            table.add_section()
        close = "]" if group.high == MER_EDGES[-1] else ")"
        rows = counted(group.rows, "row")
        label = f"paraphrase, MER [{group.low:g}, {group.high:g}{close}, {rows}"
        add(label, [p.by_mer[index].similarity for p in every], ".3f")
    return table


def transfer_table(scores: Mapping[str, TransferScores]) -> Table:
    """Accuracy by task and model."""
    first = next(iter(scores.values()))
    table = columns("Accuracy of logistic regression, %", "task", ["rows", *scores])
    for task, score in first.tasks.items():
        values = [found.tasks[task] for found in scores.values()]
        table.add_row(task, f"{score.rows:,}", *(f"{v.accuracy:.2f}" for v in values))
        if score.f1 is not None:
            table.add_row(f"{task}, F1", "", *(number(v.f1, ".2f") for v in values))
    if first.average is not None:
        table.add_section()
        of = "" if first.tasks.keys() <= {*TRANSFER} else " of the standard tasks"
        without = f" without {', '.join(first.absent)}" if first.absent else ""
        table.add_row(
            f"average{of}{without}", "", *(number(s.average, ".2f") for s in scores.values())
        )
    return table


def splits_table(splits: Sequence[Split], scores: Mapping[str, Mapping[str, SideScores]]) -> Table:
    """Medians and counts of each set and, by model, Spearman x 100 on Cont., Oppn. and both.

    With several sets, the last rows are each side's mean over them, weighted by pairs.
    """
    title = "Spearman x 100 on Cont. and Oppn., split at the medians of score and MER"
    table = columns(title, "set", ["pairs", *scores])
    for split in splits:
        name, cont, every = split.pairs.name, sum(split.cont), len(split.cont)
        sides = [found[name] for found in scores.values()]
        medians = f"score {split.median_score:.2f}, MER {split.median_mer:.2f}"
        together = [number(side.together, ".2f") for side in sides]
        table.add_row(f"{name}: {medians}", f"{every:,}", *together)
        rows = {
            "Cont.": (f"{cont:,}", [side.cont for side in sides]),
            "Oppn.": (f"{every - cont:,}", [side.oppn for side in sides]),
            "weighted": ("", [side.weighted for side in sides]),
        }
        for label, (pairs, values) in rows.items():
            table.add_row(f"  {label}", pairs, *(number(value, ".2f") for value in values))
        table.add_section()
    if len(splits) > 1 and scores:
        means = [mean_sides(splits, found) for found in scores.values()]
        cells = [number(mean.cont, ".2f") for mean in means]
        table.add_row("mean of Cont. by pairs", f"{means[0].cont_pairs:,}", *cells)
        cells = [number(mean.oppn, ".2f") for mean in means]
        table.add_row("mean of Oppn. by pairs", f"{means[0].oppn_pairs:,}", *cells)
    return table


def transformations_table(scores: Mapping[str, Transformations]) -> Table:
    """Mean similarity to the original by kind and model."""
    first = next(iter(scores.values()))
    table = columns("Mean cosine with the original", "kind", ["pairs", "MER", *scores])
    for kind, score in first.kinds.items():
        values = [found.kinds[kind].similarity for found in scores.values()]
        table.add_row(kind, f"{score.pairs:,}", f"{score.mer:.2f}", *(f"{v:.3f}" for v in values))
    table.add_section()
    ranking = [None if s.ranking is None else 100 * s.ranking for s in scores.values()]
    table.add_row("paraphrase above negation, %", "", "", *(number(v, ".1f") for v in ranking))
    wording = [s.wording for s in scores.values()]
    table.add_row("Spearman of MER and cosine", "", "", *(number(v, ".3f") for v in wording))
    return table


def example_table(original: str, scores: Mapping[str, Transformations]) -> Table:
    """The transformations of one sentence, the nearest to it under the first model first."""
    found = [[p for p in score.points if p.original == original] for score in scores.values()]
    rows = sorted(zip(*found, strict=True), key=lambda row: -row[0].similarity)
    table = columns(original, "", ["kind", "MER", *scores])
    for row in rows:
        cosines = (f"{point.similarity:.3f}" for point in row)
        table.add_row(row[0].text, row[0].kind, f"{row[0].mer:.2f}", *cosines)
    return table


def geometry_table(found: Mapping[str, Geometry]) -> Table:
    """Alignment, uniformity and anisotropy by model."""
    first = next(iter(found.values()))
    table = columns(f"Geometry on {first.task} (less is better)", "", [*found])
    for label in ("alignment", "uniformity", "anisotropy"):
        table.add_row(label, *(number(getattr(g, label), ".3f") for g in found.values()))
    return table


def failures_table(name: str, failures: Failures) -> Table:
    """The worst pairs of a model."""
    heads = ["score", "cosine", "rank", "estimated", "MER", "tags"]
    table = columns(f"{failures.task}: ranks furthest off, {name}", "pair", heads)
    for failure in failures.worst:
        table.add_row(
            f"{failure.first}\n{failure.second}",
            f"{failure.score:g}",
            f"{failure.similarity:.3f}",
            f"{failure.gold_rank:g}",
            f"{failure.estimated_rank:g}",
            f"{failure.mer:.2f}",
            ", ".join(failure.tags),
        )
        table.add_section()
    return table


def failure_records(name: str, failures: Failures) -> Iterator[RenderableType]:
    """The worst pairs of a model, one below the other, for a narrow terminal."""
    yield f"{failures.task}: ranks furthest off, {name}"
    for failure in failures.worst:
        figures = (
            f"score {failure.score:g}",
            f"cosine {failure.similarity:.3f}",
            f"rank {failure.gold_rank:g}, estimated {failure.estimated_rank:g}",
            f"MER {failure.mer:.2f}",
        )
        yield "\n" + " · ".join((*figures, *failure.tags))
        for text in (failure.first, failure.second):
            yield Padding(Text(text), (0, 0, 0, 2), expand=False)
    yield ""


def tags_table(failures: Mapping[str, Failures]) -> Table:
    """By model, the share of squared rank differences that each tag causes."""
    first = next(iter(failures.values()))
    table = columns(
        f"{first.task}: share of squared rank differences by tag, %",
        "tag",
        ["% of pairs", *failures],
    )
    for index, tag in enumerate(first.by_tag):
        losses = [100 * found.by_tag[index].loss for found in failures.values()]
        table.add_row(tag.tag, f"{100 * tag.share:.1f}", *(f"{loss:.1f}" for loss in losses))
    return table


def hard_tables(found: Mapping[str, HardSubset]) -> list[Table]:
    """The pairs with misleading lengths, by model; no table without such pairs."""
    first = next(iter(found.values()))
    if not first.positives and not first.negatives:
        return []
    title = (
        f"{first.task}: {counted(first.positives, 'positive')} of unlike length,"
        f" {counted(first.negatives, 'negative')} of like length"
    )
    table = columns(title, "", [*found])
    rows = {
        "mean cosine of positives": ("positive_similarity", ".3f"),
        "mean cosine of negatives": ("negative_similarity", ".3f"),
        "share of positives above negatives": ("separation", ".3f"),
        "Spearman x 100": ("spearman", ".2f"),
    }
    for label, (field, spec) in rows.items():
        values = [getattr(hard, field) for hard in found.values()]
        if any(value is not None for value in values):
            table.add_row(label, *(number(value, spec) for value in values))
    return [table]


def columns(title: str, first: str, rest: Sequence[str]) -> FittingTable:
    """A table whose first column is text and whose other columns are numbers."""
    table = FittingTable(title)
    table.add_column(first)
    for name in rest:
        table.add_column(name, justify="right")
    return table


def number(value: float | None, spec: str) -> str:
    """A number, or a dash if there is none."""
    return "-" if value is None else format(value, spec)


def settings_table(runs: Sequence[str], settings: Mapping[str, Sequence[object]]) -> Table:
    """Settings in which runs differ."""
    table = columns("Settings that differ", "setting", list(runs))
    for key, values in settings.items():
        table.add_row(key, *("-" if value is None else _cut(str(value)) for value in values))
    return table


def _cut(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}..."


def variants_table(variants: Sequence[Variant]) -> Table:
    """The forms of a released encoder, one per row."""
    tasks = list(variants[0].correlation)
    table = columns("Forms of the encoder", "form", ["MB", "contrast", *tasks, "sentences/s"])
    for one in variants:
        figures = (f"{one.correlation[task]:.2f}" for task in tasks)
        speed = f"{one.sentences_per_second:,.0f}"
        table.add_row(one.name, f"{one.megabytes:.1f}", f"{one.ranking:.1f}", *figures, speed)
    return table
