"""The roles of a batch's rows. The batch itself is in a separate module, which needs torch."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """The purpose of a row of a batch."""

    ANCHOR = "anchor"
    POSITIVE = "positive"
    PARAPHRASE = "paraphrase"
    NEGATION = "negation"
    TEMPLATE = "template"


Need = frozenset[Role]
"""Rows that a term compares: made for the triples that have a text for each of them."""
