"""Normalises sentences, decides whether they can be used, and gives them ids.

Normalisation changes only this: control characters are removed (NUL, escape, the byte order mark,
C1 codes: Parquet keeps them, but C strings end at NUL and the others control terminals); white
space of every kind, including line separators within a line, becomes a space; the rest is composed
(NFC). Invisible characters that shape text stay, since they carry meaning in some script: joiners
(Persian, emoji families), direction marks, soft hyphens, variation selectors.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

# Control characters that are not white space, and the byte order mark, carry no text.
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ufeff]+")
_SPACES = re.compile(r"\s+")
MOST_CHARACTERS = 1_000_000
"""Characters of the longest text that a parser takes."""

# Text with words of this average length is a file, not a sentence.
_CHARACTERS_A_WORD = 32
_MAX_MARKS = 30
# Matches every run of too many marks, and little else.
_NO_LETTERS = re.compile(rf"[^\w\s\x00-\x7f]{{{_MAX_MARKS + 1},}}")


def normalise(text: str) -> str:
    """Unicode NFC, without control characters, with single spaces, and stripped.

    Idempotent: `normalise(normalise(x)) == normalise(x)`.
    """
    text = unicodedata.normalize("NFC", _CONTROLS.sub("", text))
    return _SPACES.sub(" ", text).strip(" ")


def is_stacked(text: str) -> bool:
    """Whether more than 30 combining marks follow each other, the limit of Unicode's Stream-Safe
    Text Format. No script needs as many, and the time to compose them grows with their square."""
    if text.isascii():
        return False
    return any(_marks(run) > _MAX_MARKS for run in _NO_LETTERS.findall(text))


def _marks(text: str) -> int:
    """The most combining marks in a row."""
    longest = length = 0
    for character in text:
        length = length + 1 if unicodedata.category(character)[0] == "M" else 0
        longest = max(longest, length)
    return longest


def is_visible(text: str) -> bool:
    """Whether there is a letter, digit, punctuation mark or symbol, not only marks, joiners and
    other characters of the Unicode categories M, Z and C."""
    return any(unicodedata.category(character)[0] in "LNPS" for character in text)


def is_over_long(text: str, max_words: int) -> bool:
    """Whether a normalised text has more words than allowed, or 32 times as many characters, or
    more characters than a parser takes.

    The second limit is for text without spaces, and for long strings that are no words.
    """
    most = min(max_words * _CHARACTERS_A_WORD, MOST_CHARACTERS)
    return text.count(" ") >= max_words or len(text) > most


def sentence_id(text: str) -> int:
    """First 8 bytes, big-endian, of the SHA-256 of the UTF-8 text, as an unsigned integer.

    In a corpus of 100 million, two different sentences share an id with a probability of 3e-4;
    ingest then keeps the first.
    """
    return int.from_bytes(hashlib.sha256(text.encode("utf-8")).digest()[:8], "big")
