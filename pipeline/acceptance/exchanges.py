"""Content words that a paraphrase exchanged for others. Pure functions of two texts."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from importlib import resources

from pipeline.acceptance.content import FUNCTION_WORDS
from pipeline.acceptance.form import words
from pipeline.rephrasing.synonyms import entries

LIST = "exchanges.tsv"
STEM = 5
"""Letters that two words of one family share at least."""
_RELATING = frozenset(
    (
        # Who is where, whose, how sure and how much: one wrong word of these changes it.
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


def strange(anchor: str, paraphrase: str) -> int:
    """How many content words came, or went, without another form or a known word in exchange.

    >>> strange("The firm bought a car.", "The company purchased a seal.")
    1
    """
    before, now = words(anchor), words(paraphrase)
    went = [w for w in dict.fromkeys(before) if w not in now]
    came = [w for w in dict.fromkeys(now) if w not in before]
    lost = [w for w in went if w not in FUNCTION_WORDS and _worded(w)]
    new = [w for w in came if w not in FUNCTION_WORDS and _worded(w)]
    for word in list(lost):
        for other in new:
            if related(word, other) or synonymous(word, other):
                lost.remove(word)
                new.remove(other)
                break
    return max(len(lost), len(new))


def plain(anchor: str, paraphrase: str) -> bool:
    """Whether the two differ in nothing that could be wrong.

    Content words were exchanged for known ones or for other forms, and the words that relate them
    (prepositions, modals, pronouns) or grade them are the same, in any order. Articles, "of" and
    auxiliaries are free.

    >>> plain("The firm bought a car in May.", "In May the company purchased a car.")
    True
    >>> plain("The firm bought a car in May.", "The firm bought a car by May.")
    False
    """
    return _relating(anchor) == _relating(paraphrase) and _exchanged(anchor, paraphrase)


def _relating(text: str) -> Counter[str]:
    found = (_SPELT.get(word, word) for word in words(text))
    return Counter(word for word in found if word in _RELATING)


def _exchanged(anchor: str, paraphrase: str) -> bool:
    """Whether each content word stayed, or was exchanged for a known one or another form."""
    before, now = (
        Counter(w for w in words(text) if w not in FUNCTION_WORDS and _worded(w))
        for text in (anchor, paraphrase)
    )
    new = list((now - before).elements())
    for word in (before - now).elements():
        other = next((o for o in new if synonymous(word, o) or _alike(word, o)), None)
        if other is None:
            return False
        new.remove(other)
    return not new


def _alike(word: str, other: str) -> bool:
    """Whether the two are forms of one word with no other tense or degree."""
    if not _lemmas(word) & _lemmas(other) or _degree(word) != _degree(other):
        return False
    return not (_tenses(word) and _tenses(other)) or bool(_tenses(word) & _tenses(other))


def _degree(word: str) -> str:
    return next((ending for ending in ("est", "er") if word.endswith(ending)), "")


@lru_cache(maxsize=65_536)
def _tenses(word: str) -> frozenset[bool]:
    """Whether a form of a verb is past (True) or not (False); both for "put", none for a noun."""
    from lemminflect import getAllLemmas, getInflection

    found = set()
    for lemma in getAllLemmas(word, upos="VERB").get("VERB", ()):
        past = {form for tag in ("VBD", "VBN") for form in getInflection(lemma, tag)}
        found |= {True} if word in past else set()
        found |= {False} if word == lemma or word in getInflection(lemma, "VBZ") else set()
    return frozenset(found)


def related(word: str, other: str) -> bool:
    """Whether two words are forms of one word, or of one family: "chemist", "chemistry"."""
    if _lemmas(word) & _lemmas(other):
        return True
    return len(word) >= STEM and len(other) >= STEM and word[:STEM] == other[:STEM]


def synonymous(word: str, other: str) -> bool:
    """Whether the two are known to replace each other, in any form."""
    theirs = _lemmas(other)
    return any(_groups().get(lemma, frozenset()) & theirs for lemma in _lemmas(word))


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
