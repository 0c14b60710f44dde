"""Whether two texts name the same people, places and things, spelt alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Set
from functools import lru_cache
from itertools import pairwise

from pipeline.acceptance.meaning.times import NAMED_DAYS
from pipeline.acceptance.text.runs import RECENT, has_digits
from pipeline.acceptance.text.words import compared, is_word
from pipeline.negation.english.given_names import SEXES

# Patterns are compiled where they are first used, as in `polarity`.
_TOKEN = r"[^\W\d_][^\W_]*(?:['’.&][^\W_]+)*"
"""A word, or a part of one between hyphens; not what begins with a digit."""
_BESIDE = r"[^\W\d_][^\W_]*|[^\w\s]|\d+"
_CODE = r"\b(?!(?:mid|pre|post|late|early|non)-?\d)[^\W\d_]+-?\d+[^\W\d_]?\b"
"""A word of letters and digits: "A380", "uranium-235"."""
_LETTER_AND_DIGIT = r"[^\W\d_]-?\d"
"""A part of every match of `_CODE`: searching for it first is faster."""
# Capitalised words that are not names, are often abbreviated, or are compared elsewhere (days,
# months, numbers).
_NO_NAMES = NAMED_DAYS | frozenset(
    "i i'm i'd i'll i've"
    " mr mrs ms miss mister dr doctor prof professor sir madam saint st mount mt isle island"
    " gen general maj major col colonel capt captain lt lieutenant sgt sergeant rev reverend jr sr"
    " junior senior first second third fourth fifth sixth seventh eighth ninth tenth one two three"
    " four five six seven eight nine ten ii iii iv vi vii viii ix xi xii xiii xiv xv xvi xvii xviii"
    " xix xx us usa uk eu un united states america american americans nations kingdom britain"
    " british tv television ok okay am pm bc ad bce ce earth internet net god".split()
)
_PEOPLES = {
    form: forms.partition(" ")[0]
    for forms in (
        "denmark danish dane danes", "netherlands dutch holland", "france french frenchman",
        "wales welsh", "spain spanish spaniard", "switzerland swiss", "ireland irish",
        "poland polish pole poles", "greece greek greeks", "turkey turkish turk turks",
        "scotland scottish scots", "england english", "finland finnish finn finns",
        "germany german germans", "portugal portuguese",
        "argentina argentine argentines argentinian", "antarctica antarctic",
    )
    for form in forms.split()
}  # fmt: skip
"""Names of a country and its people -> one of them, if they do not begin alike."""
_OF_LANGUAGES = frozenset(("", "a", "o", "e", "us", "um", "os"))
"""Endings in which the forms of a name differ between languages."""
_ALSO_WORDS = frozenset("mark bill frank jack carol heather jean jan will ruth".split())
"""Given names that are also words with which a sentence may begin."""
_BEGINS = r"(?:^|[.!?:;…]\s|[\"“‘(—–-]\s?)\W*$"
"""What stands before a word that begins a sentence."""
_OFTEN_CAPITAL = 0.65
"""Share of capitalised words above which a text is a headline, where capitals mean nothing."""
FEW_WORDS = 4
_SHARED_STEM = 5
"""Letters that a country and its people share: "Norway" and "Norwegian" have fewer."""


def names_changed(anchor: str, paraphrase: str) -> bool:
    """Whether a name of the one is missing in the other, or spelt differently.

    A word that begins a sentence counts only if it is a common given name, or not an English word.
    A country and its people or language are one name; "US", "UK" and titles, often written out, are
    not compared.

    >>> names_changed("We met Karelia Holm in Oulu.", "We met Carelia Holm in Oulu.")
    True
    >>> names_changed("We met Karelia Holm in Oulu.", "In Oulu we met Karelia Holm.")
    False
    """
    if _codes(anchor) != _codes(paraphrase):
        return True
    mine, others = _capitals(anchor), _capitals(paraphrase)
    # Equal capitalised words are equal names, whichever of them are names.
    alike = mine == others or set(mine) == set(others)
    if not alike and (_missing(anchor, paraphrase) or _missing(paraphrase, anchor)):
        return True
    return _turned(anchor, paraphrase)


def _turned(anchor: str, paraphrase: str) -> bool:
    """Whether two capitalised words that stand side by side do so in the other order."""
    mine, others = _capitals(anchor), _capitals(paraphrase)
    if mine == others or [w for w in mine if w in others] == [w for w in others if w in mine]:
        return False
    here, there = _neighbours(anchor), _neighbours(paraphrase)
    return any((after, before) in there - here for before, after in here - there)


@lru_cache(maxsize=RECENT)
def _capitals(text: str) -> tuple[str, ...]:
    return tuple([word for word in _words(text) if word[0].isupper()])


@lru_cache(maxsize=RECENT)
def _neighbours(text: str) -> frozenset[tuple[str, str]]:
    """Capitalised words with nothing but a space between them: "News Local" is not "Local News"."""
    words = [word if word[0].isupper() else "" for word in re.findall(_BESIDE, text)]
    return frozenset(pair for pair in pairwise(words) if all(pair))


def _missing(text: str, other: str) -> bool:
    if not (names := _names(text)):
        return False
    there = _plain_words(other)
    return any(name not in there and not _in_another_form(name, there) for name in names)


# Cached, since every candidate of an anchor needs the anchor's names.
@lru_cache(maxsize=RECENT)
def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(_TOKEN, text))


@lru_cache(maxsize=RECENT)
def _plain_words(text: str) -> frozenset[str]:
    if not text.isascii():
        return frozenset(map(_plain, _words(text)))
    # Lower-casing is enough for most words, and cheaper.
    return frozenset(
        [low if low.isalpha() else _plain(low) for low in map(str.lower, _words(text))]
    )


@lru_cache(maxsize=RECENT)
def _codes(text: str) -> frozenset[str]:
    if not has_digits(text) or not re.search(_LETTER_AND_DIGIT, text):
        return frozenset()
    return frozenset(code.lower().replace("-", "") for code in re.findall(_CODE, text))


@lru_cache(maxsize=RECENT)
def _names(text: str) -> tuple[str, ...]:
    """Names of the text, plain; none of a headline."""
    words = _words(text)
    capital = [place for place, word in enumerate(words) if word[0].isupper()]
    if len(capital) - (0 in capital) > _OFTEN_CAPITAL * max(len(words) - 1, FEW_WORDS):
        return ()
    found = []
    passed = end = 0
    for place in capital:
        plain = _plain(words[place])
        if plain in _NO_NAMES or len(plain) == 1:
            continue
        if is_word(plain) and not (words[place] in SEXES and plain not in _ALSO_WORDS):
            # Where the word stands is looked up only now; between two words there are no letters.
            for word in words[passed : place + 1]:
                start = text.index(word, end)
                end = start + len(word)
            passed = place + 1
            if _begins_sentence(text, start):
                continue
        found.append(plain)
    return tuple(found)


def _begins_sentence(text: str, start: int) -> bool:
    """Whether the word that begins there is the first of a sentence."""
    if start > 1 and text[start - 1] == " " and text[start - 2].isalnum():
        return False  # true of most words, and cheaper than the pattern
    return re.search(_BEGINS, text[:start]) is not None


def _in_another_form(name: str, there: Set[str]) -> bool:
    """Whether a name of the same people is there, or, for an English word, one of the same stem."""
    if name in _PEOPLES and _PEOPLES[name] in map(_PEOPLES.get, there):
        return True
    return is_word(name) and any(
        compared(name, word)[0] >= _SHARED_STEM and is_word(word) and not _of_two(name, word)
        for word in there
    )


def _of_two(one: str, other: str) -> bool:
    """Whether two names differ only by language or sex: "Paulinus", "Paulino", "Pauline"."""
    return one != other and compared(one, other)[1] <= _OF_LANGUAGES


def _plain(word: str) -> str:
    """In lower case, without accents, full stops and the ending of a genitive."""
    if word.isascii():
        return word.lower().replace(".", "").removesuffix("'s")
    small = unicodedata.normalize("NFKD", word.replace("’", "'")).casefold()
    letters = "".join(c for c in small if not unicodedata.combining(c))
    return letters.replace(".", "").removesuffix("'s")
