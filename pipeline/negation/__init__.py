"""Negation of English sentences: understand the root's clause, then edit the original text.

>>> from pipeline.negation import negate
>>> negate("My dog likes eating sausage.").text
'My dog does not like eating sausage.'
"""

from pipeline.negation.engine import NegationSettings, load_parser, negate, negate_texts
from pipeline.negation.rules import Negation

__all__ = ["Negation", "NegationSettings", "load_parser", "negate", "negate_texts"]
