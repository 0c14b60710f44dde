"""Other dates: "in 1987" -> "in 1971", "on 4 May" -> "on 19 May", "(1921-90)" -> "(1907-90)"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import RANK, YEAR
from pipeline.negation.english.things import MONTHS
from pipeline.negation.kinds.checks.once import happened_once
from pipeline.negation.kinds.facts.dated import event_of, is_part
from pipeline.negation.kinds.facts.known import ignoring_also, known
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.quantity.granted import dates_background
from pipeline.negation.kinds.quantity.lasting import holds_at_times
from pipeline.negation.kinds.quantity.nominal import dates_happening
from pipeline.negation.kinds.quantity.occasions import is_of_occasion, opens_sentence

if TYPE_CHECKING:
    from spacy.tokens import Token

# A token: "1921–1990", "1921–90".
LIFE = re.compile(r"(1[0-9]{3}|20[0-2][0-9])([–—-])(\d{4}|\d{2})")
DECADE = re.compile(r"(?:1[0-9]|20)[0-9]0s")
COMING = frozenset(("will", "'ll"))
_ANY_YEAR = re.compile(rf"{YEAR.pattern}|\b[Ii]n \d{{3}}\b")
_ERAS = frozenset("bc bce ad ce b.c. a.d.".split())
LAST_YEAR = 2024
# Events whose year everybody knows, and a word of each.
DATED_EVENTS = (
    *("september 11 attacks", "9/11", "world war", "first world war", "second world war"),
    *("covid-19", "great depression", "french revolution", "russian revolution", "civil war"),
    *("cold war", "vietnam war", "korean war", "gulf war", "moon landing", "titanic"),
)
ROUGHLY = frozenset("around about circa c c. ca ca. approximately roughly near".split())
NUMBERED = frozenset("form page section act law rule model route resolution regulation".split())
EVENTS = frozenset("attacks 9/11 war covid-19 depression revolution landing titanic".split())
ERAS = frozenset("BC BCE AD CE".split())
LOWER_MONTHS = frozenset(month.lower() for month in MONTHS)
# Not "before 1950": what was built before 1943 was built before 1950, too.
IN_TIME = frozenset("in on since from during through around until till".split())
# "ran to the end of 1931"
AT_PART = frozenset("at to into".split())
BEHIND_YEAR = frozenset(". , ; ) and by when it he she they the at after".split())
JOINING = frozenset(("-", "–", "—", "/", "and", "or", "to", "through"))
SHIFTS = (-24, -17, -13, -9, -7, -5, 5, 7, 9, 13, 17, 24)
BESIDE_YEAR = MONTHS | ERAS


def other_year(scene: Scene) -> Iterator[list[Edit]]:
    """ "She left in 1987" -> "She left in 1971"."""
    for token in years_of(scene):
        if not (dates_one_event(token, scene) or _dates_happening(token, scene)):
            continue
        if _is_fixed(token, scene):
            continue
        years = other_years(token, scene)
        if years:
            yield [replace(token, str(scene.choice(token, years)))]


def dates_one_event(date: Token, scene: Scene) -> bool:
    """Whether a date tells when something happened, and that has no other date.

    Args:
        date: a year, a decade or a century.
        scene: the sentence.
    """
    if opens_sentence(date, scene):
        return happened_once(date, scene)
    if not (dates_verb(date, scene) or is_of_occasion(date)):
        return False
    known = scene.states(date) or dates_background(date, scene)
    if not (known or _adds(date, scene) or _is_first_until(date, scene)):
        return False
    return not holds_at_times(date) and happened_once(date, scene)


def _dates_happening(year: Token, scene: Scene) -> bool:
    """ "until his death in 1964", which the sentence takes for granted."""
    outside = not scene.is_question and year.i not in scene.enclosed
    return outside and not is_range(year) and dates_happening(year)


def other_years(year: Token, scene: Scene) -> list[int]:
    """The years to put for one, in the same order to the others of the sentence.

    None if it follows from another one: "expired in 2020, and signed in July 2020", "began in
    October 1880 and lasted into March 1881".

    Args:
        year: the word that is changed.
        scene: the sentence.
    """
    own = int(year.text)
    beside = [int(t.text) for t in years_of(scene) if t.i != year.i]
    # "a baker (1973–78) and from 1982 a teacher"
    for _, span in _lives(scene):
        beside += [int(span[1]), int(span[1][: 4 - len(span[3])] + span[3])]
    # "from 1924 to the 1940s"
    if "0s" in scene.text:
        beside += [int(t.text[:4]) for t in scene.tokens if DECADE.fullmatch(t.text)]
    if scene.text.count(year.text) > 1 or any(abs(other - own) < 2 for other in beside):
        return []
    # "will open in 2022": nothing will be so in a year that is past.
    ahead = scene.has(COMING) and _is_ahead(year)
    years = [own + shift for shift in SHIFTS if own + shift > 0 and (shift > 0 or not ahead)]
    years = [n for n in years if n <= LAST_YEAR or (ahead and n < own + 10)]
    # What came before another year still comes before it.
    years = [n for n in years if all((n - other) * (own - other) > 0 for other in beside)]
    return [n for n in years if str(n) not in scene.text]


def _is_ahead(year: Token) -> bool:
    """ "will open in 2022"."""
    verb = event_of(year)
    return any(c.lower_ in COMING for t in (verb, verb.head) for c in t.children)


def _adds(year: Token, scene: Scene) -> bool:
    """Whether "also" adds what happened to other things: "She also published a novel in 1931".

    Also in front: "Also in 1931 she won the cup"; not "was built in 1931 and also in 1942".
    """
    if not scene.adds or scene.lowers.count("also") > 1:
        return False
    if scene.lowers[0] == "also":
        return year.i < 5
    also = scene.lowers.index("also")
    if not IN_TIME.isdisjoint(scene.lowers[also + 1 : also + 2]):
        return False
    return ignoring_also(scene).states(year)


def _is_first_until(year: Token, scene: Scene) -> bool:
    """ "It was not finished until 1931": it was so in that year."""
    if not scene.is_denied or "not" not in scene.words or scene.is_question:
        return False
    until = next((t for t in year.ancestors if t.dep_ == "prep"), year)
    verb = until.head
    if until.lower_ != "until" or verb.i != scene.head.i:
        return False
    helpers = {c.lower_ for c in verb.lefts if c.dep_ in ("aux", "auxpass", "neg")}
    return "not" in helpers and helpers <= {"not", "did", "was", "were"}


def _is_fixed(year: Token, scene: Scene) -> bool:
    """Whether a known event tells the year, or what is said holds later as well.

    "a song about the September 11 attacks", "during World War II"; "In 1990 it had sold a million"
    """
    # "around 1550" may be 1557, too.
    if year.i and year.nbor(-1).lower_ in ROUGHLY:
        return True
    # "Form 1040"
    if year.i and year.nbor(-1).lower_ in NUMBERED and not is_of_occasion(year):
        return True
    # "in January 2020, in the 2020–21 cup"
    own = int(year.text)
    if any(i != year.i and abs(int(span[1]) - own) < 3 for i, span in _lives(scene)):
        return True
    if scene.has(EVENTS) and any(event in scene.sentence.lower for event in DATED_EVENTS):
        return True
    had = any(c.lower_ == "had" and c.dep_ == "aux" for c in scene.head.children)
    return had and year.i < scene.head.i and any(a.dep_ == "prep" for a in year.ancestors)


@known
def _lives(scene: Scene) -> Sequence[tuple[int, re.Match[str]]]:
    """The places of two joined years, "1921–90", and these."""
    if not LIFE.search(scene.text):
        return ()
    spans = ((i, LIFE.fullmatch(word)) for i, word in enumerate(scene.lowers))
    return [(i, span) for i, span in spans if span is not None]


@known
def years_of(scene: Scene) -> Sequence[Token]:
    """The words that are years, in order."""
    if not scene.has_digits or not (_ANY_YEAR.search(scene.text) or scene.has(_ERAS)):
        return []
    lowers = scene.lowers
    return [
        scene.tokens[i]
        for i, word in enumerate(lowers)
        if word.isdecimal() and (YEAR.fullmatch(word) or _is_ancient(lowers, i))
    ]


def _is_ancient(lowers: Sequence[str], place: int) -> bool:
    """ "270 BC", "AD 65", "in 597"."""
    if len(lowers[place]) > 3:
        return False
    before, behind = lowers[max(place - 1, 0) : place], lowers[place + 1 : place + 2]
    if not _ERAS.isdisjoint((*before, *behind)):
        return True
    # "in 597.", "In 597 she"; not "in 597 words"
    alone = all(word in BEHIND_YEAR for word in behind)
    return len(lowers[place]) == 3 and alone and not IN_TIME.isdisjoint(before)


def other_day(scene: Scene) -> Iterator[list[Edit]]:
    """ "on 4 May" -> "on 19 May"; "from 2 May to 19 May" -> "from 9 May to 19 May"."""
    for token in scene.stated() if scene.has_digits and scene.has(LOWER_MONTHS) else ():
        month = _month_of(token)
        if month is None or not dates_verb(token, scene) or not happened_once(token, scene):
            continue
        own = int(token.text)
        # What was before another day of the month stays before it.
        others = [int(t.text) for t in scene.tokens if t.i != token.i and _month_of(t) == month]
        days = [
            day
            for day in range(2, 28)
            if abs(day - own) > 2 and all((day - other) * (own - other) > 0 for other in others)
        ]
        # "on 18 May, and died on the 19th"
        if days and not (others == [] and "the" in scene.words and _has_day(scene, token)):
            yield [replace(token, str(scene.choice(token, days)))]


def _has_day(scene: Scene, own: Token) -> bool:
    """Whether an ordinal is another day of the month: "on the 19th"."""
    return any(
        RANK.fullmatch(t.text) and t.head.lower_ == "on" and t.i != own.i for t in scene.tokens
    )


def _month_of(token: Token) -> str | None:
    """The month beside a number that can be its day."""
    if not token.text.isdecimal() or not 1 <= int(token.text) <= 31:
        return None
    near = token.doc[max(token.i - 1, 0) : token.i + 2]
    return next((t.text for t in near if t.text in MONTHS), None)


def dates_verb(token: Token, scene: Scene) -> bool:
    """Whether a date belongs to a verb, and is not part of a noun phrase.

    Args:
        token: a year, a month, a day, a decade or a century.
        scene: the sentence.
    """
    # "There were 40 inns in 1809": and in 1820 too, perhaps.
    if "expl" in scene.relations and any(c.dep_ == "expl" for c in scene.head.children):
        return False
    place = token
    while place.head.i != place.i and place.dep_ != "prep":
        if place.dep_ not in ("pobj", "nummod", "npadvmod", "appos", "conj"):
            return False
        # "at the 1967 festival", and at that of 1976, too, perhaps
        if place.dep_ == "nummod" and place.head.text not in BESIDE_YEAR:
            return False
        if place.dep_ == "npadvmod":
            return place.head.i == scene.head.i
        place = place.head
    # "in the summer of 1931", "at the end of 1931"
    part = is_part(place)
    place = place.head.head if part else place
    # "dates to 1290", "is dated to 906"
    told = place.lower_ == "to" and bare_form(place.head.text) == "date"
    timed = place.lower_ in IN_TIME or (part and place.lower_ in AT_PART)
    if (not timed and not told) or is_range(token):
        return False
    event = place.head
    # "in Odda, Norway in 1931"
    while event.dep_ == "appos" and event.tag_ == "NNP":
        event = event.head
    # "won the election in 1990": the parser often attaches a date to the noun before it.
    if event.tag_.startswith("NN"):
        return place.lower_ in ("in", "on") and event.dep_ in ("dobj", "pobj", "attr", "agent")
    return event.tag_.startswith("V")


def is_range(token: Token) -> bool:
    """Whether another number is joined to this one: "from 9 to 12", "1990-1995", "two or three"."""
    doc, i = token.doc, token.i
    behind = i + 2 < len(doc) and doc[i + 1].lower_ in JOINING and _is_number(doc[i + 2])
    return behind or (i > 1 and doc[i - 1].lower_ in JOINING and _is_number(doc[i - 2]))


def _is_number(word: Token) -> bool:
    return word.tag_ == "CD" or word.text[0].isdigit()
