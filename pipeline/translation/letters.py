"""Give names in a paraphrase back the letters that a translation model does not have.

Small models know few letters beyond ASCII: "Djurgårdens" comes back as "Djurg'rdens", "Dürer" as
"D'rer", "Khövsgöl" as "Khvsgl". Such words tell a paraphrase from its anchor at a glance, and
nobody would write them. Pure functions of text.
"""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W\d_]+")
_MOST = 8
"""Letters beyond ASCII that a name has; more would only make the search slow."""
_MARK = "['’-]"
# What stands where a letter stood: another letter beyond ASCII, a mark, or nothing.
_DAMAGE = rf"(?:[^\W\d_a-zA-Z]|{_MARK})?"


def with_letters_of(anchor: str, text: str) -> str:
    """The text with the anchor's words in place of what is left of them.

    Only a word is put in that has letters beyond ASCII, is not in the text, and all of whose other
    letters stand there in their order, with at most one character for each that was lost; of a
    word with only two other letters a mark must stand in each such place.

    >>> with_letters_of("Dürer was born in Nürnberg.", "D'rer comes from Nrnberg.")
    'Dürer comes from Nürnberg.'
    """
    if anchor.isascii():
        return text
    for word in dict.fromkeys(_WORD.findall(anchor)):
        known = sum(letter.isascii() for letter in word)
        if known < 2 or not 1 <= len(word) - known <= _MOST:
            continue
        if re.search(rf"(?<!\w){word}(?!\w)", text):
            continue
        lost = _DAMAGE if known > 2 else _MARK
        left = "".join(letter if letter.isascii() else lost for letter in word)
        text = re.sub(rf"(?<!\w){left}(?!\w)", word, text)
    return text
