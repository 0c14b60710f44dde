#!/usr/bin/env python3
"""Draw training sentences for an encoder from large files, without evaluation texts.

    python tools/draw_sentences.py wiki.parquet tatoeba.txt --count 6100 --without contrast \
        --without sts > sentences.txt
    python tools/draw_sentences.py wiki.parquet --count 40000 --without contrast --without sts \
        --without sentences.txt > more.txt

Takes an equal share of each file. A sentence is left out if, apart from case, spacing and
punctuation, it equals a text of `--without` or of the project's own measures. Which ones are drawn
depends on the seed and on each sentence alone, not on the order of a file.
"""

from __future__ import annotations

import hashlib
import heapq
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated

import pyarrow as pa
import pyarrow.parquet as pq
import typer
from written import measured

from pipeline.sources.files import read_lines
from pipeline.sources.text import normalise
from schemas.errors import run_app

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


def plain(text: str) -> str:
    """A text without case, spacing and punctuation, which do not make it a different text."""
    return " ".join("".join(c if c.isalnum() else " " for c in text.casefold()).split())


def draw(
    sentences: Iterable[str], count: int, seed: int, most_words: int, without: set[str]
) -> list[str]:
    """Different sentences in random order, fewer than `count` if there are not enough.

    Args:
        sentences: to draw from.
        count: how many.
        seed: seed for sampling.
        most_words: leave out those with more words.
        without: plain texts to leave out.
    """
    known: dict[str, str] = {}
    for text in map(normalise, sentences):
        key = plain(text)
        if key and key not in without and len(text.split()) <= most_words:
            known[key] = min(text, known.get(key, text))
    return heapq.nsmallest(count, known.values(), key=lambda text: _place(text, seed))


def texts(path: Path) -> Iterator[str]:
    """All texts of a file, or of the files below a folder; of Parquet those of every column."""
    for file in sorted(path.rglob("*.*")) if path.is_dir() else [path]:
        if file.suffix == ".parquet":
            for column in pq.read_table(file).columns:
                if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
                    yield from (text for text in column.to_pylist() if text)
        else:
            yield from (line.text for line in read_lines(file))


@app.command()
def main(
    files: Annotated[list[Path], typer.Argument(exists=True, help="Files with sentences.")],
    count: Annotated[int, typer.Option(min=1, help="Sentences in all.")],
    without: Annotated[
        list[Path] | None, typer.Option(exists=True, help="File or folder of texts to leave out.")
    ] = None,
    most_words: Annotated[int, typer.Option(min=1, help="Leave out longer sentences.")] = 128,
    column: Annotated[str, typer.Option(help="Column of the sentences.")] = "text",
    seed: Annotated[int, typer.Option(help="Seed for sampling.")] = 34,
) -> None:
    """Print the sentences, one per line."""
    left_out = {plain(text) for text in measured()}
    left_out |= {plain(text) for path in without or () for text in texts(path)}
    for text in shared_out(files, count, seed, most_words, column, left_out):
        typer.echo(text)


def shared_out(
    files: Sequence[Path], count: int, seed: int, most_words: int, column: str, without: set[str]
) -> list[str]:
    """An equal share of each file: see `draw`; a sentence of an earlier file is not drawn again."""
    drawn: list[list[str]] = []
    for place, file in enumerate(files):
        share = count * (place + 1) // len(files) - count * place // len(files)
        seen = without | {plain(text) for text in chain.from_iterable(drawn)}
        lines = (line.text for line in read_lines(file, column) if not line.problem)
        drawn.append(draw(lines, share, seed, most_words, seen))
    return [*chain.from_iterable(drawn)]


def _place(text: str, seed: int) -> bytes:
    return hashlib.sha256(f"{seed}\0{text}".encode()).digest()


if __name__ == "__main__":
    run_app(app)
