"""Words that another language does not tell apart, and that a round trip confuses."""

from __future__ import annotations

from functools import cache

from pipeline.acceptance.small_words import exchanged
from pipeline.negation.english.lists import read_list, rows_of

LIST = "confusions.tsv"


def sense_changed(anchor: str, paraphrase: str) -> bool:
    """Whether a word became another one that many languages have the same word for.

    >>> sense_changed("Her siblings live in Oslo.", "Her brothers live in Oslo.")
    True
    >>> sense_changed("Her sons live in Oslo.", "Her boys live in Oslo.")
    False
    """
    confused = _confused()
    words_lost, words_new = exchanged(anchor, paraphrase)
    lost = {confused[word] for word in words_lost & confused.keys()}
    new = {confused[word] for word in words_new & confused.keys()}
    return not {row for row, _ in lost - new}.isdisjoint(row for row, _ in new - lost)


@cache
def _confused() -> dict[str, tuple[int, int]]:
    """Form of a word -> its line in the list and its place there."""
    found = {}
    for line, (_, cells) in enumerate(rows_of(read_list("pipeline.acceptance", LIST), LIST, 2)):
        for place, cell in enumerate(cells):
            forms = cell.split() if " " in cell else [cell, cell + "s"]
            found.update(dict.fromkeys(forms, (line, place)))
    return found
