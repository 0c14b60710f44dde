"""Numbers and dates in other forms: "4 May 1990" and "May 4, 1990", "in 1990"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.rephrasing.pieces.phrases import opening

if TYPE_CHECKING:
    from spacy.tokens import Token

MONTHS = (
    "January February March April May June July August September October November December"
).split()
FIGURES = {
    word: number
    for number, word in enumerate(
        "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
        " sixteen seventeen eighteen nineteen twenty".split(),
        start=2,
    )
} | {
    word: 10 * n
    for n, word in enumerate("thirty forty fifty sixty seventy eighty ninety".split(), start=3)
}
WORDS = {number: word for word, number in FIGURES.items() if number <= 12}
UNITS = frozenset("percent points goals runs wickets yards".split())
"""Words of scores and measures, which are written in figures."""
DECADES = {
    f"19{n}0s": word
    for n, word in enumerate(
        "twenties thirties forties fifties sixties seventies eighties nineties".split(), start=2
    )
}
_DECADE = re.compile(
    rf"\b([Tt]he (?:early |late |mid-)?)({'|'.join(DECADES)})\b(?! and 20)(?![-–/])"
)
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
        if found[3] and re.match(r", (?!wh)[a-z]", text[stop:]):
            subject = scene.clause.subject if scene.clause is not None else None
            behind = subject is not None and subject.idx < found.start()
            if behind and "," not in text[: found.start()]:
                stop += 1
        edits.append(Edit(found.start(), stop, f"{found[2]} {found[1]}{year}"))
    if edits:
        yield edits


def in_the_year(scene: Scene) -> Iterator[list[Edit]]:
    """ "in 1990" -> "in the year 1990"."""
    found = _YEAR.search(scene.doc.text)
    if found is not None:
        yield [Edit(found.end(), found.end(), "the year ")]


def number_words(scene: Scene) -> Iterator[list[Edit]]:
    """ "9 dogs" -> "nine dogs", up to twelve."""
    # "3 out of 5 stars": either all small numbers of a sentence are words or none.
    small = [t for t in scene.doc if t.text.isdecimal() and len(t.text) < 4]
    edits = [replace(t, WORDS[int(t.text)]) for t in small if int(t.text) in WORDS]
    if edits and len(edits) == len(small) and all(_counts(scene, t) for t in small):
        yield [edit._replace(new=opening(edit.new)) if not edit.start else edit for edit in edits]


def number_figures(scene: Scene) -> Iterator[list[Edit]]:
    """ "twelve dogs" -> "12 dogs", from ten on and not in front."""
    counted = [t for t in scene.doc if t.lower_ in FIGURES or t.lower_ == "one"]
    if counted and all(
        t.i > 0 and FIGURES.get(t.text, 0) >= 10 and _counts(scene, t) for t in counted
    ):
        yield [replace(t, str(FIGURES[t.text])) for t in counted]


def decade_words(scene: Scene) -> Iterator[list[Edit]]:
    """ "in the 1990s" -> "in the nineties"."""
    text = scene.doc.text
    found = list(_DECADE.finditer(text))
    # Beside a decade of another century, "the nineties" might belong to that one.
    if found and len(found) == len(re.findall(r"\d0['’]?s\b", text)):
        yield [Edit(f.start(2), f.end(2), DECADES[f[2]]) for f in found]


def _counts(scene: Scene, number: Token) -> bool:
    """Whether a number only says how many things there are."""
    doc, noun = number.doc, number.head
    if number.dep_ != "nummod" or noun.tag_ != "NNS" or not noun.text.islower():
        return False
    if number.i in scene.enclosed or not number.i < noun.i <= number.i + 3:
        return False
    if noun.lower_ in UNITS or len(noun.text) < 4 or any(number.children):
        return False
    before, after = (doc[max(number.i - 1, 0)], doc[number.i + 1])
    # "5 to 7 days", "three times two"; "Group 5 matches" and "day 5 events"
    near = (*doc[max(number.i - 2, 0) : number.i], *doc[number.i + 1 : noun.i])
    if any(t.like_num or t.text in ("-", "–", "/", "%", "$", "€", "£", "x") for t in near):
        return False
    named = number.i > 0 and (before.tag_[:2] == "NN" or before.text in ("-", ".", "No"))
    return not named and after.text not in ("-", "–", "/", "per")


def _is_range(text: str, found: re.Match[str]) -> bool:
    """ "4-9 May", "May 4 and 5", "4th", "23:59"."""
    before, after = text[: found.start()], text[found.end() :]
    near = before[-1:] in ("-", "–", "/", ".", ":", ",") or after[:1] in ("-", "–", "/", ":", "%")
    listed = re.search(r"(?:\d|and|to|or|through|&),?\s*$", before)
    follows = re.match(r"\s*(?:and|to|or|through|–|-|&|,)\s*\d{1,2}\b", after)
    # "27 March Madness games": the month is part of a name,
    # and "16 September 432" has a year of three figures.
    named = not found[3] and re.match(r" [A-Z\d]", after)
    return near or bool(listed or follows or named)
