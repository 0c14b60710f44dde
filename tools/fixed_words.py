"""List words beside which an opposite is hardly ever written: "public holiday", "climb a wall".

These are candidates for the last column of `pipeline/negation/english/antonyms.tsv`. Read them and
leave most out: "a large child" is rare but makes sense, "a private holiday" is something else.
No parser is needed, so a million sentences take minutes.

    python tools/fixed_words.py --input sentences.txt > candidates.tsv
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from pipeline.negation.english.antonyms import PartOfSpeech, entries, is_affixed
from pipeline.negation.english.inflection import bare_form, inflected, one_of

WORD = re.compile(r"[A-Za-z]+(?:['’-][A-Za-z]+)*|\d[\d,.]*|\S")
DETERMINERS = frozenset(
    "a an the his her its their my our your this that these those some any no each every all both"
    " another".split()
)
CLOSED = DETERMINERS | frozenset(
    "of in on at to for from by with as and or but nor which who whom whose is are was were be been"
    " being has have had do does did will would can could may might must shall should not than"
    " into onto over under between among through during before after about against without within"
    " because since while when where if it he she they we you i him them us me also so very more"
    " most".split()
)
VERB_FORMS = ("VB", "VBZ", "VBD", "VBN", "VBG")
LEAST, RARELY = 3.0, 0.05
Beside = Counter[tuple[PartOfSpeech, str, str]]
"""Part of speech, word of the list, and a word with which it stands: how often."""


class Fixed(NamedTuple):
    """A word, its opposite, and a word that stands with the first and hardly ever with the second.

    Attributes:
        pos: `a`, `v` or `r`.
        word: an adjective, a verb or an adverb of the list.
        opposite: its opposite.
        beside: the next word; the object; the verb on either side.
        times: how often the word has it.
        times_opposite: how often the opposite has it.
    """

    pos: PartOfSpeech
    word: str
    opposite: str
    beside: str
    times: int
    times_opposite: int


def fixed(sentences: Iterable[str], least: int = 12) -> list[Fixed]:
    """The candidates in some sentences, the most frequent first.

    Args:
        sentences: English.
        least: how often a candidate occurs at least.
    """
    seen: Beside = Counter()
    forms = _forms()
    for sentence in sentences:
        words = WORD.findall(sentence)
        for i, word in enumerate(words):
            for pos, lemma in forms.get(word.lower() if i == 0 else word, ()):
                seen.update((pos, lemma, beside) for beside in _beside(pos, words, i))
    totals: Counter[tuple[PartOfSpeech, str]] = Counter()
    for (pos, word, _), count in seen.items():
        totals[pos, word] += count
    return sorted(_rare(seen, totals, least), key=lambda one: (-one.times, one))


def _rare(
    seen: Counter[tuple[PartOfSpeech, str, str]],
    totals: Counter[tuple[PartOfSpeech, str]],
    least: int,
) -> Iterator[Fixed]:
    """Words whose opposites have the same neighbour at most a twentieth as often as expected."""
    for (pos, word, beside), count in seen.items():
        entry = entries().get((pos, word))
        if entry is None or count < least or is_affixed(word, entry.word):
            continue
        of_opposite = seen.get((pos, entry.word, beside), 0)
        expected = count * totals[pos, entry.word] / totals[pos, word]
        if expected >= LEAST and of_opposite <= RARELY * expected:
            yield Fixed(pos, word, entry.word, beside, count, of_opposite)


def _forms() -> dict[str, list[tuple[PartOfSpeech, str]]]:
    """Form in the text -> part of speech and bare form of the words of the list."""
    found: dict[str, list[tuple[PartOfSpeech, str]]] = {}
    words = {(pos, w) for (pos, word), entry in entries().items() for w in (word, entry.word)}
    for pos, word in sorted(words):
        written = {inflected(word, tag) for tag in VERB_FORMS} if pos == "v" else {word}
        for form in sorted(written) if pos in "avr" else ():
            found.setdefault(form, []).append((pos, word))
    return found


def _beside(pos: PartOfSpeech, words: list[str], i: int) -> Iterator[str]:
    if pos == "a":
        following = words[i + 1] if i + 1 < len(words) else "."
        if following.islower() and following not in CLOSED:
            yield singular(following)
    elif pos == "v":
        thing = _object(words, i + 1)
        if thing is not None:
            yield thing
    else:
        near = words[max(i - 1, 0) : i] + words[i + 1 : i + 2]
        yield from (_verb(word) for word in near if word.islower() and word not in CLOSED)


def _object(words: list[str], start: int) -> str | None:
    """The last of the words after a verb, up to a closed word or a mark."""
    while start < len(words) and words[start].lower() in DETERMINERS:
        start += 1
    thing = None
    for word in words[start : start + 4]:
        if not word.islower() or word in CLOSED:
            break
        thing = word
    return None if thing is None else singular(thing)


@lru_cache(maxsize=100_000)
def singular(word: str) -> str:
    """A noun in the singular; other words as they are."""
    return one_of(word) or word


def lines(files: Iterable[Path]) -> Iterator[str]:
    """The lines of text files, one after the other."""
    for path in files:
        with path.open(encoding="utf-8") as read:
            yield from read


@lru_cache(maxsize=100_000)
def _verb(word: str) -> str:
    return bare_form(word) if word.endswith(("ed", "ing", "s")) else word


def main(
    input: Annotated[list[Path], typer.Option(exists=True, help="Text, one sentence per line.")],
    least: Annotated[int, typer.Option(min=1, help="Least occurrences of a candidate.")] = 12,
) -> None:
    """Print the candidates: part of speech, word, opposite, word beside them, two counts."""
    for one in fixed(lines(input), least):
        typer.echo("\t".join(map(str, one)))


if __name__ == "__main__":
    typer.run(main)
