"""Tables of scores with their intervals and their changes from the first model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.table import Table

from trainer.evaluation.diagnosis.compare import Difference
from trainer.evaluation.report.tables import columns
from trainer.evaluation.scores.bootstrap import LEAST_ROWS
from trainer.evaluation.scores.contrast import ContrastScores, Figure


def compare_table(scores: Mapping[str, Mapping[str, Difference]]) -> Table:
    """Scores by task and run, with the change from the first run and its interval."""
    names = list(next(iter(scores.values())))
    title = f"Scores x 100; change from {names[0]}"
    shown = [value.low is not None for found in scores.values() for value in found.values()]
    if any(shown):
        title += " with its 95 % interval (* excludes zero)"
    if len(names) > 1 and sum(shown) < len(scores) * (len(names) - 1):
        title += f"; no interval for fewer than {LEAST_ROWS} rows"
    table = columns(title, "task", names)
    for task, found in scores.items():
        cells = []
        for value in found.values():
            cell = f"{value.score:.2f}"
            if value.change is not None:
                mark = " *" if value.certain else ""
                cell += f"\n{value.change:+.2f}"
                if value.low is not None:
                    cell += f" [{value.low:+.2f}, {value.high:+.2f}]{mark}"
            cells.append(cell)
        table.add_row(task, *cells)
    return table


def contrast_table(scores: Mapping[str, ContrastScores]) -> Table:
    """Scores by set, subset and model; for the later models also the change from the first.

    Args:
        scores: by model's name; all on the same rows.
    """
    first = next(iter(scores.values()))
    title = _contrast_title(scores.values())
    table = columns(title, "set", ["rows", *scores])

    def add(label: str, figures: list[Figure | None], *, of: str = "") -> None:
        known = [figure for figure in figures if figure is not None]
        if known:
            table.add_row(label, f"{known[0].rows:,}{of}", *map(_figure_cell, known))

    every = list(scores.values())
    for name in first.triples:
        add(f"{name}, triples ranked correctly", [found.triples[name] for found in every])
        for subset in first.subsets.get(name, ()):
            add(f"  {subset}", [found.subsets[name][subset] for found in every])
    if len(first.triples) > 1:
        add("mean of the triple sets", [found.triples_mean for found in every], of=" sets")
    if first.triples and first.pairs:
        table.add_section()
    for name in first.pairs:
        add(f"{name}, average precision of pairs", [found.pairs[name] for found in every])
    if len(first.pairs) > 1:
        add("mean of the pair sets", [found.pairs_mean for found in every], of=" sets")
    return table


def _contrast_title(scores: Iterable[ContrastScores]) -> str:
    """What a table of contrast sets shows; only intervals that are there are explained."""
    shown = [
        figure.low is not None
        for one in scores
        for figures in (one.triples, *one.subsets.values(), one.pairs)
        for figure in figures.values()
    ]
    title = "Paraphrase ranked above contradiction, %"
    if any(shown):
        title += ", with 95 % intervals (* significant change)"
    return title if all(shown) else f"{title}; no interval for fewer than {LEAST_ROWS} sentences"


def _figure_cell(figure: Figure) -> str:
    cell = f"{figure.score:.1f}"
    if figure.low is not None:
        cell += f" [{figure.low:.1f}, {figure.high:.1f}]"
    if figure.change is None:
        return cell
    return f"{cell}\n{figure.change:+.1f}{' *' if figure.certain else ''}"
