#!/usr/bin/env python3
r"""Run all rules over sentences and pieces of them, and report each place where one fails.

    benchmarks/rules_survive.py wiki.txt news.parquet --pieces 4
    benchmarks/rules_survive.py wiki.txt --count 5000 --pieces 20 --paraphrases --workers 4

A rule that looks past the first or the last word of a text stops the stage at that text. Each
sentence is denied in every style and contradicted in all kinds, with `--paraphrases` paraphrased by
each rule too. So are `--pieces` texts made from it: cut from the left, the right or both sides,
with words dropped or swapped, in capitals, in lower case, or without its last character. The pieces
depend on the sentence and `--seed` alone. The exit status is 1 if a rule failed.
"""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from schemas.errors import first_line, run_app

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

CHUNK = 256
_WORD = re.compile(r"\s*(?:\w+|[^\w\s])")
"""A word or a sign, so that pieces also begin and end with commas, hyphens and the like."""
app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

Words = list[str]


class Failure(NamedTuple):
    """A rule that failed at a text; `place` is a file with its line."""

    text: str
    rule: str
    place: str
    error: str


def _middle(words: Words, draw: random.Random) -> Words:
    start, stop = sorted(draw.sample(range(len(words) + 1), 2))
    return words[start:stop]


def _dropped(words: Words, draw: random.Random) -> Words:
    gone = {draw.randrange(len(words)) for _ in range(draw.randint(1, 3))}
    return [word for i, word in enumerate(words) if i not in gone]


def _swapped(words: Words, draw: random.Random) -> Words:
    one, other = draw.randrange(len(words)), draw.randrange(len(words))
    made = [*words]
    made[one], made[other] = made[other], made[one]
    return made


DAMAGES: tuple[Callable[[Words, random.Random], Words], ...] = (
    lambda words, draw: words[draw.randrange(len(words)) :],
    lambda words, draw: words[: draw.randint(1, len(words))],
    _middle,
    _dropped,
    _swapped,
    lambda words, draw: [word.upper() for word in words],
    lambda words, draw: [word.lower() for word in words],
    lambda words, draw: words[:-1],
)


def pieces(text: str, count: int, seed: int) -> list[str]:
    """The text, and `count` texts made from it, as far as they differ."""
    words, draw = _WORD.findall(text), random.Random(f"{seed} {text}")
    made = [
        "".join(draw.choice(DAMAGES)(words, draw)).strip() for _ in range(count if words else 0)
    ]
    return [one for one in dict.fromkeys([text, *made]) if one]


@dataclass(frozen=True, slots=True)
class Rules:
    """All rules, in any process."""

    paraphrases: bool

    def __call__(self, texts: Sequence[str]) -> list[Failure]:
        """Where a rule fails in these texts."""
        from pipeline.negation import NegationConfig, parse_kinds, parser_for

        parser = parser_for(NegationConfig(kinds=parse_kinds("all"), per_sentence=2))
        with parser.memory_zone():
            return [
                failure
                for text, doc in zip(texts, parser.pipe(texts), strict=True)
                for check in self._checks(parser, doc, text)
                if (failure := _failure(text, check)) is not None
            ]

    def _checks(self, parser: Language, doc: Doc, text: str) -> Iterator[Callable[[], object]]:
        from pipeline.negation import KINDS, STYLES
        from pipeline.negation.check import denies
        from pipeline.negation.kinds.contradict import contradictions
        from pipeline.negation.parser import names_by
        from pipeline.negation.reading.parsed import Parsed
        from pipeline.negation.sentence import negate_clause
        from pipeline.rephrasing.search import changes
        from pipeline.rephrasing.table import RULES

        kinds = [kind.name for kind in KINDS]
        parsed: list[Parsed] = []
        yield lambda: parsed.append(Parsed.of(doc, text))
        for sentence in parsed:
            yield partial(contradictions, sentence, kinds, names=names_by(parser))
            for style in STYLES:
                yield partial(negate_clause, sentence, style, antonyms=style == "antonym")
            yield partial(denies, doc)
            if self.paraphrases:
                yield lambda: list(changes(doc, (), tuple(RULES)))


def _failure(text: str, check: Callable[[], object]) -> Failure | None:
    from pipeline.negation.failed import place_of, rule_of

    try:
        check()
    except Exception as error:
        said = f"{type(error).__name__}: {first_line(error)}"
        return Failure(text, rule_of(error) or "?", place_of(error), said)
    return None


def _sentences(paths: Iterable[Path], column: str) -> Iterator[str]:
    from pipeline.sources.files import read_lines
    from pipeline.sources.text import normalise

    for path in paths:
        for line in read_lines(path, column):
            if text := normalise(line.text):
                yield text


@app.command(help=__doc__)
def main(
    files: Annotated[list[Path], typer.Argument(help="Sentences: .txt, .jsonl, .csv, .parquet.")],
    pieces_: Annotated[int, typer.Option("--pieces", min=0, help="Of each sentence.")] = 4,
    seed: Annotated[int, typer.Option(help="Random seed for the pieces.")] = 0,
    count: Annotated[int | None, typer.Option(min=1, help="Sentences; by default all.")] = None,
    column: Annotated[str, typer.Option(help="Column of the sentences.")] = "text",
    paraphrases: Annotated[
        bool, typer.Option("--paraphrases", help="Also run the rules that paraphrase.")
    ] = False,
    workers: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
) -> None:
    """Run all rules over sentences and pieces of them."""
    from pipeline.execution.local import LocalExecutor

    began, found = time.perf_counter(), Counter[str]()
    sentences = texts = 0

    def chunks() -> Iterator[list[str]]:
        nonlocal sentences, texts
        given = islice(_sentences(files, column), count)
        while chunk := list(islice(given, CHUNK)):
            made = [one for text in chunk for one in pieces(text, pieces_, seed)]
            sentences += len(chunk)
            texts += len(made)
            yield made

    for failures in LocalExecutor(workers).ordered_map(Rules(paraphrases), chunks()):
        for one in failures:
            found[one.place] += 1
            if found[one.place] == 1:
                print(f"{one.place}, in {one.rule}: {one.error} at {one.text!r}", flush=True)
    speed = texts / (time.perf_counter() - began)
    print(f"{sentences:,} sentences, {texts:,} texts, {speed:.0f} texts/s", end="")
    print(f"; failures: {found.total()}, places: {len(found)}")
    if found:
        raise typer.Exit(1)


if __name__ == "__main__":
    run_app(app)
