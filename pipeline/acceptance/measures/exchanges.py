"""Content words that a paraphrase exchanged for others. Pure functions of two texts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise

from pipeline.acceptance.text.words import FUNCTION_WORDS, words
from pipeline.negation.english.lists import read_list, rows_of
from pipeline.rephrasing.synonyms.entries import single_words

LIST = "exchanges.tsv"
PREPOSITIONS = frozenset(
    (
        "about across after against along among around as at before behind beside between by down"
        " during for from in inside into like near off on onto out over per since than through to"
        " toward under until up with within without"
    ).split()
)
_RELATING = PREPOSITIONS | frozenset(
    (
        # Where, whose, how certain, how much: one wrong word of these changes the meaning.
        "can could may might must need shall should will would"
        " he her here him his i it its me my our she their them there these they this those us we"
        " what who you your"
        " again already also always even ever just never now once only quite rather so still too"
        " very yet"
        " all another any both certain each every few half many more most much other right same"
        " some such whole"
        " anyone anything everyone everything nothing one ones someone something"
        " although because how if unless when where whereas while why"
    ).split()
)
_SPELT = {
    **dict.fromkeys(("'ll", "’ll"), "will"),
    **dict(
        zip("everybody somebody anybody".split(), "everyone someone anyone".split(), strict=True)
    ),
    **{"till": "until", "towards": "toward", "upon": "on", "inside": "within"},
    **{"though": "although", "whether": "if", "cannot": "can"},
    # Before the "'t" that follows as a word of its own.
    **{f"{word}n": word for word in "could might must need should would".split()},
}
_EMPTY_VERBS = frozenset(
    "get gets got gotten getting go goes going gone went make makes made making take takes took"
    " taken taking".split()
)
"""Function words for the guard `content`, since they may replace others; content words here."""
_PRESENT = frozenset("'m 're am are aren do does doesn don is isn".split())
_PAST = frozenset("did didn was wasn were weren".split())
_BE = frozenset("'m 're 's am are aren be been is isn was wasn were weren".split())
_STANDING_FOR_S = frozenset("has is of us".split())
"""What "'s" may stand for: a short form, or the "of" of a genitive."""

GRADES = {
    "past": ("VBD", "VBN"),
    "present": ("VBP", "VBZ"),
    "positive": ("JJ",),
    "comparative": ("JJR", "RBR"),
    "superlative": ("JJS", "RBS"),
    "singular": ("NN",),
    "plural": ("NNS",),
}
"""Grammatical form -> its Penn tags; words in different forms do not replace each other."""


def strange(anchor: str, paraphrase: str) -> int:
    """Number of content words added or dropped without a known substitute or another form of them.

    A word that occurs twice must do so in both. A form in another tense or degree is no substitute.

    >>> strange("The firm bought a car.", "The company purchased a seal.")
    1
    """
    before, now = Counter(words(anchor)), Counter(words(paraphrase))
    return _unmatched(before - now, now - before)


def _unmatched(lost: Counter[str], new: Counter[str]) -> int:
    """Number of content words left when each lost one is paired with a new one where possible.

    The greater of the two numbers, lost or new, counts.
    """
    left = 0
    others = [word for word in new.elements() if has_content(word)]
    for word in filter(has_content, lost.elements()):
        other = next((o for o in others if exchangeable(word, o)), None)
        if other is None:
            left += 1
        else:
            others.remove(other)
    return max(left, len(others))


def new_words(anchor: str, paraphrase: str) -> int:
    """Number of different content words that the anchor has in no form.

    >>> new_words("The firm bought a car.", "The firm purchased two cars.")
    2
    """
    known: set[str] = set().union(*map(lemmas, words(anchor)))
    new = {word for word in words(paraphrase) if has_content(word)}
    return sum(lemmas(word).isdisjoint(known) for word in new)


def plain(anchor: str, paraphrase: str) -> bool:
    """Whether the two differ in nothing that could be wrong.

    No content word is `strange`, and the words that relate them (prepositions, modals, pronouns)
    or grade them are the same, in any order. Articles, "of" and auxiliaries may differ, except in
    tense; a genitive may only be exchanged for an "of".

    >>> plain("The firm bought a car in May.", "In May the company purchased a car.")
    True
    >>> plain("The firm bought a car in May.", "The firm bought a car by May.")
    False
    """
    return (
        _relating(anchor) == _relating(paraphrase)
        and not _in_another_time(words(anchor), words(paraphrase))
        and not _another_owner(Counter(words(anchor)), Counter(words(paraphrase)))
        and not strange(anchor, paraphrase)
    )


def telling(text: str) -> list[str]:
    """The content words, and those that relate or grade them, in order and in one spelling.

    >>> telling("Everybody in the hall won't sing.")
    ['everyone', 'in', 'hall', 'will', 'sing']
    """
    return [word for word in _spelt(text) if word in _RELATING or has_content(word)]


def _relating(text: str) -> Counter[str]:
    return Counter(word for word in _spelt(text) if word in _RELATING)


def _spelt(text: str) -> list[str]:
    written = words(text)
    found = [_SPELT.get(word, word) for word in written]
    # "won't" is "won" and "'t".
    for place, pair in enumerate(pairwise(written)):
        if pair == ("won", "'t"):
            found[place] = "will"
    return found


def _in_another_time(before: Sequence[str], now: Sequence[str]) -> bool:
    """Whether the auxiliaries show another tense: "was", "is"; "goes", "is going"."""
    there, here = Counter(before), Counter(now)
    lost, new = there - here, here - there
    if lost.keys() & (_PAST | {"been"}) and new.keys() & _PRESENT:
        return True
    if new.keys() & (_PAST | {"been"}) and lost.keys() & _PRESENT:
        return True
    return bool(_going_on(before) - set(now)) or bool(_going_on(now) - set(before))


def _going_on(written: Sequence[str]) -> set[str]:
    """The participles of progressive forms: the "going" of "is going"."""
    return {w for be, w in pairwise(written) if be in _BE and w.endswith("ing") and len(w) > 4}


def _another_owner(there: Counter[str], here: Counter[str]) -> bool:
    """Whether one text has more "'s" than the other has words that it may stand for."""
    more = here["'s"] - there["'s"]
    instead = sum(there[word] - here[word] for word in _STANDING_FOR_S)
    return instead < more if more > 0 else instead > more if more < 0 else False


def exchangeable(word: str, other: str) -> bool:
    """Whether the two are forms of one word, or of two that are known to replace each other, in
    the same tense, degree and number.

    >>> exchangeable("purchased", "bought"), exchangeable("purchases", "bought")
    (True, False)
    """
    theirs = lemmas(other)
    return any(
        same_form(word, mine, other, lemma)
        for mine in lemmas(word)
        for lemma in theirs & ({mine} | _groups().get(mine, frozenset()))
    )


def same_form(word: str, lemma: str, other: str, other_lemma: str) -> bool:
    """Whether two words may have the same tense, degree and number, each as a form of its lemma."""
    mine, theirs = _grades(word, lemma), _grades(other, other_lemma)
    if _number(mine) != _number(theirs) and "" not in (_number(mine), _number(theirs)):
        return False
    return bool(mine & theirs) or not (mine and theirs)


def _number(grades: frozenset[str]) -> str:
    """Number of a word as a noun, such as "lands"; empty if it may be both or is no noun."""
    found = grades & {"singular", "plural"}
    return next(iter(found)) if len(found) == 1 else ""


@lru_cache(maxsize=65_536)
def _grades(word: str, lemma: str) -> frozenset[str]:
    """Tenses, degrees and numbers that this form of a word may have; none for "going"."""
    from lemminflect import getInflection

    def forms(tag: str) -> Sequence[str]:
        found: Sequence[str] = getInflection(lemma, tag, inflect_oov=False)
        # Of several plurals the first is the usual one: "lands", then "land".
        return found[:1] if tag == "NNS" else found

    return frozenset(
        grade for grade, tags in GRADES.items() if any(word in forms(tag) for tag in tags)
    )


def has_content(word: str) -> bool:
    """Whether a lower-case word has a meaning of its own, unlike one that only relates others."""
    if word in FUNCTION_WORDS:
        return word in _EMPTY_VERBS
    return word[0] not in "'’" and any(map(str.isalnum, word))


@lru_cache(maxsize=65_536)
def lemmas(word: str) -> frozenset[str]:
    """The word itself and what it may be a form of."""
    from lemminflect import getAllLemmas

    found = getAllLemmas(word).values()
    return frozenset({word, *(lemma for some in found for lemma in some)})


@cache
def _groups() -> dict[str, frozenset[str]]:
    """Word -> the words that may replace it, from this folder's list and that of the rules."""
    listed = rows_of(read_list(__package__, LIST), LIST, 0)
    replacing: dict[str, set[str]] = defaultdict(set)
    for group in (*(cells for _, cells in listed), *single_words()):
        for word in group:
            replacing[word].update(w for w in group if w != word)
    return {word: frozenset(others) for word, others in replacing.items()}
