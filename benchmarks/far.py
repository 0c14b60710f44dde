#!/usr/bin/env python3
"""Triples with a paraphrase in quite different words and a contradiction in nearly the same.

    benchmarks/far.py demo osscse

The 240 triples in `far.jsonl` were written by a language model that saw neither this project nor
any data set, 40 of each of six kinds. Those with odd numbers helped to choose the encoder that
comes with the project; the even ones did not.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

TRIPLES = [
    json.loads(line)
    for line in Path(__file__).with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()
]
TEXTS = ("anchor", "paraphrase", "contradiction")


def ranked(model: str) -> NDArray[np.bool_]:
    """Whether each paraphrase is more similar to its anchor than the contradiction is."""
    from trainer.encoders.embeddings import embed
    from trainer.encoders.folder import load_encoder

    anchors, paraphrases, contradictions = ([one[name] for one in TRIPLES] for name in TEXTS)
    found = embed(load_encoder(model), [*anchors, *paraphrases, *contradictions])
    return found.cosines(anchors, paraphrases) > found.cosines(anchors, contradictions)


def main(models: Annotated[list[str], typer.Argument(help="Encoders.")]) -> None:
    """Print the share ranked correctly, by kind and half."""
    for model in models:
        right = ranked(model)
        for half, odd in (("odd", 1), ("even", 0)):
            mine = [
                (t["kind"], ok) for t, ok in zip(TRIPLES, right, strict=True) if t["id"] % 2 == odd
            ]
            print(f"{model}, {half}: {100 * sum(ok for _, ok in mine) / len(mine):.1f} %")
            for kind in dict.fromkeys(kind for kind, _ in mine):
                found = [ok for other, ok in mine if other == kind]
                print(f"  {kind}: {100 * sum(found) / len(found):.0f} %")


if __name__ == "__main__":
    typer.run(main)
