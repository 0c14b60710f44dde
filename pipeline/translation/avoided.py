"""Words of the anchor that the way back may not use: negative constraints, as in ParaBank.

Hu et al. (AAAI 2019), "ParaBank: Monolingual Bitext Generation and Sentential Paraphrasing via
Lexically-constrained Neural Machine Translation". Here each content word is drawn independently,
with the same probability, and forbidden in all its forms. Names and numbers, which a paraphrase
must keep, and function words, whose absence would change little, are never forbidden.
"""

from __future__ import annotations

import re

import numpy as np

from pipeline.acceptance.meaning.quantities import numbers_changed
from pipeline.acceptance.text.words import FUNCTION_WORDS
from pipeline.negation.english.inflection import forms

SHORTEST = 3
"""Letters of the shortest word that may be forbidden."""
_TOKEN = re.compile(r"[\w'’-]+")


def avoided(anchor: str, share: float, key: int) -> list[str]:
    """Draw content words of an anchor; they and their other forms, sorted.

    Args:
        key: seed of up to 128 bits. With the same one, a larger share only adds words.

    >>> avoided("Anna bought two old houses near the river.", 1.0, 0)[:5]
    ['bought', 'buy', 'buying', 'buys', 'elder']
    """
    words = dict.fromkeys(word for word in _TOKEN.findall(anchor) if _has_content(word))
    chances = np.random.Generator(np.random.Philox(key=key)).random(len(words))
    drawn = [word for word, chance in zip(words, chances, strict=True) if chance < share]
    return sorted({form for word in drawn for form in forms(word)} - FUNCTION_WORDS)


def _has_content(word: str) -> bool:
    """Whether a word is not a name, number or function word; names are capitalised."""
    return (
        len(word) >= SHORTEST
        and word.isalpha()
        and word.islower()
        and word not in FUNCTION_WORDS
        and not numbers_changed(word, "")
    )
