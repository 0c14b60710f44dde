"""List pairs of words in which synonyms hardly ever occur: "eminent domain", "rounding error".

These are candidates for `pipeline/rephrasing/synonyms/terms.tsv`. Read them and leave most out: a
small corpus may lack "a forthcoming film", but it says the same. No parser is needed, so a
million sentences take a minute.

    python tools/fixed_terms.py --input sentences.txt > candidates.tsv
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from fixed_words import CLOSED, RARELY, WORD, lines, singular

from pipeline.negation.english.inflection import inflected
from pipeline.rephrasing.synonyms.entries import Synonym, entries
from pipeline.rephrasing.synonyms.terms import is_term

BITS = 4.5
"""Minimum pointwise mutual information of two words, in bits."""


class Term(NamedTuple):
    """Two words that often stand together, one of which has a synonym that hardly ever does.

    Attributes:
        first, second: the words, the second in the singular.
        synonym: of the first if it is an adjective, of the second if it is a noun.
        times: how often the pair occurs.
        times_synonym: how often the pair with the synonym occurs.
    """

    first: str
    second: str
    synonym: str
    times: int
    times_synonym: int


def terms(sentences: Iterable[str], least: int = 5) -> list[Term]:
    """Candidates from some sentences that the list lacks, the most frequent first.

    Args:
        sentences: English.
        least: minimum occurrences of a candidate.
    """
    single: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    for sentence in sentences:
        words = WORD.findall(sentence)
        words[:1] = map(str.lower, words[:1])
        plain = [singular(word) if word.islower() and word.isalpha() else "" for word in words]
        single.update(plain)
        pairs.update((a, b) for a, b in pairwise(plain) if a and b and not CLOSED & {a, b})
    found = set(_fixed(single, pairs, least))
    return sorted(found, key=lambda term: (-term.times, term))


def _fixed(single: Counter[str], pairs: Counter[tuple[str, str]], least: int) -> Iterator[Term]:
    """The pairs that occur more often than by chance, but hardly ever with a synonym."""
    total = single.total() - single[""]
    before, behind = Counter[str](), Counter[str]()
    for (first, second), times in pairs.items():
        before[first] += times
        behind[second] += times
    of_first, of_second = _synonyms("a"), _synonyms("n")
    for (first, second), times in pairs.items():
        bound = times * total >= 2**BITS * single[first] * single[second]
        if times < least or not bound or is_term(first, second):
            continue
        for entry in of_first.get(first, ()):
            if not _allows(entry, second):
                continue
            other = entry.other
            expected = times * before[other] / before[first]
            if pairs[other, second] <= RARELY * max(expected, 1):
                yield Term(first, second, other, times, pairs[other, second])
        for entry in of_second.get(second, ()):
            other = entry.other
            expected = times * behind[other] / behind[second]
            if pairs[first, other] <= RARELY * max(expected, 1):
                yield Term(first, second, other, times, pairs[first, other])


def _synonyms(pos: str) -> dict[str, tuple[Synonym, ...]]:
    """Single word of a part of speech -> its entries; of nouns, those that hold almost anywhere."""
    return {
        word: tuple(
            entry
            for entry in of_word
            if len(entry.words) == 1 and (pos == "a" or entry.frames <= {"several"})
        )
        for (listed, word), of_word in entries().items()
        if listed == pos
    }


def _allows(entry: Synonym, noun: str) -> bool:
    """Whether an entry of an adjective holds in front of a noun."""
    if not entry.frames & {"front", "plural", "these"}:
        return False
    listed = not entry.nouns.isdisjoint((noun, inflected(noun, "NNS")))
    return listed == ("these" in entry.frames)


def main(
    input: Annotated[list[Path], typer.Option(exists=True, help="Text, one sentence per line.")],
    least: Annotated[int, typer.Option(min=1, help="Least occurrences of a candidate.")] = 5,
) -> None:
    """Print the candidates: two words, the synonym that hardly ever stands there, two counts."""
    for one in terms(lines(input), least):
        typer.echo("\t".join(map(str, one)))


if __name__ == "__main__":
    typer.run(main)
