"""Numbers and dates in other forms: "4 May 1990" and "May 4, 1990", "in 1990"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.negation.english.edits import Edit
from pipeline.negation.kinds.scene import Scene

MONTHS = (
    "January February March April May June July August September October November December"
).split()
_MONTH = "|".join(MONTHS)
_YEAR = re.compile(r"\b[Ii]n (?=(?:1[0-9]|20)\d\d\b(?![\d–/-]|,? (?:and|or|to)\b))")
_DAY_FIRST = re.compile(rf"\b(\d\d?) ({_MONTH})( \d{{4}})?\b(?![\d-])")
_MONTH_FIRST = re.compile(rf"\b({_MONTH}) (\d\d?)(?:, (\d{{4}}))?\b(?![\d-])")


def month_first(scene: Scene) -> Iterator[list[Edit]]:
    """ "on 4 May 1990" -> "on May 4, 1990"."""
    text = scene.doc.text
    edits = []
    for found in _DAY_FIRST.finditer(text):
        if _is_range(text, found) or not 1 <= int(found[1]) <= 31:
            return
        day, month, year = found[1], found[2], found[3]
        new = f"{month} {day}," + year if year else f"{month} {day}"
        # Within a sentence, the year has a comma on both sides.
        closes = not year or text[found.end() : found.end() + 1] in (",", ".", ";", ")", "", "?")
        edits.append(Edit(found.start(), found.end(), new if closes else new + ","))
    if edits:
        yield edits


def day_first(scene: Scene) -> Iterator[list[Edit]]:
    """ "on May 4, 1990" -> "on 4 May 1990"."""
    text = scene.doc.text
    edits = []
    for found in _MONTH_FIRST.finditer(text):
        if _is_range(text, found) or not 1 <= int(found[2]) <= 31:
            return
        year = f" {found[3]}" if found[3] else ""
        stop = found.end()
        # The comma after the year goes with the one before it, unless it separates clauses.
        if found[3] and text[stop : stop + 1] == "," and found.start() > 0:
            rest = text[stop + 1 :]
            before = text[: found.start()].rstrip()
            if not before.endswith(("On", "In", "By")) and rest[:1] == " " and rest[1:2].islower():
                stop += 1
        edits.append(Edit(found.start(), stop, f"{found[2]} {found[1]}{year}"))
    if edits:
        yield edits


def in_the_year(scene: Scene) -> Iterator[list[Edit]]:
    """ "in 1990" -> "in the year 1990"."""
    found = _YEAR.search(scene.doc.text)
    if found is not None:
        yield [Edit(found.end(), found.end(), "the year ")]


def _is_range(text: str, found: re.Match[str]) -> bool:
    """ "4-9 May", "May 4 and 5", "4th", "23:59"."""
    before, after = text[: found.start()], text[found.end() :]
    near = before[-1:] in ("-", "–", "/", ".", ":", ",") or after[:1] in ("-", "–", "/", ":", "%")
    listed = re.search(r"(?:\d|and|to|or|through|&),?\s*$", before)
    follows = re.match(r"\s*(?:and|to|or|through|–|-|&|,)\s*\d{1,2}\b", after)
    # "27 March Madness games": the month is part of a name.
    named = not found[3] and re.match(r" [A-Z]", after)
    return near or bool(listed) or bool(follows) or bool(named)
