"""The word beside another one, which the first and the last word of a text do not have.

spaCy's `nbor` raises there, and so ends a whole run at a line that was cut off. These are for words
that may come first or last; where a condition excludes that, `nbor` is faster.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Token


def word_before(token: Token) -> Token | None:
    """The word before; None at the start of the text."""
    return token.nbor(-1) if token.i > 0 else None


def lower_before(token: Token) -> str:
    """The word before, in lower case; empty at the start of the text."""
    return str(token.nbor(-1).lower_) if token.i > 0 else ""


def lower_after(token: Token) -> str:
    """The next word, in lower case; empty at the end of the text."""
    return str(token.nbor(1).lower_) if token.i + 1 < len(token.doc) else ""
