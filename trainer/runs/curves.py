"""The curves of a run: terms of the loss, validation and geometry, in one SVG file."""

from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

from schemas.files import atomic_path
from trainer.objective.cosines import COSINES
from trainer.runs.metrics import GRADIENT, read_metrics

_NO_TERMS = {"type", "step", "epoch", "lr", "examples_per_second", "waiting", *COSINES}
_TERMS, _GRADIENTS = "terms of the loss", "gradients of the terms"
_LOGARITHMIC = (_TERMS, _GRADIENTS)
_COLOURS = ("#222222", "#1f6fb4", "#d1701a", "#3a8f3a", "#7a3fa0", "#2b8a8a", "#8a2b5c", "#b03a48")
SERIES_COLOURS = ("#1f6fb4", "#d1701a", "#3a8f3a", "#8a4fa3", "#b03a48", "#6b6b6b")
"""Colours of the models in a report and of the lines of a sweep."""
_POINTS = 400
PANEL_WIDTH, PANEL_HEIGHT = 7.2, 2.6  # inches
STYLE: Any = {"svg.fonttype": "none", "svg.hashsalt": "osscse", "font.size": 9}
"""Text stays text, and the ids of elements do not change between drawings."""

Curves = dict[str, list[tuple[int, float]]]
"""Points (step, value) by name, in the order of steps."""


def plot_run(metrics: Path, picture: Path) -> None:
    """Draw a run's `metrics.jsonl` as an SVG file; writes nothing if there are no lines yet."""
    if drawn := draw_run(metrics):
        with atomic_path(picture) as temporary:
            temporary.write_bytes(drawn)


def draw_run(metrics: Path, *, narrow: bool = False) -> bytes | None:
    """The curves of a run as SVG; None if there are no metrics yet.

    Args:
        narrow: half as wide, for a phone, with letters of the same size.
    """
    panels = _panels(read_metrics(metrics)) if metrics.exists() else {}
    if not panels:
        return None
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    width, height = PANEL_WIDTH / 2 if narrow else PANEL_WIDTH, PANEL_HEIGHT * len(panels)
    target = io.BytesIO()
    with rc_context(STYLE):
        figure = Figure(figsize=(width, height))
        axes = figure.subplots(len(panels), sharex=True, squeeze=False)[:, 0]
        left, right = (0.2, 0.96) if narrow else (0.1, 0.82)
        figure.subplots_adjust(left, 0.3 / height, right, 1 - 0.35 / height, hspace=0.25)
        beside: Any = {"loc": "upper left", "bbox_to_anchor": (1.0, 1.0), "frameon": False}
        legend = {"loc": "best", "fontsize": "small"} if narrow else beside
        colours = cycle(_COLOURS)
        for axis, (title, curves) in zip(axes, panels.items(), strict=True):
            for (name, points), colour in zip(curves.items(), colours, strict=False):
                label = name.removeprefix(GRADIENT).removesuffix("_cosine")
                axis.plot(*zip(*points, strict=True), color=colour, label=label, gid=name)
            axis.set_title(title, loc="left", fontweight="bold", fontsize="medium")
            axis.set_yscale("log" if title in _LOGARITHMIC else "linear")
            axis.legend(**legend)
            axis.grid(color="#dddddd")
        axes[-1].xaxis.get_major_locator().set_params(integer=True)
        figure.savefig(target, format="svg", metadata={"Date": None, "Creator": None})
    return target.getvalue()


def _panels(lines: Sequence[dict[str, Any]]) -> dict[str, Curves]:
    """The curves of each panel by title; panels without curves are left out."""
    training = [line for line in lines if line.get("type") == "train"]
    validations = [line for line in lines if line.get("type") == "validation"]
    logged = [key for key in (training[0] if training else {}) if key not in _NO_TERMS]
    lengths = [key for key in logged if key.startswith(GRADIENT)]
    terms = [key for key in logged if key not in lengths]
    score = f"validation: {validations[0].get('metric', 'score')}" if validations else ""
    panels = {
        # A term that is always 0 is off, and 0 has no logarithm.
        _TERMS: {name: _points(training, name, above=0.0) for name in terms},
        _GRADIENTS: {name: _points(training, name, above=0.0) for name in lengths},
        # They rise together where everything becomes alike.
        "mean cosines of a batch": {name: _points(training, name) for name in COSINES},
        score: {"score": _points(validations, "score")},
        "alignment (less is better)": {"alignment": _points(validations, "alignment")},
        "uniformity (less is better)": {"uniformity": _points(validations, "uniformity")},
    }
    drawn = {
        title: {name: points for name, points in curves.items() if points}
        for title, curves in panels.items()
    }
    return {title: curves for title, curves in drawn.items() if curves}


def _points(
    lines: Sequence[dict[str, Any]], key: str, above: float = float("-inf")
) -> list[tuple[int, float]]:
    """The points of a curve, thinned out to at most `_POINTS`; the last is kept."""
    points = [
        (line["step"], line[key])
        for line in lines
        if line.get(key) is not None and line[key] > above
    ]
    every = max(1, -(-len(points) // _POINTS))
    return points[::-every][::-1]
