"""Paraphrases of English sentences by rule, over the same parse as the negations.

>>> from pipeline.rephrasing import rephrase
>>> rephrase("The shop was closed.")[0].text
"The store wasn't open."
"""

from pipeline.rephrasing.search import (
    EVERY_RULE,
    RephraseConfig,
    rephrase,
    rephrase_texts,
    rephrase_translations,
)
from pipeline.rephrasing.table import RULES, parse_rules, turns_polarity

__all__ = [
    "EVERY_RULE",
    "RULES",
    "RephraseConfig",
    "parse_rules",
    "rephrase",
    "rephrase_texts",
    "rephrase_translations",
    "turns_polarity",
]
