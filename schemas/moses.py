"""Moses tokens of English texts: sacremoses', without its thirty passes over a simple text."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sacremoses import MosesTokenizer

_LETTERS = "A-Za-zÀ-ÖØ-öø-ɏ"
_SYMBOLS = r"();:\"%$?!‘’“”—–/+&=\[\]#*°£€−…<>_×"
_ALONE = re.compile(f"([{_SYMBOLS}])")
"""Characters that are tokens wherever they stand."""
_SIMPLE = re.compile(rf"[{_LETTERS}0-9 ,.'{_SYMBOLS}-]*")
"""A text whose characters are all handled here."""
_NEEDS_RULES = re.compile(
    # An apostrophe that does not join two letters, or two with one letter between them.
    rf"(?<![{_LETTERS}])'|'(?![{_LETTERS}])|'.'"
    # A comma with no space behind it, except in a number.
    r"|(?<![0-9]),(?! )|,(?![ 0-9])"
    # A stop that ends a word, except the last.
    rf"|\.(?![{_LETTERS}0-9]|\Z)"
)
_MARKER = "MULTI"
"""Part of sacremoses' placeholder for an ellipsis, which it would confuse with this word."""


def moses_tokens(text: str) -> list[str]:
    """Moses tokens of an English text, unescaped, with their case kept.

    >>> moses_tokens("Don't pay 1,500 euros (or more).")
    ['Don', "'t", 'pay', '1,500', 'euros', '(', 'or', 'more', ')', '.']
    """
    tokens = _of_simple(text)
    if tokens is None:
        tokens = _moses().tokenize(text, escape=False)
    return tokens


def _of_simple(text: str) -> list[str] | None:
    """Tokens of a text that needs no rule about context; None for other texts."""
    text = text.replace("\xa0", " ")
    if not _SIMPLE.fullmatch(text) or _MARKER in text:
        return None
    stop = text.endswith(".")
    # Most texts have no such mark, and this check is cheaper.
    if ("'" in text or "," in text or text.count(".") > stop) and _NEEDS_RULES.search(text):
        return None
    spaced = " ".join(_ALONE.split(text[:-1] if stop else text))
    tokens = spaced.replace(", ", " , ").replace("'", " '").split()
    if not stop:
        return tokens
    # "Mr." and "p.m." keep their stop even at the end.
    if tokens and ("." in tokens[-1] or tokens[-1] in _abbreviations()):
        return None
    return [*tokens, "."]


@cache
def _moses() -> MosesTokenizer:
    from sacremoses import MosesTokenizer

    letters, small = frozenset(MosesTokenizer.IsAlpha), frozenset(MosesTokenizer.IsLower)

    class Tokenizer(MosesTokenizer):  # type: ignore[misc]
        """The same, with sets that are made once: making them again for each full stop takes
        longer than all else."""

        def isanyalpha(self, text: str) -> bool:
            return not letters.isdisjoint(text)

        def islower(self, text: str) -> bool:
            return small.issuperset(text)

    return Tokenizer("en")


@cache
def _abbreviations() -> frozenset[str]:
    """Words that may keep a stop, some of them only before a number."""
    return frozenset(word.split()[0] for word in _moses().NONBREAKING_PREFIXES if word)
