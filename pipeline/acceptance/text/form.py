"""Faults in the form of a text: letters, loops, length, invented words. Pure functions of text.

These are typical failures of translation models, independent of the meaning.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise

from pipeline.acceptance.text.runs import RECENT, lowered_runs
from pipeline.acceptance.text.words import STEM, is_word, words

SCRIPTS = {
    "ar": "ARABIC", "be": "CYRILLIC", "bg": "CYRILLIC", "bn": "BENGALI", "el": "GREEK",
    "fa": "ARABIC", "gu": "GUJARATI", "he": "HEBREW", "hi": "DEVANAGARI", "hy": "ARMENIAN",
    "ja": "CJK HIRAGANA", "ka": "GEORGIAN", "kk": "CYRILLIC", "kn": "KANNADA", "ko": "HANGUL",
    "mk": "CYRILLIC", "ml": "MALAYALAM", "mr": "DEVANAGARI", "ne": "DEVANAGARI", "pa": "GURMUKHI",
    "ru": "CYRILLIC", "sr": "CYRILLIC", "ta": "TAMIL", "te": "TELUGU", "th": "THAI",
    "uk": "CYRILLIC", "ur": "ARABIC", "zh": "CJK",
}  # fmt: skip
"""Pivot language, without a script (`zh` for `zh-Hans`) -> first words of the Unicode names of its
letters; Latin if not listed."""

MIN_SCRIPT_SHARE = 0.5
MAX_LENGTH_RATIO = 2.0
LENGTH_SLACK = 4
MAX_LOOP = 8


@lru_cache(maxsize=RECENT)
def wrong_script(text: str, lang: str) -> bool:
    """Whether less than half of the letters are of the language's script.

    >>> wrong_script("The cat sleeps.", "ru")
    True
    """
    scripts = _scripts(lang)
    if text.isascii():  # enough for most texts: such letters are all Latin
        return "LATIN" not in scripts and any(map(str.isalpha, text))
    if "LATIN" in scripts and _LATIN.fullmatch(text):
        return False
    letters = {c: times for c, times in Counter(text).items() if c.isalpha()}
    own = sum(times for c, times in letters.items() if _letter_name(c).startswith(scripts))
    return own < MIN_SCRIPT_SHARE * sum(letters.values())


@cache
def _scripts(lang: str) -> tuple[str, ...]:
    """First words of the names of a language's letters; its code may name a script."""
    language, _, script = lang.partition("-")
    if script == "Latn":
        return ("LATIN",)
    scripts = tuple(SCRIPTS.get(language, "LATIN").split())
    return (*scripts, "KATAKANA") if "HIRAGANA" in scripts else scripts


@lru_cache(maxsize=16_384)
def _letter_name(letter: str) -> str:
    return unicodedata.name(letter, "")


_LATIN = re.compile("[ -~À-ɏ‘-”–—…]*")
"""A text with Latin letters only, like most; in other texts each letter is looked up."""


def untranslated(text: str, other: str) -> bool:
    """Whether both have the same words, at least three: then one is not a translation."""
    # Equal words have equal letters: most texts differ in the first of these, almost all others in
    # another one, and are not split into words.
    if _first_letter(text) != _first_letter(other) or _letters(text) != _letters(other):
        return False
    mine = words(text)
    return len(mine) > 2 and mine == words(other)


@lru_cache(maxsize=RECENT)
def _first_letter(text: str) -> str:
    run = _RUNS.search(text.casefold())
    return "" if run is None else run[0][0]


@lru_cache(maxsize=RECENT)
def _letters(text: str) -> str:
    return "".join(_runs(text))


@lru_cache(maxsize=RECENT)
def _runs(text: str) -> tuple[str, ...]:
    """Runs of letters and digits, whatever their case."""
    return tuple(_RUNS.findall(text.casefold()))


def copied(anchor: str, paraphrase: str) -> bool:
    """Whether the words are the same, case and punctuation aside.

    >>> copied("Well, he left.", "well he left!")
    True
    """
    return words(anchor) == words(paraphrase)


