"""Other dates: "in 1987" -> "in 1971", "on 4 May" -> "on 19 May", "(1921-90)" -> "(1907-90)"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import YEAR
from pipeline.negation.english.things import MONTHS
from pipeline.negation.kinds.checks.once import happened_once
from pipeline.negation.kinds.facts.limits import BARRED
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.quantity.cited import is_citation
from pipeline.negation.kinds.quantity.lasting import holds_at_times

if TYPE_CHECKING:
    from spacy.tokens import Token

_CENTURY = re.compile(r"(\d{1,2})(?:st|nd|rd|th)")
# A token: "1921–1990", "1921–90".
LIFE = re.compile(r"(1[0-9]{3}|20[0-2][0-9])([–—-])(\d{4}|\d{2})")
_ERAS = frozenset("bc bce ad ce b.c. a.d.".split())
_DECADE = re.compile(r"(1[0-9]|20)([0-9])0s")
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
CENTURIES = (
    *"twelfth thirteenth fourteenth fifteenth sixteenth".split(),
    *"seventeenth eighteenth nineteenth twentieth".split(),
)
# Not "before 1950": what was built before 1943 was built before 1950, too.
IN_TIME = frozenset("in on since from during through around until till".split())
BORN = frozenset(("born", "b."))
# "The Mill (1931) and soon The Barn (1932)"
ORDERED = frozenset("soon later then subsequently afterwards followed".split())
SHIFTS = (-24, -17, -13, -9, -7, -5, 5, 7, 9, 13, 17, 24)


def other_year(scene: Scene) -> Iterator[list[Edit]]:
    """ "She left in 1987" -> "She left in 1971"."""
    for token in years_of(scene):
        if not _dates_verb(token, scene):
            continue
        if not (scene.states(token) or _dates_background(token, scene) or _opens(token, scene)):
            continue
        if holds_at_times(token) or not happened_once(token, scene):
            continue
        year = int(token.text)
        beside = [int(t.text) for t in years_of(scene) if t.i != token.i]
        # "expired in 2020, and signed in July 2020": the same year twice
        if year in beside or scene.text.count(token.text) > 1 or _is_fixed(token, scene):
            continue
        # "began in October 1880 and lasted into March 1881"
        if any(abs(other - year) == 1 for other in beside):
            continue
        years = [year + shift for shift in SHIFTS if 0 < year + shift <= LAST_YEAR]
        # What came before another year still comes before it.
        years = [n for n in years if all((n - other) * (year - other) > 0 for other in beside)]
        years = [n for n in years if str(n) not in scene.text]
        if years:
            yield [replace(token, str(scene.choice(token, years)))]


def _opens(year: Token, scene: Scene) -> bool:
    """ "Also in 1931 she won the cup": in front, "also" adds the event to others, not the year."""
    return scene.adds and scene.lowers[0] == "also" and year.i < 5


def _is_fixed(year: Token, scene: Scene) -> bool:
    """Whether a known event tells the year, or what is said holds later as well.

    "a song about the September 11 attacks", "during World War II"; "In 1990 it had sold a million"
    """
    # "around 1550" may be 1557, too.
    if year.i and year.nbor(-1).lower_ in ROUGHLY:
        return True
    # "Form 1040"
    if year.i and year.nbor(-1).lower_ in NUMBERED:
        return True
    # "in January 2020, in the 2020–21 cup"
    spans = (LIFE.fullmatch(t.text) for t in scene.tokens if t.i != year.i)
    if any(span is not None and abs(int(span[1]) - int(year.text)) < 3 for span in spans):
        return True
    if scene.has(EVENTS) and any(event in scene.sentence.lower for event in DATED_EVENTS):
        return True
    had = any(c.lower_ == "had" and c.dep_ == "aux" for c in scene.head.children)
    return had and year.i < scene.head.i and any(a.dep_ == "prep" for a in year.ancestors)


def other_year_of_work(scene: Scene) -> Iterator[list[Edit]]:
    """ "It is a 1921 silent film" -> "It is a 1934 silent film"."""
    for token in years_of(scene):
        noun = token.head
        while noun.dep_ in ("compound", "nmod", "amod") and noun.i > token.i:
            noun = noun.head
        is_what = noun.dep_ == "attr" and noun.head.i == scene.head.i and noun.tag_ == "NN"
        if not is_what or noun.i < token.i or noun.left_edge.lower_ not in ("a", "the"):
            continue
        years = [int(token.text) + n for n in SHIFTS if int(token.text) + n <= LAST_YEAR]
        years = [n for n in years if str(n) not in scene.text]
        if years:
            yield [replace(token, str(scene.choice(token, years)))]


def years_of(scene: Scene) -> list[Token]:
    """The words that are years, in order."""
    if not scene.has_digits or not (YEAR.search(scene.text) or scene.has(_ERAS)):
        return []
    lowers = scene.lowers
    return [
        scene.tokens[i] for i, w in enumerate(lowers) if YEAR.fullmatch(w) or _is_ancient(lowers, i)
    ]


def _is_ancient(lowers: Sequence[str], place: int) -> bool:
    """ "270 BC", "AD 65"."""
    if not lowers[place].isdecimal() or len(lowers[place]) > 3:
        return False
    return not _ERAS.isdisjoint(
        (*lowers[max(place - 1, 0) : place], *lowers[place + 1 : place + 2])
    )


def other_decade(scene: Scene) -> Iterator[list[Edit]]:
    """ "in the 1980s" -> "in the 1950s"."""
    dated = scene.has_digits and "0s" in scene.text
    for token in scene.stated() if dated else ():
        found = _DECADE.fullmatch(token.text)
        if found is None or not _dates_verb(token, scene) or holds_at_times(token):
            continue
        if not happened_once(token, scene):
            continue
        decades = [n for n in range(10) if abs(n - int(found[2])) > 1]
        decades = [n for n in decades if int(f"{found[1]}{n}9") <= LAST_YEAR]
        if decades:
            yield [replace(token, f"{found[1]}{scene.choice(token, decades)}0s")]


def other_birth(scene: Scene) -> Iterator[list[Edit]]:
    """ "(born 4 May 1921)" -> "(born 4 May 1934)", "(1921-1990)" -> "(1907-1990)"."""
    if scene.is_question or "(" not in scene.words:
        return
    yield from _other_life(scene)
    for token in years_of(scene):
        if token.i not in scene.enclosed:
            continue
        before = token.doc[max(token.i - 6, 0) : token.i]
        opening = max((t.i for t in before if t.text == "("), default=-1)
        inside = [t.lower_ for t in before if t.i > opening]
        born = opening >= 0 and not BORN.isdisjoint(inside)
        # "(1921–1990)", "(4 May 1921 – 7 June 1990)"
        dated = all(
            t.text in MONTHS or t.text == "," or _is_day(t) for t in before if t.i > opening
        )
        after = token.doc[token.i + 1 : token.i + 2].text
        ranged = opening >= 0 and dated and after in ("-", "–")
        # "her first novel, The Mill (1931), ..."; not "Early mills (1680) were small"
        alone = opening == token.i - 1 and after == ")"
        alone &= not scene.has(ORDERED) or len(years_of(scene)) == 1
        alone = alone and not is_citation(token, scene)
        # "sang at the mill (1983)", and in other years, perhaps
        once = opening > 0 and token.nbor(-2).tag_ != "NNS" and not _is_performed(scene)
        if born or ranged or (alone and once):
            shift = scene.choice(token, (-19, -14, -11, -8))
            yield [replace(token, str(int(token.text) + shift))]


def _is_performed(scene: Scene) -> bool:
    """Whether it tells what somebody may do each year: "performed poetry at the mill (1983)"."""
    return bare_form(scene.head.text) in ("perform", "play", "sing", "appear", "speak", "exhibit")


def _other_life(scene: Scene) -> Iterator[list[Edit]]:
    """ "(1921–1990)" in one token."""
    for token in scene.tokens[1:]:
        found = LIFE.fullmatch(token.text) if token.i in scene.enclosed else None
        if found is None or token.nbor(-1).text != "(":
            continue
        # "for 40 years (1951–1991)"
        if scene.has(("years", "year")):
            continue
        first = int(found[1]) + scene.choice(token, (-19, -14, -11, -8))
        # "1905–06" would begin in another century.
        if len(found[3]) == 4 or str(first)[:2] == found[1][:2]:
            yield [replace(token, f"{first}{found[2]}{found[3]}")]


def other_day(scene: Scene) -> Iterator[list[Edit]]:
    """ "on 4 May" -> "on 19 May"; "from 2 May to 19 May" -> "from 9 May to 19 May"."""
    for token in scene.stated() if scene.has_digits and scene.has(LOWER_MONTHS) else ():
        month = _month_of(token)
        if month is None or not _dates_verb(token, scene) or not happened_once(token, scene):
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
        _CENTURY.fullmatch(t.text) and t.head.lower_ == "on" and t.i != own.i for t in scene.tokens
    )


def _is_day(token: Token) -> bool:
    return token.text.isdecimal() and len(token.text) < 3


def _month_of(token: Token) -> str | None:
    """The month beside a number that can be its day."""
    if not token.text.isdecimal() or not 1 <= int(token.text) <= 31:
        return None
    near = token.doc[max(token.i - 1, 0) : token.i + 2]
    return next((t.text for t in near if t.text in MONTHS), None)


def other_century(scene: Scene) -> Iterator[list[Edit]]:
    """ "in the 18th century" -> "in the 15th century"."""
    for token in scene.stated() if scene.has(("century",)) else ():
        found = _CENTURY.fullmatch(token.text)
        century = token.head
        if century.lower_ != "century" or not _dates_verb(century, scene):
            continue
        if holds_at_times(century) or not happened_once(century, scene):
            continue
        if found:
            others = [n for n in range(12, 21) if abs(n - int(found[1])) > 1]
            yield [replace(token, f"{scene.choice(token, others)}th")]
        elif token.lower_ in CENTURIES:
            own = CENTURIES.index(token.lower_)
            words = [w for n, w in enumerate(CENTURIES) if abs(n - own) > 1]
            yield [replace(token, scene.choice(token, words))]


def _dates_verb(token: Token, scene: Scene) -> bool:
    """Whether a date belongs to the main verb, and is not part of a noun phrase."""
    # "There were 40 inns in 1809": and in 1820 too, perhaps.
    if any(c.dep_ == "expl" for c in scene.head.children):
        return False
    place = token
    while place.head.i != place.i and place.dep_ != "prep":
        if place.dep_ not in ("pobj", "nummod", "npadvmod", "appos", "conj"):
            return False
        # "at the 1967 festival", and at that of 1976, too, perhaps
        if place.dep_ == "nummod" and place.head.text not in MONTHS | ERAS:
            return False
        if place.dep_ == "npadvmod":
            return place.head.i == scene.head.i
        place = place.head
    # "dates to 1290", "is dated to 906"
    told = place.lower_ == "to" and bare_form(place.head.text) == "date"
    if (place.lower_ not in IN_TIME and not told) or is_range(token):
        return False
    event = place.head
    # "won the election in 1990": the parser often attaches a date to the noun before it.
    if event.tag_.startswith("NN"):
        return place.lower_ in ("in", "on") and event.dep_ in ("dobj", "pobj", "attr", "agent")
    return event.tag_.startswith("V")


def event_of(date: Token) -> Token:
    """The verb that a date belongs to; the parser may attach it to the noun before."""
    return next((t for t in date.ancestors if t.tag_[0] == "V"), date)


def _dates_background(token: Token, scene: Scene) -> bool:
    """Whether a date belongs to an event that the sentence takes for granted.

    "The hall that he built in 1920 is a museum", "After she left in 1987, it was sold"
    """
    if scene.is_question or token.i in scene.enclosed:
        return False
    place = token
    while place.dep_ != "prep":
        # A date that no preposition governs, up to the root.
        if place.head.i == place.i:
            return False
        place = place.head
    event = place.head
    if event.tag_ not in ("VBD", "VBN") or event.i == scene.head.i:
        return False
    helpers = [c for c in event.children if c.dep_ in ("aux", "auxpass", "neg")]
    if any(c.lower_ not in ("was", "were", "had", "been") for c in helpers):
        return False
    if any(t.lower_ in BARRED for t in (*event.children, *place.subtree)):
        return False
    if event.dep_ == "advcl":
        marks = [c.lower_ for c in event.children if c.dep_ == "mark" or c.tag_ == "WRB"]
        return marks in (["after"], ["when"], ["because"], ["although"], ["since"], ["while"])
    # "those built in 1920" and "a book from 1920" leave others open.
    thing = event.head
    known = thing.left_edge.lower_ in ("the", "his", "her", "its", "their")
    one = thing.tag_ != "NNS" and (known or thing.tag_ == "NNP")
    return event.dep_ in ("relcl", "acl") and one


def is_range(token: Token) -> bool:
    """Whether another number is joined to this one: "from 9 to 12", "1990-1995", "two or three"."""
    near = token.doc[max(token.i - 2, 0) : token.i + 3]
    others = [t for t in near if t.i != token.i and (t.tag_ == "CD" or t.text[0].isdigit())]
    between = {"-", "–", "—", "/", "and", "or", "to", "through"}
    return any(
        t.lower_ in between
        for other in others
        for t in token.doc[min(other.i, token.i) + 1 : max(other.i, token.i)]
    )
