"""Figures of diagnoses as PNG images, drawn with matplotlib."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from schemas.errors import UserError
from trainer.evaluation.data.families import KINDS
from trainer.evaluation.report.material import Diagnosis

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_COLOURS = ("#1f6fb4", "#d1701a", "#3a8f3a", "#8a4fa3", "#b03a48", "#6b6b6b")
_MARKERS = "o^sDvP"
_DPI = 130


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure of the report.

    Attributes:
        name: of the file, without its ending.
        title: heading.
        meaning: what it shows and how to read it, a sentence or two.
        png: the image.
    """

    name: str
    title: str
    meaning: str
    png: bytes


def require_matplotlib() -> None:
    """Find out before long work whether figures can be drawn.

    Raises:
        UserError: where matplotlib is not installed.
    """
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise UserError("Figures need matplotlib: pip install 'osscse[report]'.") from error


def pictures(models: Mapping[str, Diagnosis]) -> list[Picture]:
    """Every figure that the diagnoses give.

    Args:
        models: by name; all of the same material.

    Raises:
        UserError: where matplotlib is not installed.
    """
    require_matplotlib()
    first = next(iter(models.values()))
    found = [
        Picture(
            "transformations",
            "Similarity to the original by kind of change",
            "An encoder of meaning puts paraphrases highest and random sentences lowest. Where"
            " negations and single-word edits stand above paraphrases, it goes by wording.",
            _draw(_transformations, models),
        ),
        Picture(
            "wording",
            "Match error rate against similarity",
            "Each point is one transformed sentence. A cloud that falls from left to right says"
            " that similarity follows shared words, whatever became of the meaning.",
            _draw(_wording, models, panels=len(models)),
        ),
        Picture(
            "distributions",
            "Similarity of negative, soft negative and positive pairs",
            "Positive pairs are paraphrases, soft negatives are negations, negatives are unrelated."
            " The orange curve should lie left of the green one.",
            _draw(_distributions, models, panels=len(models)),
        ),
    ]
    if first.splits:
        found.append(
            Picture(
                "splits",
                "Correlation where wording helps and where it misleads",
                "Cont. pairs are those whose wording tells their meaning, Oppn. the others. The gap"
                " between the two bars is what an encoder owes to wording.",
                _draw(_splits, models),
            )
        )
    if first.geometry is not None and first.geometry.alignment is not None:
        found.append(
            Picture(
                "geometry",
                f"Alignment and uniformity on {first.geometry.task}",
                "Lower left is better: paraphrases close together, all sentences spread out.",
                _draw(_geometry, models),
            )
        )
    if first.probe is not None:
        found.append(
            Picture(
                "mer",
                "Similarity of paraphrases by how much their wording differs",
                "A flat line is an encoder that recognises a paraphrase however it is worded.",
                _draw(_by_mer, models),
            )
        )
    return found


def _draw(
    paint: Callable[[Figure, Mapping[str, Diagnosis]], None],
    models: Mapping[str, Diagnosis],
    panels: int = 1,
) -> bytes:
    # The object interface, so that no window system and no global state is touched.
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    across = min(panels, 3)
    down = -(-panels // 3)
    figure = Figure(
        figsize=(7.2 if across == 1 else 3.9 * across, 3.8 * down), layout="constrained"
    )
    FigureCanvasAgg(figure)
    paint(figure, models)
    target = io.BytesIO()
    figure.savefig(target, format="png", dpi=_DPI, metadata={"Software": None})
    return target.getvalue()


def _panels(figure: Figure, models: Mapping[str, Diagnosis]) -> list[Any]:
    across = min(len(models), 3)
    down = -(-len(models) // 3)
    axes = figure.subplots(down, across, squeeze=False, sharex=True, sharey=True).ravel().tolist()
    for spare in axes[len(models) :]:
        spare.remove()
    for axis, name in zip(axes, models, strict=False):
        axis.set_title(_short(name), fontsize=10)
    return axes


def _transformations(figure: Figure, models: Mapping[str, Diagnosis]) -> None:
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
            axis.bar_label(bars, fmt="%.2f", fontsize=8, label_type="center", color="white")
    axis.set_xticks(range(len(kinds)), kinds)
    axis.set_ylabel("mean cosine (bar: one deviation)")
    axis.legend(fontsize=8)


def _wording(figure: Figure, models: Mapping[str, Diagnosis]) -> None:
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
    axes[0].legend(fontsize=7)


def _distributions(figure: Figure, models: Mapping[str, Diagnosis]) -> None:
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
    axes[0].legend(fontsize=8)


def _splits(figure: Figure, models: Mapping[str, Diagnosis]) -> None:
    axis = figure.subplots()
    sets = list(next(iter(models.values())).splits)
    width = 0.8 / (2 * len(models))
    for index, (name, found) in enumerate(models.items()):
        for side, label in enumerate(("Cont.", "Oppn.")):
            offset = (2 * index + side - (2 * len(models) - 1) / 2) * width
            values = [_or_nan(found.splits[s].oppn if side else found.splits[s].cont) for s in sets]
            axis.bar(
                np.arange(len(sets)) + offset,
                values,
                width,
                color=_colour(index),
                alpha=0.45 if side else 1.0,
                label=f"{_short(name)} {label}",
            )
    axis.axhline(0, color="#222222", linewidth=0.8)
    axis.set_xticks(range(len(sets)), sets, rotation=40, ha="right", fontsize=8)
    axis.set_ylabel("Spearman x 100")
    figure.legend(fontsize=8, loc="outside upper center", ncols=min(4, 2 * len(models)))


def _geometry(figure: Figure, models: Mapping[str, Diagnosis]) -> None:
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
    axis.legend(fontsize=9)
    # A difference of a thousandth should not fill the picture.
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


def _by_mer(figure: Figure, models: Mapping[str, Diagnosis]) -> None:
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
    axis.legend(fontsize=8)


def _or_nan(value: float | None) -> float:
    """What matplotlib leaves out, where there is no figure."""
    return float("nan") if value is None else value


def _colour(index: int) -> str:
    return _COLOURS[index % len(_COLOURS)]


def _short(name: str) -> str:
    return name if len(name) <= 28 else f"…{name[-27:]}"
