"""The roles of a batch's rows, apart from the batch itself, which needs torch."""

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
