"""Negation of English sentences: find the main clause, then edit the original text.

>>> from pipeline.negation import negate
>>> negate("My dog likes eating sausage.").text
'My dog does not like eating sausage.'
"""

from pipeline.negation.kinds.kind import Contradiction
from pipeline.negation.kinds.table import DENIAL, KINDS, parse_kinds, rules_of
from pipeline.negation.parser import (
    PLAIN,
    Contradicted,
    NegationConfig,
    contradict_texts,
    load_parser,
    negate,
    negate_texts,
    parser_for,
    parser_version,
)
from pipeline.negation.rules.order import RULES
from pipeline.negation.rules.styles import MIX, STYLES, parse_style
from pipeline.negation.sentence import REASONS, Negation

__all__ = [
    "DENIAL",
    "KINDS",
    "MIX",
    "PLAIN",
    "REASONS",
    "RULES",
    "STYLES",
    "Contradicted",
    "Contradiction",
    "Negation",
    "NegationConfig",
    "contradict_texts",
    "load_parser",
    "negate",
    "negate_texts",
    "parse_kinds",
    "parse_style",
    "parser_for",
    "parser_version",
    "rules_of",
]
