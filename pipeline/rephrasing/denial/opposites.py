"""Words whose negated opposite means the same, from a curated list: `opposites.tsv`.

"Closed" is "not open", and whoever "failed the exam" "did not pass" it. Such pairs are
complementary. "Not poor" says less than "rich": such pairs are gradable. For each word the list
says which it is, and in which direction it may be rewritten.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple, cast

from pipeline.negation.english.lists import read_list, rows_of
from schemas.errors import UserError

PartOfSpeech = Literal["a", "v"]
"""Adjective, verb."""
Nearness = Literal["complementary", "gradable"]
LIST = "opposites.tsv"
FRAMES = ("object", "to", "that", "alone", "phrase")
"""What a verb takes: an object, an infinitive, a that-clause, nothing, a preposition."""
WAYS = ("deny", "assert")


class Opposite(NamedTuple):
    """An entry of the list.

    Attributes:
        word, other: the word, and the one whose negation means the same.
        nearness: complementary if nothing lies between the two; gradable if something does.
        denies: whether the word may be rewritten as the other one negated.
        asserts: whether the other one negated may be rewritten as the word.
        frames: what a verb takes; empty for adjectives.
        nouns: the only objects of a verb, or, besides persons, the only subjects of a verb that
            stands alone; any if empty.
    """

    word: str
    other: str
    nearness: Nearness
    denies: bool
    asserts: bool
    frames: frozenset[str]
    nouns: frozenset[str]


@cache
def entries(part: PartOfSpeech) -> list[Opposite]:
    """The entries of a part of speech; see `parsed`."""
    return parsed(read_list(__package__, LIST), LIST)[part]


def parsed(text: str, name: str) -> dict[PartOfSpeech, list[Opposite]]:
    """Parse a list of opposites, by part of speech.

    Args:
        text: lines of five or six columns separated by tabs: part of speech, word, opposite,
            nearness, frames and directions, nouns. Empty lines and lines with # are skipped.

    Raises:
        UserError: a line does not have this form; the message names it.
    """
    found: dict[PartOfSpeech, list[Opposite]] = {"a": [], "v": []}
    for where, cells in rows_of(text, name, 6):
        uses = set(cells[4].split())
        wrong = len(cells) != 6 or cells[0] not in found or not uses & set(WAYS)
        if wrong or uses - {*WAYS, *FRAMES} or cells[3] not in ("complementary", "gradable"):
            raise UserError(
                f"{where} is not a pair of opposites. A line has part of"
                " speech (a or v), word, opposite, complementary or gradable, directions (deny,"
                f" assert; for a verb also {', '.join(FRAMES)}) and nouns, separated by tabs."
            )
        found[cast("PartOfSpeech", cells[0])].append(
            Opposite(
                cells[1],
                cells[2],
                cast("Nearness", cells[3]),
                "deny" in uses,
                "assert" in uses,
                frozenset(uses - set(WAYS)),
                frozenset(cells[5].split()),
            )
        )
    return found


def denied(word: str, nearness: Nearness) -> str | None:
    """The word whose negation means the same as an adjective: "closed" -> "open"."""
    near = (e for e in entries("a") if e.denies and e.nearness == nearness)
    return next((e.other for e in near if e.word == word), None)


def asserted(word: str, nearness: Nearness) -> str | None:
    """The word that means the same as a negated adjective: (not) "open" -> "closed"."""
    near = (e for e in entries("a") if e.asserts and e.nearness == nearness)
    return next((e.word for e in near if e.other == word), None)
