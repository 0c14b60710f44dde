"""Words that another language does not tell apart, and that a round trip confuses."""

from __future__ import annotations

from functools import cache

from pipeline.acceptance.meaning.small_words import exchanged
from pipeline.negation.english.lists import read_list, rows_of

LIST = "confusions.tsv"


def sense_changed(anchor: str, paraphrase: str) -> bool:
    """Whether a word became another one that many languages have the same word for, or a person
    one of the other sex.

    >>> sense_changed("Her siblings live in Oslo.", "Her brothers live in Oslo.")
    True
    >>> sense_changed("The boy sings.", "The girl sings.")
    True
    >>> sense_changed("Her sons live in Oslo.", "Her boys live in Oslo.")
    False
    """
    confused = _confused()
    words_lost, words_new = exchanged(anchor, paraphrase)
    lost = {place for word in words_lost & confused.keys() for place in confused[word]}
    new = {place for word in words_new & confused.keys() for place in confused[word]}
    return not {row for row, _ in lost - new}.isdisjoint(row for row, _ in new - lost)


@cache
def _confused() -> dict[str, tuple[tuple[int, int], ...]]:
    """Form of a word -> the lines of the list that it is in, each with its cell there."""
    found: dict[str, tuple[tuple[int, int], ...]] = {}
    for line, (_, cells) in enumerate(rows_of(read_list(__package__, LIST), LIST, 2)):
        for cell, listed in enumerate(cells):
            for form in listed.split() if " " in listed else (listed, listed + "s"):
                found[form] = (*found.get(form, ()), (line, cell))
    return found
