"""Another figure that stands for itself: "a capacity of 1,200", "peaked at number 11"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, exchange, replace
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.english.lexicon import BE, NUMBER_WORDS, YEAR
from pipeline.negation.kinds.facts.nouns import bare_noun, is_named
from pipeline.negation.kinds.facts.rough import ABOUT, rounding
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.quantity.counted import BOUNDS
from pipeline.negation.kinds.quantity.dates import is_range
from pipeline.negation.kinds.quantity.spelt import JUDGING
from pipeline.negation.kinds.quantity.values import DIGITS, another, is_broken_down, near_in

if TYPE_CHECKING:
    from spacy.tokens import Token

MEASURES = frozenset(
    "capacity population total area length width height depth speed age circulation enrolment"
    " enrollment attendance crew membership budget average mean elevation altitude weight mass"
    " diameter radius distance score record rating turnout rank value volume temperature density"
    " frequency wavelength wingspan staff".split()
)
REACHING = frozenset("peak chart debut rank finish place enter open stand reach".split())
SCORE = re.compile(r"(\d{1,2})([–-])(\d{1,2})")
CONTESTS = frozenset(
    "beat beats beating defeat defeated defeating win wins won winning lose loses lost losing draw"
    " drew victory loss final match game score scored scoreline".split()
)
NOT_ONE = frozenset("day time another thing way hand year night point word side morning".split())
# "two-way", "one-hand" are no measures.
NO_UNIT = frozenset("bit way hand half fold third quarter dimension degree step point".split())
BEFORE_NOUN = frozenset("nummod compound amod nmod npadvmod punct advmod".split())
ARTICLES = frozenset("a an the his her its their".split())
# "No. 11", "number 11", "#11"
NUMBERED = frozenset(("no", "no.", "number", "#", "."))
OF_PLACE = frozenset("pobj nummod appos".split())
EXTREMES = frozenset("high low peak".split())
BEFORE_LIMIT = BOUNDS | ABOUT | JUDGING
ROUGH_BOUNDS = BOUNDS | ABOUT
BEFORE_ONE = BOUNDS | {"only", "no", "of"}


def other_figure(scene: Scene) -> Iterator[list[Edit]]:
    """ "The hall has a capacity of 1,200" -> "The hall has a capacity of 7,200"."""
    if not scene.has_digits or "CD" not in scene.sentence.tags:
        return
    numbers = [t for t, tag in zip(scene.tokens, scene.sentence.tags, strict=True) if tag == "CD"]
    # "No. 11" is no denial.
    reached = [t for t in numbers if _is_reached(t)] if scene.is_open else ()
    for token in (*scene.stated("CD"), *reached):
        if not DIGITS.fullmatch(token.text) or token.text in ("0", "1") or is_range(token):
            continue
        # "a mark of 60 out of 100", "an average of 8.5 per cent", "11 – 13"
        if any(True for _ in token.children) or token.i < 2 or not _ends(token):
            continue
        limits = BOUNDS if rounding(token) is not None else ROUGH_BOUNDS
        before = {t.lower_ for t in scene.tokens[max(token.i - 3, 0) : token.i]}
        stands = _is_measure(token) or _is_reached(token) or _is_equal(token)
        stands = stands or _is_age(token)
        new = another(token.text, scene, token) if stands else None
        if new is not None and not before & (limits - {"to"}):
            yield [replace(token, new)]


def other_length(scene: Scene) -> Iterator[list[Edit]]:
    """ "She signed a four-year contract" -> "She signed a six-year contract"."""
    if "-" not in scene.words:
        return
    for token in scene.tokens[:-3]:
        if token.lower_ not in NUMBER_WORDS and not DIGITS.fullmatch(token.text):
            continue
        hyphen, unit = token.nbor(1), token.nbor(2)
        joined = hyphen.text == "-" and not token.whitespace_ and not hyphen.whitespace_
        if (
            not joined
            or unit.tag_ != "NN"
            or not unit.text.islower()
            or unit.lower_ in NO_UNIT
            or token.text in ("0", "1")
        ):
            continue
        # "a nearly 40-mile walk", "the first four-year plan", "the 2012-season"
        before = token.nbor(-1).lower_ if token.i else ""
        if before in BEFORE_LIMIT or YEAR.fullmatch(token.text):
            continue
        thing = _measured(token)
        # "a three-month high" may be a four-month high, too.
        if thing is None or thing.lower_ in EXTREMES or is_named(thing) or not scene.states(thing):
            continue
        if is_broken_down(token, scene) or thing.left_edge.lower_ not in ARTICLES:
            continue
        words = token.lower_ in NUMBER_WORDS
        new = (
            scene.choice(token, near_in(NUMBER_WORDS, token.lower_))
            if words
            else another(token.text, scene, token)
        )
        if new is not None:
            yield exchange(token, new)


def other_score(scene: Scene) -> Iterator[list[Edit]]:
    """ "Odda won the match 10–7" -> "Odda won the match 12–7": the winner stays the winner."""
    if not scene.has_digits or not scene.has(CONTESTS) or scene.is_question:
        return
    for token in scene.tokens[1:]:
        found = SCORE.fullmatch(token.text)
        if (
            found is None
            or not _is_result(token)
            or token.i in scene.enclosed
            or not scene.states(token)
        ):
            continue
        first, second = int(found[1]), int(found[3])
        # "the 11–12 season", "7-6, 6-3": several sets
        several = sum(SCORE.fullmatch(t.text) is not None for t in scene.tokens) > 1
        if first == second or max(first, second) > 60 or several:
            continue
        more = scene.choice(token, (1, 2, 3))
        if first > second:
            yield [replace(token, f"{first + more}{found[2]}{second}")]
        else:
            yield [replace(token, f"{first}{found[2]}{second + more}")]


def _is_result(score: Token) -> bool:
    """ "won 3–1", "a 3–1 victory"; not "a 3–4 formation"."""
    return bool({score.head.lower_, score.head.head.lower_} & CONTESTS)


def one_more(scene: Scene) -> Iterator[list[Edit]]:
    """ "She has one brother" -> "She has two brothers"."""
    for token in scene.stated() if scene.has(("one",)) else ():
        noun = token.head
        if token.lower_ != "one" or token.dep_ != "nummod" or noun.tag_ != "NN":
            continue
        # "one day", "only one", "no one", "one another", "at least one"
        near = {t.lower_ for t in scene.tokens[max(token.i - 2, 0) : token.i]}
        # "There is one shop" would need "are".
        if any(c.dep_ == "expl" for c in noun.head.children):
            continue
        if noun.i != token.i + 1 or noun.lower_ in NOT_ONE or near & BEFORE_ONE:
            continue
        # "puts one word in place of another"
        if "another" in scene.words:
            continue
        # "one song, "Mill Road", in 1980": a single name
        if _is_titled(noun):
            continue
        if noun.dep_ in ("dobj", "attr") and not any(c.dep_ == "conj" for c in noun.children):
            yield [replace(token, "two"), replace(noun, inflected(noun.lower_, "NNS"))]


def _is_titled(noun: Token) -> bool:
    behind = noun.doc[noun.i + 1 :]
    return any(t.is_quote for t in behind) or any(c.dep_ == "appos" for c in noun.children)


def _measured(number: Token) -> Token | None:
    """The noun behind "four-year"; None if something else is between the two."""
    thing = number
    while thing.dep_ in BEFORE_NOUN and thing.head.i > thing.i:
        thing = thing.head
    behind = thing.i - number.i
    return thing if thing.tag_ in ("NN", "NNS") and 2 < behind < 7 else None


def _ends(token: Token) -> bool:
    """Whether nothing follows that the number counts."""
    after = token.doc[token.i + 1 : token.i + 2]
    return all(t.is_punct or t.tag_ in ("IN", "CC") for t in after) and after.text not in "-–/:%"


def _is_measure(token: Token) -> bool:
    """ "a capacity of 1,200", but not "the population of 2011"."""
    of = token.head
    if token.dep_ != "pobj" or of.lower_ != "of" or bare_noun(of.head) not in MEASURES:
        return False
    return of.i + 1 == token.i and not YEAR.fullmatch(token.text)


def _is_equal(token: Token) -> bool:
    """ "The number of seats is 40", "was estimated to be 40"."""
    counted = token.dep_ == "attr" and (token.head.lower_ in BE or token.head.lower_ == "be")
    return counted and not YEAR.fullmatch(token.text)


def _is_age(token: Token) -> bool:
    """ "died aged 45", "left school at age 15"; not beside the year of birth and that of death."""
    before = token.nbor(-1).lower_
    years = sum(YEAR.fullmatch(t.text) is not None for t in token.doc)
    return before in ("aged", "age") and years < 2


def _is_reached(token: Token) -> bool:
    """ "peaked at number 11", "charted at 29", "reached number 11", "ranked No. 11"."""
    place = token
    while place.dep_ in OF_PLACE and place.head.lower_ in NUMBERED:
        place = place.head
    # "reached No. 11"
    if place.i < token.i and bare_form(place.head.text) in REACHING and place.head.i < place.i:
        between = token.doc[place.head.i + 1 : token.i]
        return place.head.tag_[0] == "V" and all(t.lower_ in NUMBERED for t in between)
    place = place.head
    if place.lower_ not in ("at", "to") or bare_form(place.head.text) not in REACHING:
        return False
    between = token.doc[place.i + 1 : token.i]
    return all(t.lower_ in NUMBERED for t in between)
