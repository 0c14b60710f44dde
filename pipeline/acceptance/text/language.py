"""Guesses the language of a text from the frequencies of its words. Pure functions of text."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from pipeline.acceptance.text.form import wrong_script
from pipeline.acceptance.text.runs import letter_runs
from pipeline.acceptance.text.words import frequencies

OTHER_SCRIPT = "not in Latin letters"
_ENGLISH = "en"
_UNSEEN = 1e-9
_MARGIN = 10.0
"""Difference of log-likelihoods from which a text counts as foreign. Of 6,948 sentences from
Wikipedia and the demo one exceeds it; it contains a Spanish street name."""
_FAMILIAR = -11.0
"""Mean log-frequency of the words of an English sentence. A foreign one is far below."""
_FEWEST = 2
"""With fewer words than this, nothing is concluded."""


def likelier_in(text: str, lang: str) -> bool:
    """Whether a text is more likely in another language than in English. Where the frequencies of
    its words are unknown only the script counts.

    >>> likelier_in("Die Brücke ist wegen des Regens geschlossen.", "de")
    True
    >>> likelier_in("The bridge is closed because of the rain.", "de")
    False
    """
    if wrong_script(text, _ENGLISH):
        return True
    words = _common_words(text)
    theirs = frequencies(lang)
    return bool(theirs) and _likelihood(words, theirs) > _likelihood(words, frequencies(_ENGLISH))


def other_language(text: str) -> str | None:
    """Code of the language that a text is clearly in, `OTHER_SCRIPT`, or None if it may be English.

    >>> other_language("Der Laden ist am Sonntag geschlossen."), other_language("The shop is shut.")
    ('de', None)
    """
    if wrong_script(text, _ENGLISH):
        return OTHER_SCRIPT
    words = _common_words(text)
    ours = _likelihood(words, frequencies(_ENGLISH))
    if len(words) < _FEWEST or ours > _FAMILIAR * len(words):
        return None
    from wordfreq import available_languages, get_frequency_dict

    # The short word lists, since there are forty languages.
    found = {
        lang: _likelihood(words, get_frequency_dict(lang, "small"))
        for lang in sorted(available_languages("small"))
        if lang != _ENGLISH
    }
    best = max(found, key=lambda lang: found[lang])
    return best if found[best] > ours + _MARGIN else None


def _common_words(text: str) -> list[str]:
    """The lower-case words, since names look alike in all languages."""
    return [word for word in letter_runs(text) if word.islower()]


def _likelihood(words: Sequence[str], known: Mapping[str, float]) -> float:
    return sum(math.log(known.get(word, _UNSEEN)) for word in words)
