"""Other numbers and sums: "three eggs" -> "five eggs", "$18 million" -> "$58 million"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, exchange, replace
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.kinds.checks.certain import is_about_some
from pipeline.negation.kinds.facts.limits import SUBJECT
from pipeline.negation.kinds.facts.nouns import bare_noun, is_named
from pipeline.negation.kinds.facts.rough import CURRENCIES, rounding
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.quantity.counted import (
    NUMERALS,
    counts_noun,
    is_claimed,
    is_limit,
    names_year,
)
from pipeline.negation.kinds.quantity.dates import is_range
from pipeline.negation.kinds.quantity.spelt import CLOCK, is_fixed, is_spelt_out
from pipeline.negation.kinds.quantity.values import (
    DIGITS,
    SMALL,
    another,
    compared,
    compares,
    far,
    is_broken_down,
    is_given_again,
    other_figures,
    other_words,
)
from pipeline.negation.reading.headline import is_headline

if TYPE_CHECKING:
    from spacy.tokens import Token

HUNDREDS = frozenset("hundred thousand million billion trillion".split())
BEFORE_SUMS = frozenset("from between".split())
PASSING = frozenset("surpass exceed pass top cross reach hit break".split())
DAYS = frozenset("day night week month year".split())
ALONE = frozenset("attr dobj pobj".split())


def other_number(scene: Scene) -> Iterator[list[Edit]]:
    """ "1,200 seats" -> "4,200 seats"; "three eggs" -> "five eggs"."""
    if not scene.has_digits and not scene.has(NUMERALS):
        return
    # "40 points from 20 games, with an average of two"
    if "respectively" in scene.words or "with an average of" in scene.sentence.lower:
        return
    tags, many = scene.sentence.tags, scene.has(HUNDREDS)
    for token, relation in zip(scene.tokens, scene.relations, strict=True):
        tag = tags[token.i]
        if tag != "CD" and relation != "nummod":
            continue
        if relation == "compound" or (many and token.head.lower_ in HUNDREDS):
            # "9.8 million copies", "four hundred copies": the figure before the million
            if tag == "CD" and _is_of_millions(token, scene):
                yield from _other_than(token, scene)
            continue
        if relation in SUBJECT and tag == "CD":
            if _is_of_those(token, scene):
                yield from _other_than(token, scene)
            continue
        if relation != "nummod" or not counts_noun(token) or not is_claimed(token, scene):
            continue
        # "terminal 2" is a name; "286 vehicles (169 cars and 117 motorbikes)" is a sum.
        if token.i > token.head.i or is_broken_down(token, scene) or is_spelt_out(token, scene):
            continue
        if is_fixed(token, scene) or _is_of_news(token, scene) or names_year(token):
            continue
        if _is_dated_span(token, scene):
            continue
        yield from _other_than(token, scene)


def _other_than(token: Token, scene: Scene) -> Iterator[list[Edit]]:
    """Another number for a word, if one fits the sentence."""
    if token.lower_ in NUMERALS:
        row = other_words(token.lower_, rough=rounding(token) is not None)
        row = [word for word in row if word not in scene.words]
        row = compared(row, scene, token) if compares(scene) else row
        if row:
            yield [replace(token, scene.choice(token, row))]
    elif DIGITS.fullmatch(token.text):
        # "at 11 pm", but not "at 16 pm"
        most = 12 if token.head.lower_ in CLOCK else SMALL
        new = another(token.text, scene, token, most)
        if new is not None:
            yield exchange(token, new)


def _is_of_news(number: Token, scene: Scene) -> bool:
    """ "Five sailors rescued near Odda", and on another day three; "Odda 5 engine" is a name.

    In a headline the subject, or the noun behind which the verb is missing, is nobody certain.
    """
    if number.i and number.nbor(-1).tag_ == "NNP":
        return True
    if not is_headline(scene.doc) or not any(t.tag_ == "NNP" for t in scene.tokens):
        return False
    noun, clause = number.head, scene.clause
    if clause is not None and clause.subject is not None and not is_about_some(noun, scene):
        return False
    # "Gunmen kill nine people": of one deed there is one number.
    return noun.dep_ not in ("dobj", "pobj") or any(c.dep_ in ("acl", "relcl") for c in noun.rights)


def _is_of_millions(number: Token, scene: Scene) -> bool:
    """ "9.8" in "sold 9.8 million copies"; not in "$9.8 million", nor in "9 to 10 million"."""
    million = number.head
    if million.lower_ not in HUNDREDS or million.i != number.i + 1 or is_range(number):
        return False
    known = number.lower_ in NUMERALS or DIGITS.fullmatch(number.text) is not None
    if not known or number.text in ("0", "1"):
        return False
    before = number.nbor(-1) if number.i else number
    if before.text in CURRENCIES or before.tag_ == "CD" or (number.i and is_limit(before)):
        return False
    if million.dep_ in ALONE:
        # "a hundred of them", "two hundred and forty"
        joined = any(c.dep_ in ("cc", "conj", "prep") for c in million.rights)
        return not joined and scene.states(million) and not is_broken_down(number, scene)
    if million.dep_ != "nummod" or million.head.tag_ == "CD" or million.i > million.head.i:
        return False
    if is_named(million.head) or is_broken_down(number, scene) or is_fixed(million, scene):
        return False
    return is_claimed(million, scene)


def _is_of_those(number: Token, scene: Scene) -> bool:
    """ "36 of the singers were heard", in which no list tells who they were."""
    of = next((c for c in number.rights if c.lower_ == "of" and c.i == number.i + 1), None)
    if of is None or is_range(number) or not scene.asserts(number, subject=True):
        return False
    before = number.nbor(-1) if number.i else number
    if (number.i and is_limit(before)) or is_broken_down(number, scene) or names_year(number):
        return False
    return DIGITS.fullmatch(number.text) is not None or not scene.has((",", ":", ";", "and"))


def _is_passed(number: Token) -> bool:
    """ "passed the $50 million mark", "exceeded $50 million"."""
    return any(bare_form(a.text) in PASSING for a in number.ancestors)


def _is_dated_span(number: Token, scene: Scene) -> bool:
    """ "for three nights, from 12 to 14 May": the dates tell how many."""
    figures = [t for t in scene.tokens if t.tag_ == "CD" and t.i > number.i]
    return bare_noun(number.head) in DAYS and scene.has(("from", "between")) and len(figures) > 1


def other_sum(scene: Scene) -> Iterator[list[Edit]]:
    """ "It cost $18 million" -> "It cost $58 million"."""
    if not scene.has(CURRENCIES):
        return
    for token in scene.stated():
        if not DIGITS.fullmatch(token.text) or token.i == 0:
            continue
        if token.nbor(-1).text not in CURRENCIES or is_range(token):
            continue
        # "€40 million ($50 million)"; what passed $70 million passed $50 million, too.
        if is_given_again(token, scene) or _is_passed(token):
            continue
        # "more than $40", "from $40"; "rose to $40"
        before = token.nbor(-2) if token.i > 1 else token
        if not (is_limit(before) or before.lower_ in BEFORE_SUMS):
            others = other_figures(token.text)
            others = far(others, token.text) if rounding(token) is not None else others
            others = compared(others, scene, token) if compares(scene) else others
            if others:
                yield [replace(token, scene.choice(token, others))]
