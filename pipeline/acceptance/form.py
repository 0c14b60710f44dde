"""English words, to know what a small translation model made up: "microtobules", "bited".

A word is one that wordfreq has seen in English text: 320,000 words, at least one in a hundred
million. That is wider than any dictionary of forms ("airflow", "runtime"), and has none of the
forms that nobody uses ("bited", "stinged").
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache


def is_word(word: str) -> bool:
    """Whether a word in small letters is English.

    >>> is_word("lighthouse"), is_word("bitten"), is_word("bited"), is_word("lighthopse")
    (True, True, False, False)
    """
    return word in _frequencies()


@lru_cache(maxsize=1)
def _frequencies() -> Mapping[str, float]:
    from wordfreq import get_frequency_dict  # 40 MB, which not every command needs

    found: Mapping[str, float] = get_frequency_dict("en")
    return found
