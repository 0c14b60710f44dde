"""Words that keep a fixed meaning together, from a curated list: `terms.tsv`.

"Distinguished domain" is no "eminent domain", whatever "eminent" means elsewhere.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import one_of
from pipeline.negation.english.lists import read_list, rows_of
from schemas.errors import UserError

if TYPE_CHECKING:
    from spacy.tokens import Token

LIST = "terms.tsv"


def in_term(token: Token) -> bool:
    """Whether a word and the next one, or the one in front of it, are a term of the list."""
    doc, place = token.doc, token.i
    return (place + 1 < len(doc) and is_term(token.lower_, doc[place + 1].lower_)) or (
        place > 0 and is_term(doc[place - 1].lower_, token.lower_)
    )


def is_term(first: str, second: str) -> bool:
    """Whether two words in lower case, the second in either number, are a term of the list.

    >>> is_term("lethal", "injections"), is_term("lethal", "weapons")
    (True, False)
    """
    known = terms().get(first)
    return known is not None and (second in known or one_of(second) in known)


@cache
def terms() -> dict[str, frozenset[str]]:
    """The list: first word -> those that follow it, in the singular."""
    return parsed(read_list(__package__, LIST), LIST)


def parsed(text: str, name: str) -> dict[str, frozenset[str]]:
    """Parse a list of terms.

    Args:
        text: lines of two columns separated by tabs: a word, and those that follow it. Empty lines
            and lines with # are skipped.

    Raises:
        UserError: a line does not have this form, or its word has a line already; the message names
            the line.
    """
    found: dict[str, frozenset[str]] = {}
    for where, cells in rows_of(text, name, 2):
        first, seconds, *more = cells
        if not first or not seconds or more or first in found:
            raise UserError(
                f"{where} is no line of terms. A line has a word and those that follow it, with a"
                " tab between, and each first word has one line."
            )
        found[first] = frozenset(seconds.split())
    return found
