"""Finds texts that lack words or are not a whole sentence; contradictions keep the fault."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc

# A figure was lost, as encyclopedias keep them in templates: "by to the coast", "a length of ."
_LOST = re.compile(
    r"\b(?:of|by|from|about|between|approximately)"
    r"(?: {2,}\S| (?:to|and|of|by|above|below|in|long|wide|tall)\b| ?[.;)])"
    r"|\b(?:at|to|with)(?: {2,}\S| (?:above|below|and) )"
)
# "an summit", "a elephant", "a women"
_ARTICLE = re.compile(
    r"\b[Aa]n [bcdfgjklmnpqrstvwyz][a-z]{3,}"
    r"|\b[Aa] (?:[ai](?!re\b)[a-z]{3,}|women|men|children|people)\b"
)
_CONJUNCTIONS = frozenset("because although though whereas".split())
_OPENING = _CONJUNCTIONS | {"having", "which", "whose"}
"""Words that begin a subordinate clause."""


def has_lost_words(text: str) -> bool:
    """Whether a text lacks a word, or has an article that does not fit: "from to 10", "an plane".

    >>> has_lost_words("The line was extended by to the coast.")
    True
    >>> has_lost_words("He sat by a tree.")
    False
    """
    return _LOST.search(text) is not None or _ARTICLE.search(text) is not None


def is_subordinate(doc: Doc) -> bool:
    """Whether a text is a subordinate clause alone: "Because it rained.", "Which is late."."""
    first = doc[0]
    if first.lower_ not in _OPENING or doc[-1].text == "?" or len(doc) < 3:
        return False
    # "Because of the rain it is late"; "Although it rained, they came" is whole.
    if first.lower_ in _CONJUNCTIONS and (
        doc[1].lower_ == "of" or any(t.text == "," for t in doc) or first.dep_ != "mark"
    ):
        return False
    root = next(t for t in doc if t.head.i == t.i)
    subjects = (c for c in root.children if c.dep_ in ("nsubj", "nsubjpass"))
    return first.head.i == root.i or any(c.left_edge.i == first.i for c in subjects)
