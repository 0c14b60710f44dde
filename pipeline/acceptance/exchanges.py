"""Content words that a paraphrase exchanged for others. Pure functions of two texts."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from importlib import resources

from pipeline.acceptance.content import FUNCTION_WORDS
from pipeline.acceptance.form import words
from pipeline.rephrasing.synonyms import entries

LIST = "exchanges.tsv"
_RELATING = frozenset(
    (
        # Where, whose, how certain, how much: one wrong word of these changes the meaning.
        "about across after against along among around as at before behind beside between by down"
        " during for from in inside into like near off on onto out over per since than through to"
        " toward under until up with within without"
        " can could may might must need shall should will would"
        " he her here him his i it its me my our she their them there these they this those us we"
        " what who you your"
        " again already also even just only so still too very yet"
        " all any both certain each every few many more most much other right same some such"
    ).split()
)
_SPELT = {
    **dict.fromkeys(("'ll", "’ll", "wo"), "will"),
    **{"ca": "can", "till": "until", "towards": "toward", "upon": "on", "inside": "within"},
}

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

    A word that occurs twice must do so in both. A form of another tense or degree does not count.

    >>> strange("The firm bought a car.", "The company purchased a seal.")
    1
    """
    before, now = (
        Counter(w for w in words(text) if w not in FUNCTION_WORDS and _worded(w))
        for text in (anchor, paraphrase)
    )
    lost, new = list((before - now).elements()), list((now - before).elements())
    for word in tuple(lost):
        other = next((o for o in new if exchangeable(word, o)), None)
        if other is not None:
            lost.remove(word)
            new.remove(other)
    return max(len(lost), len(new))


def plain(anchor: str, paraphrase: str) -> bool:
    """Whether the two differ in nothing that could be wrong.

    No content word is `strange`, and the words that relate them (prepositions, modals, pronouns)
    or grade them are the same, in any order. Articles, "of" and auxiliaries are free.

    >>> plain("The firm bought a car in May.", "In May the company purchased a car.")
    True
    >>> plain("The firm bought a car in May.", "The firm bought a car by May.")
    False
    """
    return _relating(anchor) == _relating(paraphrase) and not strange(anchor, paraphrase)


def _relating(text: str) -> Counter[str]:
    found = (_SPELT.get(word, word) for word in words(text))
    return Counter(word for word in found if word in _RELATING)


def exchangeable(word: str, other: str) -> bool:
    """Whether the two are forms of one word, or of two that are known to replace each other, in
    the same tense, degree and number.

    >>> exchangeable("purchased", "bought"), exchangeable("purchases", "bought")
    (True, False)
    """
    theirs = _lemmas(other)
    return any(
        _agree(_grades(word, mine), _grades(other, lemma))
        for mine in _lemmas(word)
        for lemma in theirs & ({mine} | _groups().get(mine, frozenset()))
    )


def _agree(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    return bool(mine & theirs) or not (mine and theirs)


@lru_cache(maxsize=65_536)
def _grades(word: str, lemma: str) -> frozenset[str]:
    """Tenses, degrees and numbers that this form of a word may have; none for "going"."""
    from lemminflect import getInflection

    return frozenset(
        grade
        for grade, tags in GRADES.items()
        if any(word in getInflection(lemma, tag, inflect_oov=False) for tag in tags)
    )


def _worded(word: str) -> bool:
    return word[0] not in "'’" and any(map(str.isalnum, word))


@lru_cache(maxsize=65_536)
def _lemmas(word: str) -> frozenset[str]:
    from lemminflect import getAllLemmas

    found = getAllLemmas(word).values()
    return frozenset({word, *(lemma for lemmas in found for lemma in lemmas)})


@cache
def _groups() -> dict[str, frozenset[str]]:
    """Word -> the words that may replace it, from this folder's list and that of the rules."""
    text = (resources.files("pipeline.acceptance") / LIST).read_text(encoding="utf-8")
    groups = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
    for found in entries().values():
        groups += [
            [one.words[0], one.other]
            for one in found
            if len(one.words) == 1 and " " not in one.other
        ]
    replacing: dict[str, set[str]] = {}
    for group in groups:
        for word in group:
            replacing.setdefault(word, set()).update(w for w in group if w != word)
    return {word: frozenset(others) for word, others in replacing.items()}
