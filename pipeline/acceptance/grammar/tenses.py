"""Perfect and past, progressive and simple verb. Pure functions of two texts.

Portuguese, German and Russian do not tell "has closed" from "closed", nor "are you singing" from
"do you sing", as English does.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from pipeline.acceptance.text.runs import RECENT, lowered_runs
from pipeline.acceptance.text.words import straight_tokens

_HAVE = {
    **dict.fromkeys("has have 've hasn haven".split(), "has"),
    **dict.fromkeys("had hadn".split(), "had"),
}
"""Form of the auxiliary -> which perfect it makes."""
_DOUBTFUL = {"'s": "has", "'d": "had"}
"""Short forms that may be another word: "he's fired", "he'd come"."""
_NEEDED = frozenset("has have ve hasn haven had hadn s d".split())
"""A run of letters in every form of both."""
# A list, since the inflection tables cost more memory than everything else that a worker has.
_PARTICIPLES = frozenset(
    "been become begun bent bet bitten bled blown bought bound bred broken brought built burnt"
    " burst cast caught chosen come cost crept cut dealt done drawn driven drunk dug eaten fallen"
    " fed felt fled flown forbidden forgiven forgotten fought found frozen given gone gotten grown"
    " had heard held hidden hit hung hurt kept known laid lain learnt led left lent let lit lost"
    " made meant met overcome paid proven put quit read ridden risen run rung said sat seen sent"
    " set shaken shot shown shrunk shut slept slid sold sought spent spoken spread sprung spun"
    " stolen stood struck stuck stung sung sunk swept sworn swum taken taught thought thrown told"
    " torn understood undergone undertaken upheld withdrawn withheld woken won worn written"
    " wound woven".split()
)
_ALSO_BARE = frozenset(
    "become come cost cut hit hurt let overcome put quit read run set shut spread bet cast".split()
)
"""Participles that are also infinitives: "he'd come" may be "he would come"."""
_NO_PARTICIPLES = frozenset(
    "need indeed naked wicked sacred hundred red bed seed speed feed".split()
)
_SURELY_HAS = frozenset(("been", "had"))
"""Participles that do not follow "is"."""
_BETWEEN = frozenset(
    "not 't never always already just ever also only recently since still now then long often"
    " once all both each even yet soon at last finally so far barely i you he she it we they"
    " there".split()
)
"""Words that may stand between the auxiliary and its participle."""
_UNREAL = frozenset(
    "to would could should might may must will can shall 'll wouldn couldn shouldn mightn"
    " mustn needn 'd".split()
)
"""What makes a perfect that may stand for a past: "could have gone"."""
_ASKING = frozenset("who whom whose what which when where why how and or but".split())
_SUBJECT = 3
"""Most words of a subject between the auxiliary of a question and its participle."""
_BE = frozenset("is isn am are aren 's 're 'm".split())
_DO = frozenset("do does don doesn".split())


class _Perfects(NamedTuple):
    """Which perfects, "has" and "had", a text has for certain, and which it may have."""

    sure: frozenset[str]
    possible: frozenset[str]


_NONE = _Perfects(frozenset(), frozenset())


def tense_changed(anchor: str, paraphrase: str) -> bool:
    """Whether a perfect became a past, or "are you singing" "do you sing"; or the other way round.

    >>> tense_changed("The shop has closed.", "The shop closed.")
    True
    >>> tense_changed("She's closed the shop.", "She has closed the shop.")
    False
    """
    here, there = _perfects(anchor), _perfects(paraphrase)
    if not (here.sure - there.possible or there.sure - here.possible):
        return _stopped(anchor, paraphrase) or _stopped(paraphrase, anchor)
    # "It has been a year since he left", "He left a year ago".
    return ("ago" in straight_tokens(anchor)) == ("ago" in straight_tokens(paraphrase))


# Cached like other figures of one text, since every candidate of an anchor asks for the anchor's.
@lru_cache(maxsize=RECENT)
def _perfects(text: str) -> _Perfects:
    if _NEEDED.isdisjoint(lowered_runs(text)):
        return _NONE
    tokens = straight_tokens(text)
    sure, possible = set(), set()
    for place, token in enumerate(tokens):
        if token in _HAVE and not _unreal(tokens, place):
            if _participle_behind(tokens, place):
                sure.add(_HAVE[token])
            elif _left_out(tokens[place + 1 : place + 3]):
                possible.add(_HAVE[token])
        elif token in _DOUBTFUL and (verb := _participle_behind(tokens, place)):
            certain = verb not in _ALSO_BARE if token[1] == "d" else verb in _SURELY_HAS
            (sure if certain else possible).add(_DOUBTFUL[token])
    return _Perfects(frozenset(sure), frozenset(sure | possible))


def _unreal(tokens: Sequence[str], place: int) -> bool:
    """Whether a modal or "to" governs the "have" there."""
    while place and (tokens[place - 1] in _BETWEEN or tokens[place - 1].endswith("ly")):
        place -= 1
    return place > 0 and tokens[place - 1] in _UNREAL


def _left_out(behind: Sequence[str]) -> bool:
    """Whether a participle may be understood behind an auxiliary: "as she had", "no, I haven't"."""
    rest = [token for token in behind if token not in _BETWEEN]
    return not rest or not rest[0][-1].isalnum()


def _participle_behind(tokens: Sequence[str], place: int) -> str:
    """The participle that belongs to the auxiliary there; empty without one."""
    asked = place == 0 or tokens[place - 1] in _ASKING or not tokens[place - 1][-1].isalnum()
    left = _SUBJECT if asked else 0
    for token in tokens[place + 1 : place + 8]:
        if token in _PARTICIPLES or (token.endswith("ed") and token not in _NO_PARTICIPLES):
            return token
        if token not in _BETWEEN and not token.endswith("ly"):
            if not left or not token[-1].isalnum():
                return ""
            left -= 1
    return ""


def _stopped(anchor: str, paraphrase: str) -> bool:
    """Whether "are you singing" became "do you sing", or "isn't singing" "doesn't sing".

    Without "do", the form may not be a verb: "it rains", "the rains".
    """
    if "ing" not in anchor or _DO.isdisjoint(lowered_runs(paraphrase)):
        return False
    habits = _behind(paraphrase, _DO)
    return any(not habits.isdisjoint(bare_forms(verb)) for verb in _behind(anchor, _BE))


def bare_forms(verb: str) -> frozenset[str]:
    """Possible infinitives of a form in "-ing"; none for other words.

    >>> sorted(bare_forms("making"))
    ['ma', 'mak', 'make']
    """
    stem = verb.removesuffix("ing")
    if stem == verb or len(stem) < 2:
        return frozenset()
    return frozenset((stem, f"{stem}e", stem[:-1]))


@lru_cache(maxsize=RECENT)
def _behind(text: str, auxiliaries: Set[str]) -> frozenset[str]:
    """The verbs of some auxiliaries, with nothing but a pronoun, "not" or an adverb between."""
    tokens = straight_tokens(text)
    rests = (tokens[place + 1 : place + 6] for place, t in enumerate(tokens) if t in auxiliaries)
    verbs = (next((token for token in rest if token not in _BETWEEN), "") for rest in rests)
    return frozenset(verbs) - {""}
