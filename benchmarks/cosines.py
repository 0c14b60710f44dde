#!/usr/bin/env python3
"""The README's picture: cosines of the encoder that comes with the project, and of its start.

    benchmarks/cosines.py

Cosine similarity of one sentence with its negation and with a paraphrase. The encoder was trained
on neither.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

ANCHOR = "The museum is closed on Mondays."
OTHERS = {
    "negation": "The museum is not closed on Mondays.",
    "paraphrase": "You cannot visit the museum on a Monday.",
}
COLOURS = {"negation": "#c0504d", "paraphrase": "#3a7ca5"}
STYLE: Any = {"svg.fonttype": "none", "svg.hashsalt": "cosines", "font.size": 11}


def cosines(model: str) -> list[float]:
    """Similarity of the anchor to each of the others."""
    from trainer.encoders.embeddings import embed
    from trainer.encoders.folder import load_encoder

    others = list(OTHERS.values())
    found = embed(load_encoder(model), [ANCHOR, *others])
    return [float(value) for value in found.cosines([ANCHOR] * len(others), others)]


def draw(found: dict[str, list[float]], path: Path) -> None:
    """One panel per encoder, one bar per sentence.

    Args:
        found: cosines in the order of the sentences, by the panel's title.
        path: the SVG file.
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        figure = Figure(figsize=(8, 2.7), layout="constrained", facecolor="white")
        figure.suptitle(f"Cosine similarity to “{ANCHOR}”", fontweight="bold")
        panels = figure.subplots(len(found), sharex=True, squeeze=False)[:, 0]
        for axis, (title, values) in zip(panels, found.items(), strict=True):
            names = [f"“{text}”" for text in OTHERS.values()]
            bars = axis.barh(names, values, color=COLOURS.values(), height=0.7)
            axis.bar_label(bars, fmt="%.2f", padding=4)
            axis.set_title(title, loc="left", fontsize="medium")
            axis.set_xlim(0, 1)
            axis.set_xticks([])
            axis.invert_yaxis()
            axis.tick_params(left=False)
            axis.spines[["top", "right", "bottom"]].set_visible(False)
        figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None})


def main(
    output: Annotated[Path, typer.Option(help="SVG file to write.")] = Path("docs/cosines.svg"),
) -> None:
    """Draw the README's picture and print its figures."""
    found = {"all-MiniLM-L6-v2": cosines("demo"), "osscse": cosines("osscse")}
    for title, values in found.items():
        print(title, *(f"{kind} {value:.3f}" for kind, value in zip(OTHERS, values, strict=True)))
    draw(found, output)


if __name__ == "__main__":
    typer.run(main)
