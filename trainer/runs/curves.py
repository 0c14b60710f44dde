"""The course of a run as a picture: terms of the loss, validation and geometry, in one SVG file."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from schemas.files import write_text
from trainer.runs.metrics import read_metrics

_TERMS = {"loss": "#222222", "contrastive": "#1f6fb4", "margin": "#d1701a", "recall": "#3a8f3a"}
_GEOMETRY = {"alignment": "#2b8a8a", "uniformity": "#8a2b5c"}
_WIDTH, _HEIGHT = 720, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 76, 130, 34, 34
_POINTS = 400

Series = list[tuple[float, float]]
"""Points (step, value), in the order of steps."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A line of a panel.

    Attributes:
        name: for the legend.
        colour: as SVG writes it.
        points: what it goes through.
    """

    name: str
    colour: str
    points: Series


def plot_run(metrics: Path, picture: Path) -> None:
    """Draw a run's metrics; nothing is written where there are none yet.

    Args:
        metrics: `metrics.jsonl` of the run.
        picture: the SVG file.
    """
    if not metrics.exists():
        return
    lines = read_metrics(metrics)
    curves = [Curve(name, colour, _series(lines, "train", name)) for name, colour in _TERMS.items()]
    # A term that is 0 throughout is off; and a logarithm has no place for 0.
    shown = [
        Curve(c.name, c.colour, [(x, y) for x, y in c.points if y > 0])
        for c in curves
        if any(y > 0 for _, y in c.points)
    ]
    panels = [_panel("terms of the loss", shown, logarithmic=True)] if shown else []
    scores = _series(lines, "validation", "score")
    if scores:
        name = str(next(line["metric"] for line in lines if line["type"] == "validation"))
        panels.append(_panel(f"validation: {name}", [Curve("score", "#7a3fa0", scores)]))
    for name, colour in _GEOMETRY.items():
        if points := _series(lines, "validation", name):
            panels.append(_panel(f"{name} (less is better)", [Curve(name, colour, points)]))
    if panels:
        write_text(picture, _document(panels))


def _series(lines: Sequence[dict[str, Any]], kind: str, key: str) -> Series:
    points = [
        (line["step"], line[key])
        for line in lines
        if line["type"] == kind and line.get(key) is not None
    ]
    every = max(1, -(-len(points) // _POINTS))
    return points[::every] + (points[-1:] if points and (len(points) - 1) % every else [])


def _document(panels: Sequence[str]) -> str:
    height = _HEIGHT * len(panels)
    moved = [f'<g transform="translate(0 {_HEIGHT * i})">{p}</g>' for i, p in enumerate(panels)]
    style = 'font-family="sans-serif" font-size="12" fill="#333"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" {style}>\n'
        f'<rect width="{_WIDTH}" height="{height}" fill="white"/>\n'
        + "\n".join(moved)
        + "\n</svg>\n"
    )


def _panel(title: str, curves: Sequence[Curve], *, logarithmic: bool = False) -> str:
    """A panel with its axes, curves and legend."""
    steps = [x for curve in curves for x, _ in curve.points]
    values = [math.log10(y) if logarithmic else y for curve in curves for _, y in curve.points]
    across = _Axis(min(steps), max(steps), _LEFT, _WIDTH - _RIGHT)
    up = _Axis(min(values), max(values), _HEIGHT - _BOTTOM, _TOP)
    parts = [f'<text x="{_LEFT}" y="20" font-weight="bold">{escape(title)}</text>']
    wide = logarithmic and max(values) - min(values) >= 2
    for value in up.ticks(finest=1.0 if wide else 0.0):
        y, label = up.place(value), f"{10**value if logarithmic else value:.3g}"
        parts.append(f'<path d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    for value in across.ticks(finest=1.0):
        x = across.place(value)
        parts.append(
            f'<text x="{x:.1f}" y="{_HEIGHT - 14}" text-anchor="middle">{value:.0f}</text>'
        )
    for row, curve in enumerate(curves):
        points = [
            f"{across.place(x):.1f},{up.place(math.log10(y) if logarithmic else y):.1f}"
            for x, y in curve.points
        ]
        drawn = f'fill="none" stroke="{curve.colour}" stroke-width="1.5"'
        parts.append(f'<polyline points="{" ".join(points)}" {drawn}/>')
        x, y = _WIDTH - _RIGHT + 12, _TOP + 12 + 18 * row
        parts.append(f'<path d="M{x} {y - 4}h16" stroke="{curve.colour}" stroke-width="3"/>')
        parts.append(f'<text x="{x + 22}" y="{y}">{escape(curve.name)}</text>')
    return "".join(parts)


class _Axis:
    """Values from `least` to `most` along places from `start` to `end`."""

    def __init__(self, least: float, most: float, start: float, end: float) -> None:
        room = (most - least) or abs(most) or 1.0
        self._least, self._most = (least, most) if most > least else (least - room, most + room)
        self._start, self._end = start, end

    def place(self, value: float) -> float:
        """Where a value is drawn."""
        share = (value - self._least) / (self._most - self._least)
        return self._start + share * (self._end - self._start)

    def ticks(self, finest: float = 0.0) -> list[float]:
        """Round values along the axis, at most seven; steps of at least `finest`."""
        rough = max((self._most - self._least) / 6, finest)
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(power * times for times in (1, 2, 5, 10) if power * times >= rough * 0.999)
        first, last = math.ceil(self._least / step - 1e-9), math.floor(self._most / step + 1e-9)
        return [round(step * place, 12) for place in range(first, last + 1)]
