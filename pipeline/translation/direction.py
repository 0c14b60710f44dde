"""Whether candidates are in English: two swapped models run without an error.

Pure functions of texts.
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.acceptance.text.language import likelier_in
from schemas.errors import UserError
from schemas.pivots import STEP, languages, legs, safe

FEWEST = 8
"""With fewer candidates than this, nothing is concluded."""
LOOKED_AT = 64


def check_direction(lang: str, paraphrases: Sequence[str]) -> None:
    """Refuse candidates that are in the pivot language.

    Args:
        lang: the pivot language, or a chain of them.
        paraphrases: candidates that came back through it; only the first ones are checked.

    Raises:
        UserError: most of them are not English.
    """
    seen = paraphrases[:LOOKED_AT]
    # English in the middle of a chain does not count: it should come back.
    langs = list(dict.fromkeys(one for one in languages(lang) if one != "en"))
    # Language by language, since only a few are held in memory.
    found_in_pivot = {text for one in langs for text in seen if likelier_in(text, one)}
    foreign = [text for text in seen if text in found_in_pivot]
    if len(seen) < FEWEST or 2 * len(foreign) <= len(seen):
        return
    found = (
        f"{len(foreign)} of the first {len(seen)} sentences that came back through {lang} look"
        f" like {' or '.join(langs)}, not English, such as {foreign[0]!r}."
    )
    if STEP in lang:
        pairs = ",".join(f"{source}-{target}" for source, target in legs(lang)).upper()
        raise UserError(
            f"{found} The models are probably in the wrong order: give --models"
            f" {safe(lang)}={pairs} in this one."
        )
    raise UserError(
        f"{found} The two models are probably the wrong way round: give --models"
        f" {lang}=FORWARD,BACKWARD with the model from English to {lang} first."
    )
