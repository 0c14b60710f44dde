"""Draws the figures of the report with matplotlib."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from trainer.evaluation.data.families import KINDS
from trainer.evaluation.report.material import Diagnosis
from trainer.evaluation.scores.splits import SideMeans, SideScores
from trainer.runs.curves import SERIES_COLOURS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MARKERS = "o^sDvP"
_LETTERS_PER_INCH, _LEGEND_SIGN = 14, 8
"""Characters of a legend per inch of a figure, and the width of an entry's marker in characters."""
_NARROW = 5.0
"""Inches below which a figure is for a phone."""


def panels_across(panels: int, *, narrow: bool) -> int:
    """Number of panels in a row."""
    return 1 if narrow else min(panels, 3)


def _is_narrow(figure: Figure) -> bool:
    return bool(figure.get_figwidth() < _NARROW)


def _panels(figure: Figure, models: Mapping[str, Diagnosis]) -> list[Any]:
    across = panels_across(len(models), narrow=_is_narrow(figure))
    down = -(-len(models) // across)
    axes = figure.subplots(down, across, squeeze=False, sharex=True, sharey=True).ravel().tolist()
    for spare in axes[len(models) :]:
        spare.remove()
    for axis, name in zip(axes, models, strict=False):
        axis.set_title(_short(name), fontsize=10)
    return axes


def transformations(figure: Figure, models: Mapping[str, Diagnosis]) -> None:
    """Bars of the mean similarity by kind of change, grouped by kind."""
    axis = figure.subplots()
    kinds = list(next(iter(models.values())).transformations.kinds)
    width = 0.8 / len(models)
    for index, (name, found) in enumerate(models.items()):
        places = np.arange(len(kinds)) + (index - (len(models) - 1) / 2) * width
        scores = [found.transformations.kinds[kind] for kind in kinds]
        bars = axis.bar(
            places,
            [score.similarity for score in scores],
            width,
            yerr=[score.deviation for score in scores],
            error_kw={"elinewidth": 0.8, "ecolor": "#555555"},
            color=_colour(index),
            label=_short(name),
        )
        if len(models) < 3:
            upright = 90 if _is_narrow(figure) else 0
            axis.bar_label(
                bars, fmt="%.2f", fontsize=8, label_type="center", color="white", rotation=upright
            )
    slope: dict[str, Any] = {"rotation": 40, "ha": "right"} if _is_narrow(figure) else {}
    axis.set_xticks(range(len(kinds)), kinds, **slope)
    axis.set_ylabel("mean cosine (bar: one deviation)")
    _legend_above(figure)


def wording(figure: Figure, models: Mapping[str, Diagnosis]) -> None:
    """Match error rate against similarity, a point per sentence, a panel per model."""
    axes = _panels(figure, models)
    for axis, found in zip(axes, models.values(), strict=False):
        for index, kind in enumerate(KINDS):
            points = [p for p in found.transformations.points if p.kind == kind]
            axis.scatter(
                [p.mer for p in points],
                [p.similarity for p in points],
                s=12,
                alpha=0.75,
                color=_colour(index),
                label=kind,
            )
        axis.set_xlabel("match error rate")
    axes[0].set_ylabel("cosine with the original")
    axes[0].legend(fontsize=7, loc="lower left")


def distributions(figure: Figure, models: Mapping[str, Diagnosis]) -> None:
    """Densities of the cosines of three kinds of pairs, a panel per model."""
    axes = _panels(figure, models)
    colours = {"negative": "#1f6fb4", "soft negative": "#d1701a", "positive": "#3a8f3a"}
    for axis, found in zip(axes, models.values(), strict=False):
        least = min(min(d.cosines) for d in found.distributions)
        bins = np.linspace(min(least, 0.0), 1.0, 41).tolist()
        for distribution in found.distributions:
            colour = colours[distribution.kind]
            axis.hist(
                distribution.cosines,
                bins,
                density=True,
                alpha=0.45,
                color=colour,
                label=distribution.kind,
            )
            axis.axvline(distribution.mean, color=colour, linewidth=1.2, linestyle="--")
        axis.set_xlabel("cosine (dashed: mean)")
    axes[0].set_ylabel("density")
    axes[0].legend(fontsize=8, loc="upper left")


def splits(figure: Figure, models: Mapping[str, Diagnosis]) -> None:
    """Bars of the correlation on the two sides of each split, and of their means over several."""
    axis = figure.subplots()
    sets = list(next(iter(models.values())).splits)
    bars = [*sets, *(["mean by pairs"] if len(sets) > 1 else [])]
    width = 0.8 / (2 * len(models))
    for index, (name, found) in enumerate(models.items()):
        for side, label in enumerate(("Cont.", "Oppn.")):
            offset = (2 * index + side - (2 * len(models) - 1) / 2) * width
            shown: list[SideScores | SideMeans] = [found.splits[s] for s in sets]
            if found.sides is not None and len(sets) > 1:
                shown.append(found.sides)
            axis.bar(
                np.arange(len(bars)) + offset,
                # A missing figure is not a number here, which matplotlib leaves out.
                np.array([each.oppn if side else each.cont for each in shown], dtype=float),
                width,
                color=_colour(index),
                alpha=0.45 if side else 1.0,
                label=f"{_short(name)} {label}",
            )
    axis.axhline(0, color="#222222", linewidth=0.8)
    axis.set_xticks(range(len(bars)), bars, rotation=40, ha="right", fontsize=8)
    axis.set_ylabel("Spearman x 100")
    _legend_above(figure)


def scores(figure: Figure, models: Mapping[str, Diagnosis]) -> None:
    """Human score against cosine, one point per pair, one panel per model."""
    axes = _panels(figure, models)
    for index, (axis, found) in enumerate(zip(axes, models.values(), strict=False)):
        if found.scatter is None:
            continue
        axis.scatter(
            found.scatter.scores, found.scatter.cosines, s=8, alpha=0.4, color=_colour(index)
        )
        axis.set_xlabel("human score")
    axes[0].set_ylabel("cosine")


def geometry(figure: Figure, models: Mapping[str, Diagnosis]) -> None:
    """Alignment against uniformity, a point per model."""
    axis = figure.subplots()
    for index, (name, found) in enumerate(models.items()):
        shown = found.geometry
        if shown is None or shown.alignment is None or shown.uniformity is None:
            continue
        axis.scatter(
            shown.uniformity,
            shown.alignment,
            s=70,
            alpha=0.8,
            color=_colour(index),
            marker=_MARKERS[index % len(_MARKERS)],
            label=_short(name),
        )
    axis.legend(fontsize=9, loc="upper left")
    # A difference of a thousandth should not fill the figure.
    _widen(axis.get_xlim, axis.set_xlim, 1.0)
    _widen(axis.get_ylim, axis.set_ylim, 0.2)
    axis.set_xlabel("uniformity (less is better)")
    axis.set_ylabel("alignment (less is better)")


def _widen(
    get: Callable[[], tuple[float, float]], put: Callable[[float, float], Any], least: float
) -> None:
    """Set the limits of an axis a third wider, and at least `least` apart."""
    low, high = get()
    middle, half = (low + high) / 2, max((high - low) * 4 / 3, least) / 2
    put(middle - half, middle + half)


def by_mer(figure: Figure, models: Mapping[str, Diagnosis]) -> None:
    """Similarity of paraphrases by match error rate, a line per model."""
    axis = figure.subplots()
    for index, (name, found) in enumerate(models.items()):
        if found.probe is None:
            continue
        bins = found.probe.by_mer
        middles = [(b.low + b.high) / 2 for b in bins]
        axis.plot(
            middles,
            [b.similarity for b in bins],
            marker="o",
            color=_colour(index),
            label=f"{_short(name)}, paraphrases",
        )
        axis.axhline(
            found.probe.negation,
            color=_colour(index),
            linestyle=":",
            label=f"{_short(name)}, mean of negations",
        )
    axis.set_xlabel("match error rate")
    axis.set_ylabel("mean cosine")
    _legend_above(figure)


def _legend_above(figure: Figure) -> None:
    """A legend outside the axes, where it hides nothing, with as many columns as there is room."""
    labels = figure.axes[0].get_legend_handles_labels()[1]
    widest = max(map(len, labels), default=0) + _LEGEND_SIGN
    fitting = max(1, int(_LETTERS_PER_INCH * figure.get_figwidth()) // widest)
    figure.legend(fontsize=8, loc="outside upper center", ncols=min(len(labels), fitting, 4))


def _colour(index: int) -> str:
    return SERIES_COLOURS[index % len(SERIES_COLOURS)]


def _short(name: str) -> str:
    return name if len(name) <= 28 else f"…{name[-27:]}"
