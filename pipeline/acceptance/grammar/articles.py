"""Articles that a paraphrase added, dropped or got wrong. Pure functions of text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from pipeline.acceptance.text.runs import RECENT
from pipeline.acceptance.text.words import FUNCTION_WORDS, threes
from pipeline.negation.english.edits import article_for
from schemas.mer import mer_tokens

_ARTICLES = {"the": "the", "a": "a", "an": "a"}
_INDEFINITE = re.compile(r"\b([Aa]n?) ([A-Z]?[a-z]+)\b")
# Not "is a Norwegian", "is a Catholic", which may do without the article.
_ONE_OF_SEVERAL = r"\b(?:is|was) an? ([A-Z][a-z]+)(?<!an|ic|im|sh|ch)(?<!ese)\b"
_ONLY_ONE = r"\b(?:is|was) (?:the )?[A-Z](?!.*\b(?:an?|one) )"
# "In the winter", "in winter"; "play the piano", "play piano"; "on the condition that".
_EITHER = frozenset(
    "winter summer spring autumn fall piano guitar violin drums last next most same"
    " condition police power long rain weather".split()
)
"""Words with which the article makes no difference."""
_LINKING = frozenset("thus therefore hence consequently however so then".split())
"""Opening words that do not count as the beginning of a sentence."""
_IN_GENERAL = re.compile(r"^All (the |of the )?([a-z]+s) (?:are|have|can|must|need|live|like)\b")
_WHOLE = frozenset(("all", "both", "half"))
"""Words behind which it makes no difference either: "all the trains", "all trains"."""


_GOVERNING = frozenset("of with by from to without for about against despite".split())
_BE = frozenset("is was are were am 's 'm be been become became".split())
_ENDS = frozenset(".,;?!")
_BARE = frozenset(("town", "children"))
"""Words that mean the same without an article: "of town", "of the city"."""


class _Place(NamedTuple):
    """What stands before a word: the article, if any, and the word before both."""

    article: str
    before: str


def article_changed(anchor: str, paraphrase: str) -> bool:
    """Whether a noun in the same place gained or lost its article, or an "a" got a wrong form.

    A noun may have become another one there: "because of illness", "because of the disease". Only
    words behind the same word are compared, since "the roof of the house" is "the house roof".

    >>> article_changed("Feed the cats.", "Feed cats.")
    True
    >>> article_changed("There was an earthquake.", "There was a earthquake.")
    True
    >>> article_changed("We saw the roof of the house.", "We saw the house roof.")
    False
    """
    return (
        _moved(anchor, paraphrase)
        or {_general(anchor), _general(paraphrase)} == {True, False}
        or _made_the_only_one(anchor, paraphrase)
        or wrong_articles(paraphrase) > wrong_articles(anchor)
    )


def _moved(anchor: str, paraphrase: str) -> bool:
    """Whether the number of articles changed and a word in the same place gained or lost one."""
    # Counting is cheaper than comparing words, and a moved article seldom changes the meaning.
    if _counts(anchor) == _counts(paraphrase):
        return False
    mine, others = mer_tokens(anchor), mer_tokens(paraphrase)
    if _moved_with_noun(mine, others):
        return True
    here, there = _articles(anchor), _articles(paraphrase)
    for word in here.keys() | there.keys():
        one, other = here.get(word) or _bare(word, mine), there.get(word) or _bare(word, others)
        if one is None or other is None or one.article == other.article:
            continue
        same_place = one.before == other.before and one.before not in _WHOLE
        if same_place and not _is_name(word, anchor, paraphrase):
            return True
    return False


def _moved_with_noun(mine: Sequence[str], others: Sequence[str]) -> bool:
    """Whether another noun got "the" behind a preposition, or lost its "a" behind "is".

    "Because of illness", "because of the disease"; "is a football player", "is soccer player".
    """
    gained = (
        (before, word, behind)
        for before, article, word, behind in _fours(others)
        if article == "the" and before in _GOVERNING and behind in _ENDS
    )
    lost = (
        (before, word, behind)
        for before, article, word, behind in _fours(mine)
        if article in ("a", "an") and before in _BE and _compared(behind)
    )
    return _stands_bare(gained, others, mine) or _stands_bare(lost, mine, others)


def _fours(tokens: Sequence[str]) -> Iterator[tuple[str, str, str, str]]:
    return zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False)


def _stands_bare(
    found: Iterator[tuple[str, str, str]], tokens: Sequence[str], other: Sequence[str]
) -> bool:
    """Whether the other text has another word between the same two, without an article."""
    for before, word, behind in found:
        if word in other or not _compared(word):
            continue
        if any(
            (one, two) == (before, behind) and _compared(bare) and bare not in _BARE.union(tokens)
            for one, bare, two in threes(other)
        ):
            return True
    return False


@lru_cache(maxsize=RECENT)
def _general(text: str) -> bool | None:
    """Whether a text is about all of a kind ("All owls are"); None unless it begins with "All"."""
    found = _IN_GENERAL.search(text) if text.startswith("All ") else None
    return None if found is None else found[1] is None


def _made_the_only_one(anchor: str, paraphrase: str) -> bool:
    """Whether "is a Director" became "is Director" or "is the Director"."""
    title = re.search(_ONE_OF_SEVERAL, anchor) if _counts(anchor)[1] else None
    return (
        title is not None
        and title[1] in paraphrase
        and re.search(_ONLY_ONE, paraphrase) is not None
    )


# Cached like other figures of one text, since every candidate of an anchor asks for the anchor's.
@lru_cache(maxsize=RECENT)
def _counts(text: str) -> tuple[int, int]:
    """How many definite and indefinite articles there are."""
    count = mer_tokens(text).count
    return count("the"), count("a") + count("an")


@lru_cache(maxsize=RECENT)
def _articles(text: str) -> dict[str, _Place]:
    """Content word behind an article -> what stands before it; only words that occur once."""
    tokens = mer_tokens(text)
    return {
        word: _Place(_ARTICLES[article], _before(tokens, place))
        for place, (article, word) in enumerate(pairwise(tokens))
        if article in _ARTICLES and _compared(word) and tokens.count(word) == 1
    }


def _compared(word: str) -> bool:
    return word.isalpha() and word not in FUNCTION_WORDS and word not in _EITHER


def _bare(word: str, tokens: Sequence[str]) -> _Place | None:
    """What stands before a word that has no article; None if it does not occur once."""
    if tokens.count(word) != 1:
        return None
    place = tokens.index(word)
    return _Place("", _before(tokens, place))


def _before(tokens: Sequence[str], place: int) -> str:
    """The word before a place; nothing at the beginning, even behind "thus" or "thus,"."""
    start = 0
    if tokens[0] in _LINKING:
        start = 2 if tokens[1:2] == (",",) else 1
    return tokens[place - 1] if place > start else ""


def _is_name(word: str, *texts: str) -> bool:
    """Whether a word is capitalised anywhere except at the beginning of a text."""
    return any(f" {word.capitalize()}" in text or f" {word.upper()}" in text for text in texts)


@lru_cache(maxsize=RECENT)
def wrong_articles(text: str) -> int:
    """How many words stand behind the wrong form of "a": "an fence", "a Estonian"."""
    if not _counts(text)[1]:
        return 0
    found = _INDEFINITE.findall(text)
    return sum(article.lower() != article_for(word) for article, word in found)
