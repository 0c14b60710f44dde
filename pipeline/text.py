"""Normal form of a sentence and its identity."""

from __future__ import annotations

import hashlib
import re
import unicodedata

# Control characters that are not white space, the byte order mark among them, carry no text.
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ufeff]+")
_SPACES = re.compile(r"\s+")


def normalise(text: str) -> str:
    """Unicode NFC, without control characters, runs of white space as one blank, ends stripped.

    Idempotent: `normalise(normalise(x)) == normalise(x)`.
    """
    text = unicodedata.normalize("NFC", _CONTROLS.sub("", text))
    return _SPACES.sub(" ", text).strip(" ")


def sentence_id(text: str) -> int:
    """First 8 bytes, big-endian, of the SHA-256 of the UTF-8 text, as an unsigned integer.

    Two different sentences of a corpus of 100 million share an id with a probability of 3e-4;
    ingest then keeps the first.
    """
    return int.from_bytes(hashlib.sha256(text.encode("utf-8")).digest()[:8], "big")
