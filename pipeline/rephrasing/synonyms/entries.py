"""The list of synonyms, `synonyms.tsv`: words, what they become, and in which places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from pipeline.negation.english.lists import read_list, rows_of
from schemas.errors import UserError

LIST = "synonyms.tsv"
WHOM, WHOSE = "whom", "whose"
"""In an entry of part of speech w, places for a pronoun or name, and for a possessive."""
FRAMES = {
    "v": (
        *("object", "active", "passive", "to", "doing", "gerund", "that", "whom", "whom_to"),
        *("state", "phrase", "alone", "any", "question", "naming", "person", "named", "subject"),
    ),
    "w": ("number", "last", "thing", "infinitive", "gerund", "ends"),
    "p": ("object", "infinitive", "behind", "person"),
    "n": ("own", "mine", "of", "infinitive", "several"),
    "a": ("front", "behind", "bare", "plural", "these", "person"),
    "r": ("last", "number", "verb", "quality"),
    "x": (
        *("number", "last", "thing", "several", "stuff", "infinitive", "gerund", "date"),
        *(
            "question",
            "ends",
            "start",
            "quality",
            "clause",
            "determined",
            "hundreds",
            "quoted",
            "period",
        ),
    ),
}
CONDITIONS = frozenset(("person", "named", "subject", "start"))
"""Frames that hold in addition to the others of an entry."""
_NARROW = CONDITIONS.union(
    (
        "own mine of infinitive these passive doing gerund state bare whom_to question quality"
        " naming"
    ).split()
)
"""Frames outside which the words hardly ever mean the same."""
_CLITIC = re.compile(r"(n't|'(?:m|s|d|ll|re|ve))\b")
"""What the parser takes for a word of its own: "do" and "n't"."""


class Synonym(NamedTuple):
    """An entry of the list.

    Attributes:
        words: as written; a verb's first word is its bare form.
        frames: what the words must take; anything if empty.
        nouns: nouns that must not follow an adjective or words as they stand. For a verb, one of
            them must be its object, stand behind its preposition, or, in the frame "subject", be
            its subject.
    """

    words: tuple[str, ...]
    other: str
    frames: frozenset[str]
    nouns: frozenset[str]


@cache
def entries() -> dict[tuple[str, str], tuple[Synonym, ...]]:
    """The list, by part of speech and first word; longer entries first."""
    return parsed(read_list(__package__, LIST), LIST)


def beginning(pos: str, first: str, second: str) -> tuple[Synonym, ...]:
    """The entries of a part of speech that may stand where two words follow each other.

    Hundreds of phrases begin with "in" or "be": most differ in the next word.
    """
    known = _second_words().get((pos, first))
    if known is None:
        return ()
    return _beginning(pos, first, second if second in known else "")


@cache
def _second_words() -> dict[tuple[str, str], frozenset[str]]:
    return {
        key: frozenset(entry.words[1] for entry in found if len(entry.words) > 1)
        for key, found in entries().items()
    }


@cache
def _beginning(pos: str, first: str, second: str) -> tuple[Synonym, ...]:
    near = ((), (WHOM,), (WHOSE,), (second,))
    return tuple(entry for entry in entries()[pos, first] if entry.words[1:2] in near)


def parsed(text: str, name: str) -> dict[tuple[str, str], tuple[Synonym, ...]]:
    """Parse a list of synonyms.

    Args:
        text: lines of four to six columns separated by tabs: part of speech, word, synonym, one
            or both, frames, nouns. Empty lines and lines with # are skipped.

    Raises:
        UserError: a line does not have this form; the message names it.
    """
    found: dict[tuple[str, str], list[Synonym]] = {}
    for where, cells in rows_of(text, name, 6):
        pos, word, other, ways, frames, nouns = cells[:6]
        unknown = pos not in FRAMES or not set(frames.split()) <= set(FRAMES[pos])
        incomplete = not word or not other or (pos == "w" and not _has_places(word, other, ways))
        if len(cells) != 6 or unknown or incomplete or ways not in ("one", "both"):
            raise UserError(
                f"{where} is not a pair of synonyms. A line has part of"
                f" speech ({', '.join(FRAMES)}), word, synonym, one or both, frames and nouns,"
                " separated by tabs."
            )
        for one, two in ((word, other), (other, word))[: 1 + (ways == "both")]:
            words = tuple(_CLITIC.sub(r" \1", one.lower()).split())
            entry = Synonym(words, two, frozenset(frames.split()), frozenset(nouns.split()))
            found.setdefault((pos, words[0]), []).append(entry)
    return {key: tuple(sorted(of, key=lambda e: -len(e.words))) for key, of in found.items()}


def _has_places(words: str, other: str, ways: str) -> bool:
    """Whether the words have each "whom" or "whose" that their replacement has."""
    there, here = ({WHOM, WHOSE}.intersection(side.split()) for side in (words, other))
    return there == here if ways == "both" else here <= there


def single_words() -> Iterator[tuple[str, str]]:
    """Each word with one that may replace it, whatever is beside it."""
    for (pos, word), found in entries().items():
        for one in found:
            bound = pos in ("p", "w") or (pos == "v" and one.nouns) or one.frames & _NARROW
            if len(one.words) == 1 and " " not in one.other and not bound:
                yield word, one.other
