"""Words whose denied opposite says the same, from a list that people have read: `opposites.tsv`.

"Closed" is "not open", and whoever "failed the exam" "did not pass" it. The list says of each word
whether that is exact or what people take it for, and in which direction it may be rewritten.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Literal, NamedTuple, cast

from schemas.errors import UserError

PartOfSpeech = Literal["a", "v"]
"""Adjective, verb."""
Nearness = Literal["exact", "gradable"]
LIST = "opposites.tsv"
FRAMES = ("object", "to", "that", "alone", "phrase")
"""How a verb stands: with an object, an infinitive, a that-clause, nothing, a preposition."""
WAYS = ("deny", "assert")


class Opposite(NamedTuple):
    """An entry of the list.

    Attributes:
        word, other: the word, and the one whose denial says the same.
        nearness: whether the two are exactly the same, or taken for it.
        denies: whether the word may be rewritten as the denied other one.
        asserts: whether the denied other one may be rewritten as the word.
        frames: how a verb stands; empty for adjectives.
        nouns: of which the object of a verb must be one; any where empty.
    """

    word: str
    other: str
    nearness: Nearness
    denies: bool
    asserts: bool
    frames: frozenset[str]
    nouns: frozenset[str]


@cache
def entries() -> tuple[Opposite, ...]:
    """The list with adjectives; see `parsed`."""
    return parsed(_text(), LIST)["a"]


@cache
def verb_entries() -> tuple[Opposite, ...]:
    """The list with verbs; see `parsed`."""
    return parsed(_text(), LIST)["v"]


def _text() -> str:
    return (resources.files("pipeline.rephrasing") / LIST).read_text(encoding="utf-8")


def parsed(text: str, name: str) -> dict[PartOfSpeech, tuple[Opposite, ...]]:
    """A list of opposites from its text, by part of speech.

    Args:
        text: lines of five or six columns, set apart by tabs: part of speech, word, opposite,
            nearness, frames and ways, nouns. Empty lines and those with # are passed over.
        name: of the file, for messages.

    Raises:
        UserError: where a line has another shape, naming it.
    """
    found: dict[PartOfSpeech, list[Opposite]] = {"a": [], "v": []}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = [cell.strip() for cell in line.split("\t")] + [""]
        uses = set(cells[4].split()) if len(cells) > 4 else set()
        wrong = len(cells) not in (6, 7) or cells[0] not in found or not uses & set(WAYS)
        if wrong or uses - {*WAYS, *FRAMES} or cells[3] not in ("exact", "gradable"):
            raise UserError(
                f"{name}, line {number}: {line!r} is no pair of opposites. A line has part of"
                " speech (a or v), word, opposite, exact or gradable, what may be rewritten (deny,"
                f" assert; of a verb also {', '.join(FRAMES)}) and nouns, with tabs between."
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
    return {"a": tuple(found["a"]), "v": tuple(found["v"])}


def denied(word: str, nearness: Nearness) -> str | None:
    """The word whose denial says what an adjective says: "closed" -> "open"."""
    return next(
        (e.other for e in entries() if e.word == word and e.denies and e.nearness == nearness), None
    )


def asserted(word: str, nearness: Nearness) -> str | None:
    """The word that says what the denied adjective says: (not) "open" -> "closed"."""
    return next(
        (e.word for e in entries() if e.other == word and e.asserts and e.nearness == nearness),
        None,
    )
