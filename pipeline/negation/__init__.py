"""Negation of English sentences: understand the root's clause, then edit the original text.

>>> from pipeline.negation import negate
>>> negate("My dog likes eating sausage.").text
'My dog does not like eating sausage.'
"""

from pipeline.negation.parser import (
    PLAIN,
    NegationConfig,
    load_parser,
    negate,
    negate_texts,
    parser_version,
)
from pipeline.negation.rules.order import RULES
from pipeline.negation.rules.styles import MIX, STYLES, has_antonyms, parse_style
from pipeline.negation.sentence import REASONS, Negation

__all__ = [
    "MIX",
    "PLAIN",
    "REASONS",
    "RULES",
    "STYLES",
    "Negation",
    "NegationConfig",
    "has_antonyms",
    "load_parser",
    "negate",
    "negate_texts",
    "parse_style",
    "parser_version",
]
