"""How tables name the pivots of a paraphrase: one language (`de`), or a chain of them (`de>ru`).

Pure functions of the columns `pivot_lang` and `pivot_text`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

STEP = ">"
"""Between the languages of a chain."""
SAFE_STEP = "+"
"""The same for shells, and for folders on every file system: `de+ru`."""
_LINE = "\n"


def named(typed: str) -> str:
    """The name of a pivot as people may type it.

    >>> named("de+ru")
    'de>ru'
    """
    return typed.replace(SAFE_STEP, STEP)


def safe(pivot_lang: str) -> str:
    """The name without characters that mean something to a shell or a file system.

    >>> safe("de>ru")
    'de+ru'
    """
    return pivot_lang.replace(STEP, SAFE_STEP)


def languages(pivot_lang: str) -> list[str]:
    """The languages in the order in which a sentence goes through them.

    >>> languages("de>ru")
    ['de', 'ru']
    """
    return pivot_lang.split(STEP)


def legs(pivot_lang: str) -> list[tuple[str, str]]:
    """Source and target language of each translation, from English and back to it.

    >>> legs("de>ru")
    [('en', 'de'), ('de', 'ru'), ('ru', 'en')]
    """
    through = ["en", *languages(pivot_lang), "en"]
    return list(pairwise(through))


def joined(translations: Sequence[str]) -> str:
    """The column `pivot_text`: the only translation as it is, those of a chain one per line."""
    if len(translations) == 1:
        return translations[0]
    return _LINE.join(" ".join(text.split()) for text in translations)


def translations(pivot_text: str, count: int) -> list[str]:
    """The texts that `joined` combined, one for each language of the pivot.

    >>> translations("Der Tee ist kalt.\\nЧай холодный.", 2)
    ['Der Tee ist kalt.', 'Чай холодный.']
    """
    return pivot_text.split(_LINE, count - 1)
