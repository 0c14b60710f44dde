"""The words of a text: its tokens, function words, whether a word is English. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise, takewhile

from pipeline.acceptance.text.runs import RECENT
from schemas.mer import mer_tokens

STEM = 4
"""Letters at the beginning that two forms of one word share."""
_LIGHT = frozenset(
    "a an the this that these those i me my mine myself you your yours yourself he him his himself"
    " she her hers herself it its itself we us our ours ourselves they them their theirs themselves"
    " one ones who whom whose which what where when why how there here something anything somebody"
    " anybody someone anyone thing things am is are was were be been being do does did done doing"
    " have has had having need used may might shall should will would ought about across against"
    " among at between by for from if in into like near of on onto or than then through to toward"
    " towards upon via with within and nor not yet too also now well very really quite rather"
    " pretty ain aren couldn didn doesn don hadn hasn haven isn mightn mustn needn shan shouldn"
    " wasn weren won wouldn ca wo sha".split()
)
"""Function words: losing or gaining one of them hardly matters."""
HEAVY = frozenset(
    "some any no each every both all such same other another many much more most lot lots bit"
    " several various half whole entire certain nothing nobody everyone everybody everything way"
    " get gets got getting go goes going gone went make makes made let lets take takes took taken"
    " can cannot could must able above after along alongside although around as away back because"
    " before behind below beside besides beyond despite down during except inside instead off out"
    " outside over per since so though throughout till under unless until up whereas whether while"
    " without only even still already again once ever always just right exactly immediately either"
    " neither".split()
)
"""Words that often replace a content word: "goes up" for "climbs", "all" for "whole"."""
FUNCTION_WORDS = _LIGHT | HEAVY
"""Words that carry grammar rather than content."""


# Each check of a candidate asks for the same few texts.
@lru_cache(maxsize=RECENT)
def words(text: str) -> tuple[str, ...]:
    """Lower-cased words, without punctuation."""
    return tuple(
        [
            token
            for token in mer_tokens(text)
            if token.isalnum() or (len(token) > 1 and any(map(str.isalnum, token)))
        ]
    )


@lru_cache(maxsize=RECENT)
def neighbours(text: str) -> frozenset[tuple[str, str]]:
    """The pairs of tokens that stand side by side.

    >>> sorted(neighbours("Old mills turn"))
    [('mills', 'turn'), ('old', 'mills')]
    """
    return frozenset(pairwise(mer_tokens(text)))


def threes(tokens: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Every three neighbouring tokens, in order."""
    return zip(tokens, tokens[1:], tokens[2:], strict=False)


@lru_cache(maxsize=RECENT)
def straight_tokens(text: str) -> tuple[str, ...]:
    """The tokens of the match error rate, with short forms split alike whatever their apostrophe.

    >>> straight_tokens("I’ve sung.")
    ('i', "'ve", 'sung', '.')
    """
    return mer_tokens(text.replace("’", "'"))


def compared(one: str, other: str) -> tuple[int, set[str]]:
    """How many letters two words begin with alike, and what follows them in each."""
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    shared = sum(1 for _ in alike)
    return shared, {one[shared:], other[shared:]}


def is_word(word: str) -> bool:
    """Whether a lower-case word is English.

    A word is one that wordfreq has seen in English text: 320,000 words, at least one in a hundred
    million. That is wider than any dictionary of forms ("airflow", "runtime"), and has none of the
    forms that nobody uses ("bited", "stinged").

    >>> is_word("lighthouse"), is_word("bitten"), is_word("bited"), is_word("lighthopse")
    (True, True, False, False)
    """
    return word in frequencies("en")


@lru_cache(maxsize=4)
def frequencies(lang: str) -> Mapping[str, float]:
    """Word -> its frequency in a language; empty if they are unknown."""
    from wordfreq import available_languages, get_frequency_dict  # 40 MB, which few commands need

    found: Mapping[str, float] = get_frequency_dict(lang) if lang in available_languages() else {}
    return found