def length_changed(anchor: str, paraphrase: str) -> bool:
    """Whether one has more than twice as many words as the other, except in very short texts."""
    shorter, longer = sorted((len(words(anchor)), len(words(paraphrase))))
    return longer > MAX_LENGTH_RATIO * shorter and longer - shorter > LENGTH_SLACK


def repeats(tokens: Sequence[str], longest: int = MAX_LOOP) -> bool:
    """Whether words repeat immediately: one word three times, or several words twice, in a row.

    >>> repeats("he is in this city in this city".split())
    True
    >>> repeats("it was a very , very good day".split())
    False
    """
    # A quick test, which is enough for most texts: comparing distances takes longer.
    if len(tokens) - len(set(tokens)) < FEWEST_REPEATED or not _pair_twice(tokens):
        return False
    for size, pairs in _distances(tokens, longest).items():
        needed = 2 if size == 1 else size
        if pairs < needed:
            continue
        run = 0
        for i in range(size, len(tokens)):
            run = run + 1 if tokens[i] == tokens[i - size] else 0
            if run >= needed:
                return True
    return False


def _distances(tokens: Sequence[str], longest: int) -> Counter[int]:
    """Distance -> number of tokens that occur again at this distance."""
    places: dict[str, list[int]] = {}
    for i, token in enumerate(tokens):
        places.setdefault(token, []).append(i)
    found: Counter[int] = Counter()
    for several in places.values():
        for turn, place in enumerate(several[1:], 1):
            for earlier in reversed(several[:turn]):
                if place - earlier > longest:
                    break
                found[place - earlier] += 1
    return found


def repeated(text: str, anchor: str) -> bool:
    """Whether the text repeats itself, as failing translation models do, but not the anchor."""
    return repeats(words(text)) and not repeats(words(anchor))


def pivot_repeated(text: str, anchor: str) -> bool:
    """`repeated` for a text in a pivot language, whose words no other check needs."""
    return _pivot_repeats(text) and not repeats(words(anchor))


# Cached, since candidates share pivot texts.
@lru_cache(maxsize=RECENT)
def _pivot_repeats(text: str) -> bool:
    if KNOWN.fullmatch(text):
        # Repeated words have repeated letters. For most texts this is enough, and they need not be
        # split into words, which takes longest.
        runs = _runs(text)
        if not repeats(runs, len(runs)):
            return False
    return repeats(words(text))


def _pair_twice(tokens: Sequence[str]) -> bool:
    """Whether two words stand side by side twice, as they do in everything that repeats."""
    pairs = set(pairwise(tokens))
    return len(pairs) < len(tokens) - 1


KNOWN = re.compile("[ -~À-ɏΑ-ώЀ-ӿ‘-”–—…]*")
"""Texts that `words` splits where `_runs` does: only at what is neither a letter nor a digit."""
_RUNS = re.compile(r"[^\W_]+")
FEWEST_REPEATED = 2
"""Runs that occurred before: a text with a word three times, or two words twice, has this many."""


_PLAIN = re.compile(r"(?<![\w'’.-])[a-z]{4,}(?![\w'’-])")
_SAME_STEM = 0.7


def nonword(anchor: str, paraphrase: str) -> bool:
    """Whether the paraphrase has a word that is neither in the anchor nor English.

    Only lower-case words are checked, so names are not. No list has all words of a language: a
    word that begins like one of the anchor's is taken for another form of it.

    >>> nonword("She studies microtubules.", "She examines microtobules.")
    True
    >>> nonword("He emitted electrons.", "He was an emitter of electrons.")
    False
    """
    known = lowered_runs(anchor)
    if all(map(is_word, lowered_runs(paraphrase) - known)):
        return False  # cheaper than the pattern
    return any(
        not is_word(word) and not any(_same_stem(word, other) for other in known)
        for word in _PLAIN.findall(paraphrase)
        if word not in known
    )


def _same_stem(word: str, other: str) -> bool:
    stem = max(STEM, math.ceil(_SAME_STEM * len(word)))
    return word[:stem] == other[:stem]
