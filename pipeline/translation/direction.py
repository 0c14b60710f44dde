"""Whether candidates are in English: two swapped models run without an error.

Pure functions of texts.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from pipeline.acceptance.form import wrong_script
from schemas.errors import UserError

FEWEST = 8
"""With fewer candidates than this, nothing is concluded."""
LOOKED_AT = 64
_UNSEEN = 1e-9
_WORD = re.compile(r"[^\W\d_]+")


def check_direction(lang: str, paraphrases: Sequence[str]) -> None:
    """Refuse candidates that are in the pivot language.

    Args:
        lang: the pivot language.
        paraphrases: candidates that came back through it; only the first ones are checked.

    Raises:
        UserError: most of them are not English.
    """
    seen = paraphrases[:LOOKED_AT]
    foreign = [text for text in seen if in_pivot(text, lang)]
    if len(seen) >= FEWEST and 2 * len(foreign) > len(seen):
        raise UserError(
            f"{len(foreign)} of the first {len(seen)} sentences that came back through {lang} are"
            f" {lang} and not English, such as {foreign[0]!r}. The two models are probably the"
            f" wrong way round: give --models {lang}=FORWARD,BACKWARD with the model from English"
            f" to {lang} first."
        )


def in_pivot(text: str, lang: str) -> bool:
    """Whether a text is more likely in the pivot language than in English, by the frequencies
    of its words. For a language without known frequencies only the script counts.

    >>> in_pivot("Die Brücke ist wegen des Regens geschlossen.", "de")
    True
    >>> in_pivot("The bridge is closed because of the rain.", "de")
    False
    """
    if wrong_script(text, "en"):
        return True
    # Names look alike in all languages.
    words = [word for word in _WORD.findall(text) if word.islower()]
    ours, theirs = _frequencies("en"), _frequencies(lang)

    def likelihood(known: Mapping[str, float]) -> float:
        return sum(math.log(known.get(word, _UNSEEN)) for word in words)

    return bool(theirs) and likelihood(theirs) > likelihood(ours)


@lru_cache(maxsize=4)
def _frequencies(lang: str) -> Mapping[str, float]:
    from wordfreq import available_languages, get_frequency_dict

    if lang not in available_languages():
        return {}
    found: Mapping[str, float] = get_frequency_dict(lang)
    return found
