"""Normal form of a sentence, whether it can be used, and its identity.

What normalisation changes, and nothing else: control characters go (NUL, escape, the byte order
mark, C1 codes: Parquet keeps them, but C strings end at NUL and terminals obey the others); every
kind of white space, line separators within a line among them, becomes a blank; the rest is composed
(NFC). Characters that shape text without being seen stay, since they carry meaning in some script:
joiners (Persian, emoji families), direction marks, soft hyphens, variation selectors.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

# Control characters that are not white space, the byte order mark among them, carry no text.
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ufeff]+")
_SPACES = re.compile(r"\s+")
# A "word" of this length on average is no sentence but a file: parsers refuse a million characters.
_CHARACTERS_A_WORD = 32
_MAX_MARKS = 30
# What holds every run of too many marks, and little else.
_NO_LETTERS = re.compile(rf"[^\w\s\x00-\x7f]{{{_MAX_MARKS + 1},}}")


def normalise(text: str) -> str:
    """Unicode NFC, without control characters, runs of white space as one blank, ends stripped.

    Idempotent: `normalise(normalise(x)) == normalise(x)`.
    """
    text = unicodedata.normalize("NFC", _CONTROLS.sub("", text))
    return _SPACES.sub(" ", text).strip(" ")


def is_stacked(text: str) -> bool:
    """Whether more than 30 combining marks follow each other, the limit of Unicode's Stream-Safe
    Text Format. No script needs as many, and composing them takes the square of their number."""
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
    """Whether there is a letter, digit, punctuation mark or symbol, and not marks and joiners alone
    (categories M, Z and C of Unicode)."""
    return any(unicodedata.category(character)[0] in "LNPS" for character in text)


def is_over_long(text: str, max_words: int) -> bool:
    """Whether a normalised text has more words than allowed, or 32 times as many characters.

    The second bound is for text without blanks, and for words that are none.
    """
    return text.count(" ") >= max_words or len(text) > max_words * _CHARACTERS_A_WORD


def sentence_id(text: str) -> int:
    """First 8 bytes, big-endian, of the SHA-256 of the UTF-8 text, as an unsigned integer.

    Two different sentences of a corpus of 100 million share an id with a probability of 3e-4;
    ingest then keeps the first.
    """
    return int.from_bytes(hashlib.sha256(text.encode("utf-8")).digest()[:8], "big")
