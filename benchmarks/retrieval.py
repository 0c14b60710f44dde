#!/usr/bin/env python3
"""Search with and without the fine-tuned encoder: is the first hit what the query means?

    benchmarks/retrieval.py demo osscse --contrast halves/reported --sts sts

Each anchor of a contrast set searches all other texts of all sets: its paraphrase, its
contradiction, and everything that belongs to other anchors. With `--sts`, the first sentence of
each pair that people score 4.5 or more of 5 searches all sentences of the STS sets for the second.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

ROWS = 256
"""Queries that are compared with all texts at once."""


def ranks(
    queries: NDArray[np.float32],
    texts: NDArray[np.float32],
    own: Sequence[int],
    wanted: Sequence[int],
) -> NDArray[np.int64]:
    """How many texts are more similar to each query than the wanted one, the query left out.

    Args:
        queries: unit vectors `(queries, hidden)`.
        texts: unit vectors `(texts, hidden)`.
        own: row in `texts` of each query.
        wanted: row in `texts` of the text that each query should find.
    """
    found = []
    for start in range(0, len(queries), ROWS):
        part = slice(start, start + ROWS)
        cosines = queries[part] @ texts.T
        lines = np.arange(len(cosines))
        cosines[lines, own[part]] = -2.0
        found.append((cosines > cosines[lines, wanted[part]][:, None]).sum(axis=1))
    return np.concatenate(found)


def report(name: str, places: NDArray[np.int64]) -> str:
    """Recall at 1 and 10, and the mean reciprocal rank, in percent."""
    first, ten = 100 * np.mean(places == 0), 100 * np.mean(places < 10)
    reciprocal = 100 * np.mean(1 / (1 + places))
    return f"{name}: recall@1 {first:.1f}, recall@10 {ten:.1f}, MRR {reciprocal:.1f}"


def main(
    models: Annotated[list[str], typer.Argument(help="Encoders.")],
    contrast: Annotated[list[str], typer.Option(help="Contrast sets.")] = ["bundled"],  # noqa: B006
    sts: Annotated[Path | None, typer.Option(help="Folder with STS sets.")] = None,
) -> None:
    """Print what each encoder finds first."""
    from trainer.encoders.embeddings import embed
    from trainer.encoders.folder import load_encoder
    from trainer.evaluation.data.contrast_sets import read_contrast
    from trainer.evaluation.data.sts_sets import read_folder

    triples = read_contrast(contrast).triples
    tasks = read_folder(sts, everything=True) if sts else []
    alike = [
        (one, other)
        for task in tasks
        for one, other, score in zip(task.first, task.second, task.scores, strict=True)
        if score >= 4.5 and one != other
    ]
    searched = list(dict.fromkeys(text for task in tasks for text in (*task.first, *task.second)))
    there = list(
        dict.fromkeys(t for x in triples for t in (x.anchor, x.paraphrase, x.contradiction))
    )
    for model in models:
        found = embed(load_encoder(model), [*there, *searched])
        for name in dict.fromkeys(triple.set for triple in triples):
            mine = [triple for triple in triples if triple.set == name]
            row = {text: number for number, text in enumerate(there)}
            anchors = [triple.anchor for triple in mine]
            places = [
                ranks(
                    found.of(anchors),
                    found.of(there),
                    [row[text] for text in anchors],
                    [row[getattr(triple, part)] for triple in mine],
                )
                for part in ("paraphrase", "contradiction")
            ]
            wrong = 100 * np.mean(places[1] == 0)
            print(
                f"{model}, {report(name, places[0])}; first hit is the contradiction {wrong:.1f} %"
            )
        if alike:
            row = {text: number for number, text in enumerate(searched)}
            places_ = ranks(
                found.of([one for one, _ in alike]),
                found.of(searched),
                [row[one] for one, _ in alike],
                [row[other] for _, other in alike],
            )
            print(f"{model}, {report(f'{len(alike)} pairs in {len(searched)} sentences', places_)}")


if __name__ == "__main__":
    typer.run(main)
