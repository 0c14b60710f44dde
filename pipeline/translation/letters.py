"""Restore the letters of names that a translation model does not have.

Small models have few letters beyond ASCII: "Djurgårdens" comes back as "Djurg'rdens", "Dürer" as
"D'rer", "Khövsgöl" as "Khvsgl". Such words give a paraphrase away at a glance, and nobody would
write them. Pure functions of text.
"""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W\d_]+")
_MOST = 8
"""Most letters beyond ASCII in a name; more would only make the search slow."""
_MARK = "['’-]"
# What may replace a lost letter: another letter beyond ASCII, a mark, or nothing.
_DAMAGE = rf"(?:[^\W\d_a-zA-Z]|{_MARK})?"


def with_letters_of(anchor: str, text: str) -> str:
    """Replace damaged words in the text by the anchor's words.

    A word of the anchor is restored only if it has letters beyond ASCII, is not in the text, and
    all its other letters are there in order, with at most one character for each lost letter. In a
    word with only two other letters, a mark must stand for each lost letter.

    >>> with_letters_of("Dürer was born in Nürnberg.", "D'rer comes from Nrnberg.")
    'Dürer comes from Nürnberg.'
    """
    if anchor.isascii():
        return text
    for word in dict.fromkeys(_WORD.findall(anchor)):
        known = sum(letter.isascii() for letter in word)
        if known < 2 or not 1 <= len(word) - known <= _MOST:
            continue
        if word in _WORD.findall(text):
            continue
        lost = _DAMAGE if known > 2 else _MARK
        left = "".join(letter if letter.isascii() else lost for letter in word)
        text = re.sub(rf"(?<!\w){left}(?!\w)", word, text)
    return text
