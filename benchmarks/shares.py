#!/usr/bin/env python3
"""What each point of ranking costs: two encoders, and those on the straight line between them.

    benchmarks/shares.py demo osscse --contrast halves/reported --sts sts
    benchmarks/shares.py demo osscse --shares 0,0.5,1 --sts sts --parts STS15 --where "not|no"

The second encoder must differ from the first in its weights alone. A share of 0 is the first
encoder, of 1 the second. Prints a table in Markdown, with a row for each share: contrast triples
ranked correctly in %, average precision of pairs (at most `--limit` of a set), the 64 hand-written
sentences, and Spearman's correlation x 100 on STS sets; also for the parts of the sets that
`--parts` names. With `--where`, each part of an STS set is also shown by how many sentences of a
pair have one of some words: `=0`, `=1` and `=2`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

FEWEST = 20
"""Minimum number of pairs in a column."""

if TYPE_CHECKING:
    from trainer.encoders.encoder import Encoder
    from trainer.evaluation.data.contrast_rows import Contrast
    from trainer.evaluation.data.pairs import Pairs


def shares_of(text: str) -> list[float]:
    """Numbers between 0 and 1, separated by commas.

    Raises:
        BadParameter: one of them is not a number, or is out of range.
    """
    try:
        found = [float(part) for part in text.split(",")]
    except ValueError:
        found = []
    if not found or not all(0 <= share <= 1 for share in found):
        raise typer.BadParameter(f"{text!r} should be numbers from 0 to 1, separated by commas")
    return found


def row(label: str, figures: Mapping[str, float]) -> str:
    """A line of the table."""
    return f"| {label} | {' | '.join(f'{value:.1f}' for value in figures.values())} |"


def pieces(task: Pairs, where: str) -> Iterator[Pairs]:
    """The subsets of a task, each followed by its pairs with 0, 1 and 2 sentences that match.

    Args:
        where: a regular expression for whole words, whatever their case; empty for subsets alone.
    """
    for part in task.subsets():
        yield part
        rows = list(zip(part.first, part.second, part.scores, strict=True))
        for count in range(3) if where else ():
            words = re.compile(rf"\b(?:{where})\b", re.IGNORECASE)
            mine = [row for row in rows if sum(map(bool, map(words.search, row[:2]))) == count]
            if len(mine) >= FEWEST:
                first, second, scores = map(list, zip(*mine, strict=True))
                name = f"{part.name}={count} ({len(mine)})"
                yield replace(part, name=name, first=first, second=second, scores=scores, sizes={})


def figures(
    encoder: Encoder, contrast: Contrast | None, tasks: Sequence[Pairs], parts: Sequence[str]
) -> dict[str, float]:
    """Scores of an encoder by column."""
    from trainer.encoders.embeddings import embed
    from trainer.evaluation.data.families import bundled_families
    from trainer.evaluation.diagnosis.transformations import measure_families
    from trainer.evaluation.scores.contrast import judge, score_contrast
    from trainer.evaluation.scores.sts import correlation, distinct_texts

    families = bundled_families()
    texts = [text for family in families for text in family.texts]
    texts += [*(contrast.texts if contrast else []), *distinct_texts(tasks)]
    vectors = embed(encoder, texts)
    found = {}
    if contrast:
        scores = score_contrast(contrast, {"it": judge(vectors, contrast)})["it"]
        for name, figure in scores.triples.items():
            found[name] = figure.score
            split = scores.subsets.get(name, {}) if name in parts else {}
            found |= {f"{name}/{part} ({one.rows})": one.score for part, one in split.items()}
        if scores.triples_mean:
            found["mean of triples"] = scores.triples_mean.score
        found |= {f"{name}, AP": figure.score for name, figure in scores.pairs.items()}
    found["by hand"] = 100 * (measure_families(vectors, families).ranking or 0.0)
    for one in tasks:
        found[one.name] = 100 * correlation(vectors.cosines(one.first, one.second), one)
    return found


def between(first: str, second: str, shares: Sequence[float]) -> Iterator[tuple[float, Encoder]]:
    """Each share with the encoder that has it of the second's weights; one object for all."""
    from trainer.encoders.folder import load_encoder
    from trainer.runs.mixing import interpolated

    encoder, end = load_encoder(first), load_encoder(second)
    before = {name: weight.clone() for name, weight in encoder.state_dict().items()}
    for share in shares:
        encoder.load_state_dict(interpolated(before, end.state_dict(), share))
        yield share, encoder


def main(
    first: Annotated[str, typer.Argument(help="Encoder at a share of 0.")],
    second: Annotated[str, typer.Argument(help="Encoder at a share of 1.")],
    shares: Annotated[str, typer.Option(help="Shares of the second.")] = "0,0.2,0.4,0.6,0.8,1",
    contrast: Annotated[list[str] | None, typer.Option(help="Contrast sets; repeat.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Most rows of a contrast set.")] = None,
    sts: Annotated[Path | None, typer.Option(help="Folder with STS sets.")] = None,
    parts: Annotated[str, typer.Option(help="Sets to show in parts, with commas.")] = "",
    where: Annotated[str, typer.Option(help="Words to split parts by, a pattern.")] = "",
) -> None:
    """Print the table."""
    from trainer.evaluation.data.contrast_sets import read_contrast
    from trainer.evaluation.data.sts_sets import read_folder

    chosen = shares_of(shares)
    rows = read_contrast(contrast, limit) if contrast else None
    tasks, named = [], parts.split(",")
    for task in read_folder(sts) if sts else []:
        tasks += [task, *(pieces(task, where) if task.name in named else ())]
    for place, (share, encoder) in enumerate(between(first, second, chosen)):
        found = figures(encoder, rows, tasks, named)
        if not place:
            print(f"| share | {' | '.join(found)} |\n|--:|{'--:|' * len(found)}")
        print(row(f"{share:g}", found), flush=True)


if __name__ == "__main__":
    typer.run(main)
