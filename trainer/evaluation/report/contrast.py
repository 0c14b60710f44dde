"""Scores on contrast sets as a table."""

from __future__ import annotations

from collections.abc import Mapping

from rich.table import Table

from trainer.evaluation.report.tables import columns
from trainer.evaluation.scores.contrast import ContrastScores, Figure


def contrast_table(scores: Mapping[str, ContrastScores]) -> Table:
    """Scores by set, subset and model; for the later models also the change from the first.

    Args:
        scores: by model's name; all on the same rows.
    """
    first = next(iter(scores.values()))
    title = "Meaning above wording, x 100, with 95 % intervals (*: the change's excludes zero)"
    table = columns(title, "set", ["rows", *scores])

    def add(label: str, figures: list[Figure | None], *, of: str = "") -> None:
        known = [figure for figure in figures if figure is not None]
        if known:
            table.add_row(label, of or f"{known[0].rows:,}", *map(_cell, known))

    every = list(scores.values())
    for name in first.triples:
        add(f"{name}, triples ranked correctly", [found.triples[name] for found in every])
        for subset in first.subsets.get(name, ()):
            add(f"  {subset}", [found.subsets[name][subset] for found in every])
    if len(first.triples) > 1:
        add("mean of the triple sets", [f.triples_mean for f in every], of=_sets(first.triples))
    if first.triples and first.pairs:
        table.add_section()
    for name in first.pairs:
        add(f"{name}, average precision of pairs", [found.pairs[name] for found in every])
    if len(first.pairs) > 1:
        add("mean of the pair sets", [f.pairs_mean for f in every], of=_sets(first.pairs))
    return table


def _sets(named: Mapping[str, Figure]) -> str:
    return f"{len(named)} sets"


def _cell(figure: Figure) -> str:
    cell = f"{figure.score:.1f} [{figure.low:.1f}, {figure.high:.1f}]"
    if figure.change is None:
        return cell
    return f"{cell}\n{figure.change:+.1f}{' *' if figure.certain else ''}"
