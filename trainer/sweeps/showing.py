"""A sweep as a table, as JSON and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

from rich.table import Table

from schemas.files import atomic_path
from trainer.evaluation.report.tables import columns
from trainer.runs.curves import PANEL_HEIGHT, PANEL_WIDTH, SERIES_COLOURS, STYLE
from trainer.sweeps.figures import LABELS, Figures
from trainer.sweeps.running import Outcome
from trainer.training.seeds import Spread

_DECADES = 30.0
"""Values that differ by a larger factor are drawn on a logarithmic axis."""


def sweep_table(outcomes: Sequence[Outcome], start: Figures) -> Table:
    """Mean and sample deviation over seeds, a row for each point of the grid.

    Args:
        start: figures of the model before training; empty if the runs do not begin alike.
    """
    names = figure_names(outcomes)
    first, *further = outcomes[0].values or ["settings"]
    heads = [*further, "seeds", *(LABELS[name] for name in names)]
    table = columns("Mean and deviation over seeds", first, heads)
    if start:
        cells = [f"{start[name]:.2f}" if name in start else "-" for name in names]
        table.add_row("before training", *[""] * len(further), "", *cells)
        table.add_section()
    for outcome in outcomes:
        values = list(outcome.values.values()) or ["as given"]
        table.add_row(*values, str(len(outcome.runs)), *(_cell(outcome, name) for name in names))
    return table


def sweep_json(outcomes: Sequence[Outcome], start: Figures, output: Path) -> dict[str, Any]:
    """The same as a JSON object, with the figures of every run."""
    names = figure_names(outcomes)
    return {
        "output": str(output),
        "figures": {name: LABELS[name] for name in names},
        "start": start,
        "points": [
            {
                "folder": outcome.name,
                "values": outcome.values,
                "seeds": {str(seed): figures for seed, figures in outcome.runs.items()},
                "failed": {str(seed): why for seed, why in outcome.failed.items()},
                "mean": {n: s.mean for n in names if (s := outcome.spread(n))},
                "deviation": {n: s.deviation for n in names if (s := outcome.spread(n))},
            }
            for outcome in outcomes
        ],
    }


def figure_names(outcomes: Sequence[Outcome]) -> list[str]:
    """Figures that some run has, in the order of display."""
    known = {name for outcome in outcomes for run in outcome.runs.values() for name in run}
    return [name for name in LABELS if name in known]


def plot_sweep(outcomes: Sequence[Outcome], start: Figures, picture: Path) -> None:
    """Draw every figure over the first setting that varies; nothing where no run has ended.

    Each combination of the other settings is a curve, with a point for every seed and a bar of one
    deviation; the dashed line is the model before training.

    Args:
        start: as for the table.
        picture: the SVG file.
    """
    names = figure_names(outcomes)
    if not names:
        return
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    key = next(iter(outcomes[0].values), "settings")
    ticks = list(dict.fromkeys(_tick(outcome) for outcome in outcomes))
    numbers = _numbers(ticks)
    places = dict(zip(ticks, numbers or range(len(ticks)), strict=True))
    size = (PANEL_WIDTH, PANEL_HEIGHT * len(names))
    with rc_context(STYLE), atomic_path(picture) as temporary:
        figure = Figure(figsize=size, layout="constrained")
        panels = figure.subplots(len(names), sharex=True, squeeze=False)[:, 0]
        for axis, name in zip(panels, names, strict=True):
            _draw(axis, outcomes, name, places)
            if name in start:
                axis.axhline(start[name], color="#999999", linestyle="--", gid=f"{name}, before")
            axis.set_title(LABELS[name], loc="left", fontweight="bold", fontsize="medium")
            axis.grid(color="#dddddd")
            if numbers and min(numbers) > 0 and max(numbers) > _DECADES * min(numbers):
                axis.set_xscale("log")
        panels[-1].set_xticks(list(places.values()), ticks)
        panels[-1].minorticks_off()
        panels[-1].set_xlabel(key)
        figure.savefig(temporary, format="svg", metadata={"Date": None, "Creator": None})


def _draw(axis: Any, outcomes: Sequence[Outcome], name: str, places: dict[str, float]) -> None:
    """One figure's curves."""
    curves: dict[str, list[tuple[float, Spread]]] = {}
    for outcome in outcomes:
        if found := outcome.spread(name):
            others = list(outcome.values.items())[1:]
            label = ", ".join(f"{key} {value}" for key, value in others)
            curves.setdefault(label, []).append((places[_tick(outcome)], found))
    for (label, spreads), colour in zip(curves.items(), cycle(SERIES_COLOURS), strict=False):
        axis.errorbar(
            [place for place, _ in spreads],
            [s.mean for _, s in spreads],
            [s.deviation for _, s in spreads],
            color=colour,
            capsize=3,
            label=label,
            gid=f"{name}, {label}" if label else name,
        )
        dots = [(place, value) for place, s in spreads for value in s.values]
        axis.plot(*zip(*dots, strict=True), ".", color=colour, alpha=0.5)
    if any(curves):
        axis.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)


def _tick(outcome: Outcome) -> str:
    return next(iter(outcome.values.values()), "as given")


def _numbers(ticks: Sequence[str]) -> list[float]:
    """The values as numbers; empty if one is not a number or two are equal."""
    try:
        numbers = [float(tick) for tick in ticks]
    except ValueError:
        return []
    return numbers if len(set(numbers)) == len(numbers) else []


def _cell(outcome: Outcome, name: str) -> str:
    found = outcome.spread(name)
    if found is None:
        return "failed" if outcome.failed else "-"
    return f"{found.mean:.2f}" + (f" ± {found.deviation:.2f}" if len(found.values) > 1 else "")
