#!/usr/bin/env python3
"""The README's picture: cosines of the encoder that comes with the project, and of its start.

    benchmarks/cosines.py

Cosine similarity of sentences with their negation and with a paraphrase in other words. They were
written for this page, not for training; the picture shows one of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

EXAMPLES = (
    (
        "The pool is closed in winter.",
        "The pool is not closed in winter.",
        "Nobody can swim there in the cold months.",
    ),
    (
        "Dogs are allowed on the beach.",
        "Dogs are not allowed on the beach.",
        "You may bring your dog to the beach.",
    ),
    (
        "The lift is out of order.",
        "The lift is not out of order.",
        "You cannot use the elevator at the moment.",
    ),
    (
        "The library lends laptops to students.",
        "The library does not lend laptops to students.",
        "Students can borrow laptops from the library.",
    ),
    (
        "The train stops in Leeds.",
        "The train does not stop in Leeds.",
        "You can get off the train in Leeds.",
    ),
    (
        "The medicine is safe for children.",
        "The medicine is not safe for children.",
        "Children can take this drug without danger.",
    ),
    (
        "The warranty covers the battery.",
        "The warranty does not cover the battery.",
        "If the battery fails, the manufacturer pays.",
    ),
    (
        "Water damage is covered.",
        "Water damage is not covered.",
        "The insurance pays for damage by water.",
    ),
    (
        "The hotel accepts pets.",
        "The hotel does not accept pets.",
        "You can stay there with your cat or dog.",
    ),
    (
        "The museum is free for students.",
        "The museum is not free for students.",
        "Students pay nothing to enter the museum.",
    ),
)
"""Sentence, negation and paraphrase."""
KINDS = ("negation", "paraphrase")
COLOURS = ("#c0504d", "#3a7ca5")
STYLE: Any = {"svg.fonttype": "none", "svg.hashsalt": "cosines", "font.size": 11}


def cosines(model: str) -> list[list[float]]:
    """Similarities of each sentence to its negation and its paraphrase."""
    from trainer.encoders.embeddings import embed
    from trainer.encoders.folder import load_encoder

    found = embed(load_encoder(model), [text for texts in EXAMPLES for text in texts])
    return [[float(c) for c in found.cosines([one] * 2, others)] for one, *others in EXAMPLES]


def draw(found: dict[str, list[float]], path: Path) -> None:
    """One panel per encoder, one bar per sentence.

    Args:
        found: cosines of the first sentence to its negation and paraphrase, by the panel's title.
        path: the SVG file.
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        figure = Figure(figsize=(8, 2.7), layout="constrained", facecolor="white")
        figure.suptitle(f"Cosine similarity to “{EXAMPLES[0][0]}”", fontweight="bold")
        panels = figure.subplots(len(found), sharex=True, squeeze=False)[:, 0]
        for axis, (title, values) in zip(panels, found.items(), strict=True):
            names = [f"“{text}”" for text in EXAMPLES[0][1:]]
            bars = axis.barh(names, values, color=COLOURS, height=0.7)
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
        right = sum(paraphrase > negation for negation, paraphrase in values)
        print(f"{title}: {right} of {len(EXAMPLES)} ranked correctly")
        for (anchor, *_), pair in zip(EXAMPLES, values, strict=True):
            told = (f"{kind} {value:.3f}" for kind, value in zip(KINDS, pair, strict=True))
            print(f"  {anchor}", *told)
    draw({title: values[0] for title, values in found.items()}, output)


if __name__ == "__main__":
    typer.run(main)
