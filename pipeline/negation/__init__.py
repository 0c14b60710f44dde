"""Negation of English sentences: understand the root's clause, then edit the original text.

>>> from pipeline.negation import negate
>>> negate("My dog likes eating sausage.").text
'My dog does not like eating sausage.'
"""

from pipeline.negation.engine import load_parser, negate, negate_texts
from pipeline.negation.rules import RULES, Negation

__all__ = ["RULES", "Negation", "load_parser", "negate", "negate_texts"]
