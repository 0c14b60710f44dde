"""The figures of the report: what each shows, where it stands, and its image as PNG."""

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


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure of the report.

    Attributes:
        name: of the file, without its ending.
        section: title of the section that shows it.
        title: heading.
        meaning: what it shows and how to read it, a sentence or two.
        png: the image.
    """

    name: str
    section: str
    title: str
    meaning: str
    png: bytes


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a figure is drawn.

    Attributes:
        name, section, meaning: as of the picture.
        title: likewise; `{task}` stands for the set that geometry is measured on.
        paint: draws the models into the figure.
        panels: whether each model has a panel of its own.
        known: whether the figure can be drawn of a diagnosis.
    """

    name: str
    section: str
    title: str
    meaning: str
    paint: Callable[[Figure, Mapping[str, Diagnosis]], None]
    panels: bool = False
    known: Callable[[Diagnosis], bool] = lambda _: True


DRAWINGS = (
    Drawing(
        "transformations",
        "Transformations",
        "Similarity to the original by kind of change",
        "An encoder of meaning puts paraphrases highest and random sentences lowest. Where"
        " negations and single-word edits stand above paraphrases, it goes by wording.",
        plots.transformations,
    ),
    Drawing(
        "wording",
        "Transformations",
        "Match error rate against similarity",
        "Each point is one transformed sentence. A cloud that falls from left to right says"
        " that similarity follows shared words, whatever became of the meaning.",
        plots.wording,
        panels=True,
    ),
    Drawing(
        "distributions",
        "Paraphrases, negations and unrelated sentences",
        "Similarity of negative, soft negative and positive pairs",
        "Positive pairs are paraphrases, soft negatives are negations, negatives are unrelated."
        " The orange curve should lie left of the green one.",
        plots.distributions,
        panels=True,
        known=lambda found: bool(found.distributions),
    ),
    Drawing(
        "splits",
        "Where wording misleads",
        "Correlation where wording helps and where it misleads",
        "Cont. pairs are those whose wording tells their meaning, Oppn. the others. The gap"
        " between the two bars is what an encoder owes to wording. People rate a sentence and its"
        " negation as related, so Oppn. may fall where an encoder learns to keep them apart.",
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
        "A flat line is an encoder that recognises a paraphrase however it is worded.",
        plots.by_mer,
        known=lambda found: found.probe is not None,
    ),
)
"""Every figure. A further one is a function that paints it and an entry here."""


def pictures(models: Mapping[str, Diagnosis]) -> list[Picture]:
    """Every figure that the diagnoses give.

    Args:
        models: by name; all of the same material.
    """
    first = next(iter(models.values()))
    task = first.geometry.task if first.geometry else ""
    return [
        Picture(
            drawing.name,
            drawing.section,
            drawing.title.format(task=task),
            drawing.meaning,
            _draw(drawing.paint, models, len(models) if drawing.panels else 1),
        )
        for drawing in DRAWINGS
        if drawing.known(first)
    ]


def _draw(
    paint: Callable[[Figure, Mapping[str, Diagnosis]], None],
    models: Mapping[str, Diagnosis],
    panels: int,
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
