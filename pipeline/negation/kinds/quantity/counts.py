"""Other numbers and quantifiers: "three eggs" -> "five eggs", "most" -> "few"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, exchange, replace
from pipeline.negation.english.lexicon import NUMBER_WORDS, ORDINALS, PERCENT, YEAR
from pipeline.negation.kinds.checks.certain import is_about_some
from pipeline.negation.kinds.facts.limits import DENYING, SUBJECT
from pipeline.negation.kinds.facts.nouns import bare_noun, is_named
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.quantity.dates import is_range
from pipeline.negation.kinds.quantity.spelt import CLOCK, is_fixed, is_spelt_out
from pipeline.negation.kinds.quantity.values import (
    DIGITS,
    SMALL,
    TENS,
    another,
    compared,
    compares,
    is_broken_down,
    near_in,
)
from pipeline.negation.reading.headline import is_headline

if TYPE_CHECKING:
    from spacy.tokens import Token

_ORDINAL = re.compile(r"(\d{1,3})(?:st|nd|rd|th)")
# "may often be": what may often be may also rarely be.
NOT_OFTEN = frozenset("may might can could would should".split())
NUMERALS = frozenset((*NUMBER_WORDS, *TENS))
# "the first mate", "the first lady" are titles.
NOT_FIRST = frozenset(
    "time thing step half language name lady mate lieutenant minister secretary assistant sergeant"
    " officer class team violin".split()
)
WHOSE = frozenset("the its his her their".split())
OF_WHICH = frozenset(("relcl", "acl"))
# Words that make a number a limit rather than an exact figure.
BOUNDS = frozenset(
    "than over under least most to up below above between only within minimum".split()
)
ABOUT = frozenset("about approximately around roughly nearly almost".split())
# The parser takes these for names.
AREAS = frozenset(("m²", "km²", "m2", "km2", "ha"))
CURRENCIES = frozenset(("$", "£", "€", "¥", "US$", "A$", "C$"))
NOT_RANKED = frozenset("half century hand language world party largest home nature".split())
RANKED = frozenset("place position round season floor minute inning day year attempt row".split())
# Nouns whose numbers name things and do not count them.
NAMING = frozenset(
    "no. nr. number route highway chapter page section article act line level grade class type"
    " version model room apollo boeing channel bus flight".split()
)


def other_number(scene: Scene) -> Iterator[list[Edit]]:
    """ "1,200 seats" -> "4,200 seats"; "three eggs" -> "five eggs"."""
    if not scene.has_digits and not scene.has(NUMERALS):
        return
    # "40 points from 20 games, with an average of two"
    if "respectively" in scene.words or "with an average of" in scene.sentence.lower:
        return
    for token, relation in zip(scene.tokens, scene.relations, strict=True):
        if relation != "nummod":
            # "9.8 million copies": the figure before the million
            if relation == "compound" and _is_of_millions(token, scene):
                new = another(token.text, scene, token)
                if new is not None:
                    yield [replace(token, new)]
            continue
        if not _counts(token) or not _is_claimed(token, scene):
            continue
        # "terminal 2" is a name; "286 vehicles (169 cars and 117 motorbikes)" is a sum.
        if token.i > token.head.i or is_broken_down(token, scene) or is_spelt_out(token, scene):
            continue
        if is_fixed(token, scene) or _is_of_news(token, scene):
            continue
        if token.lower_ in NUMBER_WORDS or token.lower_ in TENS:
            row = near_in(NUMBER_WORDS if token.lower_ in NUMBER_WORDS else TENS, token.lower_)
            row = compared(row, scene, token) if compares(scene) else row
            if row:
                yield [replace(token, scene.choice(token, row))]
        elif DIGITS.fullmatch(token.text) and not _names(token):
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
    if million.lower_ not in ("million", "billion") or not DIGITS.fullmatch(number.text):
        return False
    if million.i != number.i + 1 or million.dep_ != "nummod" or is_range(number):
        return False
    before = number.nbor(-1) if number.i else number
    bound = before.text in CURRENCIES or before.lower_ in BOUNDS or number.text in ("0", "1")
    return not bound and _counts(million) and _is_claimed(million, scene)


def other_sum(scene: Scene) -> Iterator[list[Edit]]:
    """ "It cost $18 million" -> "It cost $58 million"."""
    if not scene.has(CURRENCIES):
        return
    for token in scene.stated():
        if not DIGITS.fullmatch(token.text) or token.i == 0:
            continue
        if token.nbor(-1).text not in CURRENCIES or is_range(token):
            continue
        near = {t.lower_ for t in scene.tokens[max(token.i - 4, 0) : token.i]}
        if not near & (BOUNDS | {"from"}):
            others = [d + token.text[1:] for d in "23456789" if d != token.text[0]]
            others = compared(others, scene, token) if compares(scene) else others
            if others:
                yield [replace(token, scene.choice(token, others))]


def _is_claimed(number: Token, scene: Scene) -> bool:
    """Whether the sentence says that there are exactly, or about, so many."""
    # "Four species are known", "In 1990 four species were known": nobody would say this of a larger
    # number.
    noun = number.head
    first = (
        noun.dep_ in SUBJECT
        and noun.left_edge.i == number.left_edge.i
        and (noun.text in PERCENT or not any(c.dep_ == "prep" for c in noun.children))
        and scene.asserts(number, subject=True)
    )
    if any(c.lower_ in ABOUT for c in number.children):
        # "About two", "some 20": only another first digit is far enough away.
        exact = len(number.text) > 2 and number.text[0].isdigit()
        within = noun.dep_ in ("dobj", "pobj", "attr") and scene.asserts(noun.head)
        return exact and (first or within or scene.asserts(noun))
    # "A total of 22 men were captured"
    of = noun.head
    total = of.lower_ == "of" and of.head.lower_ == "total" and of.head.dep_ in SUBJECT
    return first or scene.states(number) or (total and scene.asserts(number, subject=True))


def other_ordinal(scene: Scene) -> Iterator[list[Edit]]:
    """ "came second" -> "came fourth"; "the third king" -> "the sixth king"."""
    if not scene.has_digits and not scene.has(("first", "last", *ORDINALS)):
        return
    for token in scene.stated():
        word = scene.lowers[token.i]
        found = _ORDINAL.fullmatch(word) if scene.has_digits else None
        if word == "first" and _is_first_of(token):
            yield [replace(token, scene.choice(token, ("second", "third")))]
        if word == "last" and _is_first_of(token):
            yield [replace(token, "first")]
        if word not in ORDINALS and not found:
            continue
        if token.dep_ not in ("amod", "advmod", "acomp") or is_named(token):
            continue
        # "Flutes open the third part", and others the fourth; "add second date", in a headline
        if is_about_some(token, scene):
            continue
        if token.dep_ == "amod" and token.head.dep_ != "pobj" and _is_bare(token.head):
            continue
        # "a first stage and a second stage"
        if any(_is_ranked_alike(t, token) for t in scene.tokens):
            continue
        noun, near = token.head, scene.tokens[token.i + 1 : token.i + 2]
        # "his second home", "second only to him"
        if noun.lower_ in NOT_RANKED or any(t.lower_ == "only" for t in near):
            continue
        placed = noun.dep_ == "pobj" and noun.lower_ in RANKED
        if token.dep_ == "amod" and noun.dep_ not in ("attr", "dobj") and not placed:
            continue
        if found is None:
            others = [w for w in ORDINALS if w != token.lower_]
            yield [replace(token, scene.choice(token, others))]
        else:
            number = int(found[1])
            shifts = [n for n in (-4, -3, -2, 2, 3, 5, 7) if number + n > 1]
            yield [replace(token, _ordinal(number + scene.choice(token, shifts)))]


def _is_bare(noun: Token) -> bool:
    return not any(c.dep_ in ("det", "poss") for c in noun.lefts)


def _is_ranked_alike(other: Token, rank: Token) -> bool:
    """Whether another ordinal ranks the same sort of thing."""
    if other.i == rank.i or other.lower_ not in ("first", *ORDINALS):
        return False
    if bare_noun(other.head) == bare_noun(rank.head) or other.head.head.i == rank.head.i:
        return True
    # "his sixth child, and second daughter"
    return (other.head.dep_ == "conj" and other.head.head.i == rank.head.i) or (
        rank.head.dep_ == "conj" and rank.head.head.i == other.head.i
    )


def _is_first_of(token: Token) -> bool:
    """ "was the first woman to fly", "the first visit to Odda": the second one was another."""
    noun = token.head
    if token.dep_ == "attr":
        # "was the first to fly"
        near = [t.text for t in token.doc[token.i - 1 : token.i + 2]]
        return near in (["the", "first", "to"], ["the", "last", "to"])
    if token.dep_ != "amod" or noun.dep_ != "attr" or is_named(token) or noun.tag_ != "NN":
        return False
    only = token.nbor(-1).lower_ in WHOSE if token.i else False
    whole = any(c.dep_ in OF_WHICH or c.dep_ == "prep" for c in noun.rights)
    timed = noun.lower_ == "time" and any(c.dep_ == "relcl" for c in noun.rights)
    return only and (timed or noun.lower_ not in NOT_FIRST) and whole


def _ordinal(number: int) -> str:
    """The digits of a number with the ordinal suffix: 2 -> "2nd"."""
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def none_for_number(scene: Scene) -> Iterator[list[Edit]]:
    """ "Five killed in a fire" -> "None killed in a fire"; only in headlines."""
    doc = scene.doc
    if len(doc) < 4 or doc[0].tag_ != "CD" or doc[1].tag_ not in ("VBN", "VBD"):
        return
    if not any(t.lower_ in DENYING for t in doc) and doc[-1].text not in (".", "?", "!"):
        yield [replace(doc[0], "None")]


BEFORE_MANY = frozenset("as the a an quite very only so too how".split())
SELDOM = ("infrequently", "only occasionally")
HOW_OFTEN = {
    **dict.fromkeys(
        "often usually frequently commonly typically generally normally always".split(), SELDOM
    ),
    "rarely": ("often",),
    "seldom": ("often",),
}


def other_frequency(scene: Scene) -> Iterator[list[Edit]]:
    """ "He often writes" -> "He infrequently writes"; only next to the main verb."""
    clause = scene.clause if scene.has(HOW_OFTEN) else None
    if clause is None or clause.subject is None or clause.conjuncts or scene.is_question:
        return
    if clause.negators or any(t.lower_ in NOT_OFTEN for t in clause.auxiliaries):
        return
    for token in clause.verb.children:
        if (
            token.lower_ not in HOW_OFTEN
            or token.dep_ != "advmod"
            or any(True for _ in token.lefts)
        ):
            continue
        near = abs(token.i - clause.verb.i) == 1 or token.nbor(1).dep_ in ("aux", "auxpass")
        others = (DENYING | frozenset(HOW_OFTEN)) & scene.words - {token.lower_}
        # "Generally, it is cold" modifies the sentence.
        if near and token.i > 0 and not others:
            options = HOW_OFTEN[token.lower_]
            # "It is often best": "infrequently" goes with verbs alone.
            verbal = any(t.tag_.startswith("V") for t in scene.tokens[token.i + 1 : token.i + 2])
            yield [replace(token, scene.choice(token, options if verbal else options[-1:]))]


def other_amount(scene: Scene) -> Iterator[list[Edit]]:
    """ "It has many branches" -> "It has few branches"."""
    if scene.is_question or scene.is_denied or not scene.has(("many", "numerous", "few")):
        return
    for token in scene.tokens:
        if token.lower_ not in ("many", "numerous", "few") or token.dep_ != "amod":
            continue
        noun = token.head
        if noun.tag_ != "NNS" or noun.dep_ not in ("dobj", "attr") or token.i == 0:
            continue
        # "a few", "as many as", "so many", "how many", "many other"
        before, after = token.nbor(-1), token.nbor(1)
        bare = before.dep_ not in ("det", "advmod", "poss") and before.lower_ not in BEFORE_MANY
        # "has many scenes; critics called it crude"
        bare = bare and ";" not in scene.words
        plain = bare and after.lower_ not in ("as", "more", "other", "such", "different")
        joined = scene.clause is not None and bool(scene.clause.conjuncts)
        if plain and noun.head.i == scene.head.i and not joined:
            yield [replace(token, "many" if token.lower_ == "few" else "few")]


def _counts(token: Token) -> bool:
    """Whether a number counts its noun exactly."""
    named = is_named(token) or is_named(token.head) or token.head.tag_ in ("CD", "NNP")
    if named and token.head.text not in AREAS:
        return False
    if token.head.lower_ in NAMING or (token.i and token.nbor(-1).lower_ in NAMING | BOUNDS):
        return False
    if any(c.lower_ in BOUNDS for c in token.children) or is_range(token):
        return False
    after = token.nbor(1) if token.i + 1 < len(token.doc) else token
    # "26 000 people", "thirty eight seats": part of a number
    beside = [*token.doc[max(token.i - 2, 0) : token.i], *token.doc[token.i + 1 : token.i + 3]]
    near = [
        t for t in beside if abs(t.i - token.i) == 1 or token.doc[(t.i + token.i) // 2].is_space
    ]
    split = any(t.lower_ in NUMERALS or t.text.isdecimal() for t in near)
    return not split and after.text not in ("-", "–", "'s", "’s")


def _names(token: Token) -> bool:
    """Whether a number is a year, "the 1978 film", or too small to have an alternative."""
    return token.text in ("0", "1") or bool(YEAR.fullmatch(token.text))
