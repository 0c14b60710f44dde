"""The figures of the report: their explanations, and their images as PNG."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trainer.evaluation.report import plots
from trainer.evaluation.report.material import Diagnosis

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_DPI = 130
_NARROW, _NARROW_DPI = 3.6, 200
"""Inches and dots per inch of a figure for a phone; its letters are as large as in a wide one."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a figure is drawn.

    Attributes:
        name: of the file, without its suffix.
        section: title of the section with the figure.
        title: heading; `{task}` is replaced by the set that geometry is measured on.
        meaning: what it shows and how to read it, a sentence or two.
        paint: draws the models into the figure.
        panels: whether each model has a panel of its own.
        known: whether a diagnosis has what the figure needs.
    """

    name: str
    section: str
    title: str
    meaning: str
    paint: Callable[[Figure, Mapping[str, Diagnosis]], None]
    panels: bool = False
    known: Callable[[Diagnosis], bool] = lambda _: True


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure of the report.

    Attributes:
        drawing: how it was drawn.
        title: heading.
        png: the image.
        narrow: the image for a phone, with the panels below each other.
    """

    drawing: Drawing
    title: str
    png: bytes
    narrow: bytes


DRAWINGS = (
    Drawing(
        "transformations",
        "Transformations",
        "Similarity to the original by kind of change",
        "An encoder of meaning ranks paraphrases highest and random sentences lowest. If negations"
        " and single-word edits score above paraphrases, the encoder follows wording.",
        plots.transformations,
    ),
    Drawing(
        "wording",
        "Transformations",
        "Match error rate against similarity",
        "Each point is one transformed sentence. A cloud that falls from left to right shows"
        " that similarity follows shared words, whatever they mean.",
        plots.wording,
        panels=True,
    ),
    Drawing(
        "distributions",
        "Paraphrases, negations and unrelated sentences",
        "Similarity of negative, soft negative and positive pairs",
        "Positive pairs are paraphrases, soft negatives are negations, negatives are unrelated."
        " The orange curve should be to the left of the green one.",
        plots.distributions,
        panels=True,
        known=lambda found: bool(found.distributions),
    ),
    Drawing(
        "scores",
        "Similarity scored by people",
        "Human score against cosine on {task}",
        "Each point is one pair. An encoder that agrees with people puts them on a rising line; the"
        " table has the rank correlation.",
        plots.scores,
        panels=True,
        known=lambda found: found.scatter is not None,
    ),
    Drawing(
        "splits",
        "Where wording misleads",
        "Correlation where wording helps and where it misleads",
        "In Cont. pairs wording agrees with meaning, in Oppn. pairs it does not. The gap"
        " between the two bars shows how much the encoder relies on wording. People rate a sentence"
        " and its negation as related, so Oppn. may fall when an encoder learns to separate them.",
        plots.splits,
        known=lambda found: bool(found.splits),
    ),
    Drawing(
        "geometry",
        "Geometry",
        "Alignment and uniformity on {task}",
        "Lower left is better: paraphrases close together, all sentences spread out.",
        plots.geometry,
        known=lambda found: found.geometry is not None and found.geometry.alignment is not None,
    ),
    Drawing(
        "mer",
        "Paraphrases, negations and unrelated sentences",
        "Similarity of paraphrases by how much their wording differs",
        "A flat line means that the encoder recognises paraphrases whatever their wording.",
        plots.by_mer,
        known=lambda found: found.probe is not None,
    ),
)
"""Every figure. A new one is a function that paints it and an entry here."""


def pictures(models: Mapping[str, Diagnosis]) -> list[Picture]:
    """The figures for which the diagnoses have data.

    Args:
        models: by name; all on the same material.
    """
    first = next(iter(models.values()))
    task = first.geometry.task if first.geometry else ""
    return [
        Picture(
            drawing,
            drawing.title.format(task=task),
            _drawn(drawing, models),
            _drawn(drawing, models, narrow=True),
        )
        for drawing in DRAWINGS
        if drawing.known(first)
    ]


def _drawn(drawing: Drawing, models: Mapping[str, Diagnosis], *, narrow: bool = False) -> bytes:
    # The object interface needs no window system and no global state.
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    panels = len(models) if drawing.panels else 1
    across = plots.panels_across(panels, narrow=narrow)
    down = -(-panels // across)
    wide = 7.2 if across == 1 else 3.9 * across
    width, height = (_NARROW, 3.2) if narrow else (wide, 3.8)
    figure = Figure(figsize=(width, height * down), layout="constrained")
    FigureCanvasAgg(figure)
    drawing.paint(figure, models)
    target = io.BytesIO()
    dpi = _NARROW_DPI if narrow else _DPI
    figure.savefig(target, format="png", dpi=dpi, metadata={"Software": None})
    return target.getvalue()
