"""Whether what one should do became what one must do. Pure functions of two texts."""

from __future__ import annotations

import re
from functools import lru_cache

from pipeline.acceptance.text.runs import RECENT, may_have

# Patterns are compiled where they are first used, as in `polarity`.
_ADVISED = r"(?i)\b(?:should(?:n['’]t)?|ought|supposed to)\b"
_REQUIRED = (
    r"(?i)\b(?:must(?:n['’]t)?|ha(?:ve|s|d) to|need(?:s|ed)? to|got to|gotta|obliged|required)\b"
)
_DUTIES = frozenset("should shouldn ought supposed".split())
_NEEDS = frozenset("must mustn have has had need needs needed got gotta obliged required".split())
"""A word of each match of the two patterns."""


def duty_changed(anchor: str, paraphrase: str) -> bool:
    """Whether what one should do became what one must do, or the other way round.

    >>> duty_changed("You should finish it.", "You must finish it.")
    True
    >>> duty_changed("You must finish it.", "You have to finish it.")
    False
    """
    before, now = _duties(anchor), _duties(paraphrase)
    return {before, now} == {(True, False), (False, True)}


@lru_cache(maxsize=RECENT)
def _duties(text: str) -> tuple[bool, bool]:
    """Whether something is advised, and whether something is required."""
    return (
        may_have(text, _DUTIES) and re.search(_ADVISED, text) is not None,
        may_have(text, _NEEDS) and re.search(_REQUIRED, text) is not None,
    )
