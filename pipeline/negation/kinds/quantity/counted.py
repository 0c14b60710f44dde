"""Whether a number counts its noun, and the sentence says that there are so many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import BE, NUMBER_WORDS, ORDINALS, PERCENT, YEAR
from pipeline.negation.english.things import MONTHS
from pipeline.negation.kinds.facts.limits import BARRED, SUBJECT
from pipeline.negation.kinds.facts.nouns import bare_noun, is_named
from pipeline.negation.kinds.facts.rough import rounding
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.quantity.dates import is_range
from pipeline.negation.kinds.quantity.values import TENS

if TYPE_CHECKING:
    from spacy.tokens import Token

UP_TO = frozenset("up close near next down according due".split())
NUMERALS = frozenset((*NUMBER_WORDS, *TENS))
# Words that make a number a limit rather than an exact figure.
BOUNDS = frozenset(
    "than over under least most to up below above between only within minimum".split()
)
# The parser takes many of these for names.
UNITS = frozenset(
    "m² km² m2 km2 ha mm cm m km m. km. ft ft. mi mi. kg g mg lb lbs nm μm yr GHz MHz kHz Hz GW MW"
    " kW W V kbar mbar hPa GB MB KB TB bp hp mph kph baht euros ° °C °F º".split()
)
# Behind a number that looks like a year: "1000 metres", "1500 people", not "the 1500 prizes".
MEASURED = frozenset(
    "people person inhabitant resident soldier troop man woman child student pupil worker employee"
    " member house household home building seat spectator copy ship boat aircraft vehicle horse"
    " meter metre mile kilometre kilometer foot yard acre hectare ton tonne pound kilogram gram"
    " hour year day volt watt degree dollar euro word page book species victim prisoner".split()
)
# Nouns whose numbers name things and do not count them.
NAMING = frozenset(
    "no. nr. number route highway chapter page section article act line level grade class type"
    " version model room apollo boeing channel bus flight".split()
)
# Before a noun these mean that there are no others: "The twelve halls", "her twelve halls".
WHOLE = frozenset("the these those its his her their our my".split())
# "Forty guests from Odda sang" tells of one event; "Forty mills in Odda were built".
COMING = frozenset(("from", "with"))
# "the two sides", "the two": of so few things the words around them tell how many there are.
LEAST_WHOLE = 3
LIMITS = NAMING | BOUNDS
PICKING = BARRED | {"first", "last", "next", "top", *ORDINALS}


def counts_noun(token: Token) -> bool:
    """Whether a number counts its noun exactly, or roughly.

    Args:
        token: the number.
    """
    noun = token.head
    named = is_named(token) or is_named(noun) or noun.tag_ in ("CD", "NNP")
    if named and noun.text not in UNITS and not _counts_named(token):
        return False
    # "11°3' north"
    if noun.text in ("°", "º") and noun.doc[noun.i + 1 : noun.i + 2].text not in ("C", "F"):
        return False
    before = token.nbor(-1) if token.i else token
    if noun.lower_ in NAMING or (token.i and is_limit(before)):
        return False
    limits = (c for c in token.children if c.lower_ in BOUNDS and is_limit(c))
    if any(True for _ in limits) or is_range(token):
        return False
    after = token.nbor(1) if token.i + 1 < len(token.doc) else token
    # "26 000 people", "thirty eight seats", "thirty-eight seats": part of a number
    beside = [*token.doc[max(token.i - 2, 0) : token.i], *token.doc[token.i + 1 : token.i + 3]]
    near = [
        t for t in beside if abs(t.i - token.i) == 1 or token.doc[(t.i + token.i) // 2].is_space
    ]
    # "5 June 2020 protests"
    split = any(t.lower_ in NUMERALS or t.text.isdecimal() or t.text in MONTHS for t in near)
    return not split and after.text not in ("-", "–", "'s", "’s")


def is_limit(word: Token) -> bool:
    """Whether a word makes a figure a limit: "over 40"; but "only 40" and "make up 40 %" are exact.

    Args:
        word: the word before or below the figure.
    """
    before = word.nbor(-1) if word.i else word
    if word.lower_ == "only" or (word.lower_ == "up" and bare_form(before.text) == "make"):
        return False
    # "fell to 40 %", "was sold to 40 shops"; but "up to 40", "close to 40"
    if word.lower_ == "to" and word.dep_ == "prep" and before.lower_ not in UP_TO:
        return False
    return word.lower_ in LIMITS


def _counts_named(number: Token) -> bool:
    """ "won four Berg Prizes", "41 State Governors"; not "the Four Peaks", "Form 41"."""
    noun = number.head
    if noun.tag_ != "NNPS" or number.dep_ != "nummod" or noun.left_edge.i != number.i:
        return False
    return number.text.islower() or (number.text.isdecimal() and noun.dep_ == "dobj")


def names_year(number: Token) -> bool:
    """Whether a number is a year, "the 1978 film", or too small to have an alternative.

    Args:
        number: the number.
    """
    if number.text in ("0", "1"):
        return True
    if not YEAR.fullmatch(number.text):
        return False
    noun = number.head
    if noun.i != number.i + 1 or noun.left_edge.lower_ in WHOLE:
        return True
    return noun.text not in UNITS and (noun.tag_ != "NNS" or bare_noun(noun) not in MEASURED)


def is_claimed(number: Token, scene: Scene) -> bool:
    """Whether the sentence says that there are exactly, or about, so many.

    Args:
        number: the number.
        scene: the sentence.
    """
    if _is_of_subject(number, scene) or scene.states(number):
        return True
    noun = number.head
    if rounding(number) is not None:
        within = noun.dep_ in ("dobj", "pobj", "attr") and scene.asserts(noun.head)
        return within or scene.asserts(noun)
    # "A total of 22 men were captured"
    of = noun.head
    total = of.lower_ == "of" and of.head.lower_ == "total" and of.head.dep_ in SUBJECT
    return total and scene.asserts(number, subject=True)


def _is_of_subject(number: Token, scene: Scene) -> bool:
    """Whether a number counts the subject, so that another one contradicts the sentence.

    "Four species are known", "In 1990 four species were known": nobody would say this of a larger
    number. "The twelve halls of the school are closed" takes for granted that there are twelve.
    """
    noun = number.head
    if noun.dep_ not in SUBJECT or not scene.asserts(number, subject=True):
        return False
    first, rough = noun.left_edge, rounding(number)
    if first.i in (number.i, number.left_edge.i) or (rough is not None and first.i == rough.i):
        open_ = any(c.dep_ == "prep" and c.lower_ not in COMING for c in noun.children)
        return noun.text in PERCENT or not open_
    return _is_whole(number) and not _is_told_what(noun)


def _is_told_what(noun: Token) -> bool:
    """ "The three guests were two men and a boy": as many as the list has."""
    verb = noun.head
    return verb.lower_ in BE and any(t.dep_ == "conj" for c in verb.rights for t in c.subtree)


def _is_whole(number: Token) -> bool:
    """ "the twelve halls", "the village's twelve halls"; not "the first twelve halls"."""
    noun = number.head
    few = number.lower_ == "two" or (number.text.isdecimal() and int(number.text) < LEAST_WHOLE)
    if few or noun.tag_ != "NNS":
        return False
    before = number.doc[noun.left_edge.i : number.i]
    if any(t.lower_ in PICKING for t in before):
        return False
    known = any(c.lower_ in WHOLE or c.dep_ == "poss" for c in noun.lefts if c.i < number.i)
    return known and not YEAR.fullmatch(number.text)
