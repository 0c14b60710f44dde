"""What translation models move or turn round inside a sentence. Pure functions of two texts.

Romance languages say "transformations of Lorentz" for "Lorentz transformations" and have one place
for "really" in "don't really like" and "really don't like"; few languages tell "is looking" from
"looks". These checks are for translations: what they refuse may be right if a rule made it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from pipeline.acceptance.content import FUNCTION_WORDS
from pipeline.acceptance.form import STEM, straight_tokens
from pipeline.acceptance.tenses import bare_forms
from pipeline.negation.english.given_names import SEXES

_ARTICLES = frozenset(("the", "a", "an"))
_LIST = frozenset(("and", "or", ","))
_USUAL = frozenset(
    "number level rate degree amount price cost value size length height speed lack loss use part"
    " member end top bottom edge center centre beginning start middle rest majority lot lots pair"
    " couple group kind sort type form name city town village state province county republic"
    " kingdom university".split()
)
"""Nouns whose "of" may come and go: "the oil level", "the level of oil"."""
_NEGATIONS = frozenset(("n't", "not", "'t", "cannot", "never"))
_DEGREES = frozenset(
    "really just always actually necessarily quite even only completely entirely simply usually"
    " generally particularly especially fully exactly truly totally absolutely all".split()
)
"""Adverbs that say something else on the other side of a negation."""
_BE = frozenset("am are is was were aren isn wasn weren 'm 're 's be been".split())
_BETWEEN = frozenset(
    "not n't 't never always already just ever also only recently still now then often both all"
    " even i you he she it we they there really currently".split()
)
_NO_VERBS = frozenset(
    "during nothing something anything everything morning evening king ring thing string spring"
    " wing interesting boring exciting surprising amazing missing willing outstanding".split()
)
"""Words in "-ing" that tell of nothing that goes on."""
_VERY = frozenset(("very", "so", "extremely", "quite", "rather"))
_OTHER_OF = re.compile(r"(?i)\bother ([a-z]+) of (?:the |an? )?([a-z]+)\b")
_ASKING = frozenset("who whom whose what which when where why how".split())
_WOULD_BE = re.compile(r"(?i)\b(?:would|\w+['’]d)(?: not|n['’]t)? be\b")
_PERHAPS = re.compile(r"(?i)\b(?:could|should|might|were|going to|used to|better be)\b")
"""What may stand for "would be"."""
_GOING = ("going", "to")
_HELP = re.compile(r"(?i)\b(?:can|could)(?:not|n['’]t| not) help ([a-z]+)\b")
_DO_BE = re.compile(r"(?i)\b(?:i|you|we|they|he|she|it) (?:do|does|did)(?:n['’]t| not) be\b")
_ARE_LITTLE = re.compile(r"(?i)\bthere (?:are|were) (?:little|much)\b")
_CLOSEST_BEHIND = re.compile(
    r"(?i)\bthe [a-z]+ (?:closest|nearest|best|biggest|largest|oldest)[.?!]"
)
_OF_NAME_OF = re.compile(r"\b[a-z]+ of [A-Z]\w+(?: [A-Z]\w+)* of\b")
_PATTERNS = (_DO_BE, _ARE_LITTLE, _CLOSEST_BEHIND, _OF_NAME_OF)
_NAME_LAST = re.compile(r"\b([a-z]+) ([A-Z][a-z]+)[.?!]*$")


def phrase_turned(anchor: str, paraphrase: str) -> bool:
    """Whether a noun phrase was torn apart by "of" or turned round, or a word left where it was.

    Behind "the", an "of" mostly says the same: "the club logo", "the logo of the club".

    >>> phrase_turned("They had air superiority.", "They had superiority of the air.")
    True
    >>> phrase_turned("It has developed oil markets.", "It has oil markets developed.")
    True
    >>> phrase_turned("Anna's hat is red.", "The hat of Anna is red.")
    False
    """
    return (
        _torn(anchor, paraphrase)
        or _help_bare(anchor, paraphrase)
        or not _last_of_three(anchor).isdisjoint(_threes(paraphrase))
        or _very_moved(anchor, paraphrase)
        or _others(anchor, paraphrase)
        or any(len(p.findall(paraphrase)) > len(p.findall(anchor)) for p in _PATTERNS)
        or _name_left(anchor, paraphrase)
    )


def _torn(anchor: str, paraphrase: str) -> bool:
    """Whether "Y X" became "X' of Y'", where each may have another form but not both be others."""
    if " of " not in paraphrase:
        return False
    sides = _beside(anchor)
    known = {_stem(token) for token in straight_tokens(anchor)}
    for first, last in _of(paraphrase) - _of(anchor):
        for before, behind in sides:
            same_last = _stem(before) == _stem(last)
            if same_last and (_stem(behind) == _stem(first) or _stem(first) not in known):
                return True
    return False


@lru_cache(maxsize=1024)
def _of(text: str) -> frozenset[tuple[str, str]]:
    """The words on both sides of an "of", whatever article stands behind it."""
    tokens = [token for token in straight_tokens(text) if token not in _ARTICLES]
    return frozenset(
        (before, after)
        for before, of, after in _triples(tokens)
        if of == "of"
        and _tells(before)
        and _tells(after)
        and before.removesuffix("s") not in _USUAL
    )


@lru_cache(maxsize=1024)
def _beside(text: str) -> frozenset[tuple[str, str]]:
    """Words with content side by side, or with one such word between them, but not behind "the"."""
    tokens = straight_tokens(text)
    found: set[tuple[str, str]] = set()
    for place, first in enumerate(tokens):
        if (
            not _tells(first)
            or first.removesuffix("s") in _USUAL
            or "the" in tokens[max(place - 2, 0) : place]
        ):
            continue
        for other in tokens[place + 1 : place + 3]:
            if not _tells(other):
                break
            if other.removesuffix("s") not in _USUAL:
                found.add((first, other))
    return frozenset(found)


@lru_cache(maxsize=1024)
def _threes(text: str) -> frozenset[tuple[str, str, str]]:
    return frozenset(_triples(straight_tokens(text)))


def _last_of_three(text: str) -> set[tuple[str, str, str]]:
    """Three words with content side by side, as they would be with the first one last."""
    return {
        (b, c, a)
        for a, b, c in _threes(text)
        if _tells(a) and _tells(b) and _tells(c) and not a.endswith("ly")
    }


def _very_moved(anchor: str, paraphrase: str) -> bool:
    """Whether "find the game very interesting" became "find the very interesting game"."""
    if _VERY.isdisjoint(straight_tokens(anchor)):
        return False
    before, behind = _very(anchor)
    now_before, now_behind = _very(paraphrase)
    return bool(before & now_behind or behind & now_before)


@lru_cache(maxsize=1024)
def _very(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words behind a "very": those with a word with content behind, and those behind one."""
    tokens = ["", *straight_tokens(text), ".", "."]
    before, behind = set(), set()
    for place, token in enumerate(tokens):
        if token not in _VERY:
            continue
        if _tells(tokens[place + 2]):
            before.add(tokens[place + 1])
        elif _tells(tokens[place - 1] or "."):
            behind.add(tokens[place + 1])
    return frozenset(before), frozenset(behind)


def _others(anchor: str, paraphrase: str) -> bool:
    """Whether "other speakers of the language" became "other language speakers"."""
    return any(
        re.search(rf"(?i)\bother {of} {noun}\b", paraphrase) is not None
        for noun, of in _OTHER_OF.findall(anchor)
    )


def _triples(tokens: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    return zip(tokens, tokens[1:], tokens[2:], strict=False)


def _tells(token: str) -> bool:
    """Whether a word has content."""
    return token[0].isalpha() and token not in FUNCTION_WORDS and token not in _LIST


@lru_cache(maxsize=16_384)
def _stem(token: str) -> str:
    return token[: max(STEM, len(token) - 5)] if len(token) > STEM else token.removesuffix("s")


def _help_bare(anchor: str, paraphrase: str) -> bool:
    """Whether "cannot help crying" became "cannot help cry"."""
    found = _HELP.findall(paraphrase)
    return bool(found) and any(
        not bare_forms(token).isdisjoint(found) for token in straight_tokens(anchor)
    )


def _name_left(anchor: str, paraphrase: str) -> bool:
    """Whether a person stands behind a thing, as in "He bought a hat Anna"."""
    found = _NAME_LAST.search(paraphrase)
    if found is None or found[2] not in SEXES or not _tells(found[1]):
        return False
    return f"{found[1]} {found[2]}" not in anchor and f" {found[2]} a" in anchor


def negation_moved(anchor: str, paraphrase: str) -> bool:
    """Whether an adverb went to the other side of a negation.

    >>> negation_moved("I don't really like it.", "I really don't like it.")
    True
    >>> negation_moved("I really don't like it.", "I really do not like it.")
    False
    """
    if _DEGREES.isdisjoint(straight_tokens(anchor)):
        return False
    return not _behind_negation(anchor).isdisjoint(_before_negation(paraphrase)) or (
        not _before_negation(anchor).isdisjoint(_behind_negation(paraphrase))
    )


@lru_cache(maxsize=1024)
def _behind_negation(text: str) -> frozenset[str]:
    """The adverbs just behind a negation."""
    pairs = pairwise(straight_tokens(text))
    return frozenset(b for a, b in pairs if a in _NEGATIONS and b in _DEGREES)


@lru_cache(maxsize=1024)
def _before_negation(text: str) -> frozenset[str]:
    """The adverbs before an auxiliary with its negation."""
    tokens = straight_tokens(text)
    near = ((a, {b, c}) for a, b, c in _triples(tokens))
    return frozenset(a for a, behind in near if a in _DEGREES and behind & _NEGATIONS)


def progress_changed(anchor: str, paraphrase: str) -> bool:
    """Whether what goes on became a habit or a whole, or what is so only would be, or vice versa.

    >>> progress_changed("Why is Tom looking at me?", "Why does Tom look at me?")
    True
    >>> progress_changed("I was just taking a shower.", "I just took a shower.")
    True
    >>> progress_changed("He is going to sing.", "He will sing.")
    False
    >>> progress_changed("I thought he was honest.", "I thought he'd be honest.")
    True
    """
    if _would_be(anchor) != _would_be(paraphrase) and not _PERHAPS.search(anchor + paraphrase):
        return True
    if "ing" not in anchor and "ing" not in paraphrase:
        return False
    here, there = _going_on(anchor), _going_on(paraphrase)
    return (here > 0) != (there > 0)


def _would_be(text: str) -> bool:
    return _WOULD_BE.search(text) is not None


@lru_cache(maxsize=1024)
def _going_on(text: str) -> int:
    """How many verbs have the progressive form."""
    tokens = straight_tokens(text)
    return sum(
        _verb_going_on(tokens[place + 1 : place + 6], asked=not place or before in _ASKING)
        for place, (before, token) in enumerate(pairwise(("", *tokens)))
        if token in _BE
    )


def _verb_going_on(behind: Sequence[str], *, asked: bool) -> bool:
    rest = _skipped(behind)
    if asked and rest and rest[0].isalpha() and not rest[0].endswith("ing"):
        rest = _skipped(rest[1:])  # "are people eating"
    if not rest or not rest[0].endswith("ing") or rest[0] in _NO_VERBS:
        return False
    return tuple(rest[:2]) != _GOING


def _skipped(tokens: Iterable[str]) -> list[str]:
    """The tokens from the first that may be a verb; a name may be the subject of a question."""
    rest = list(tokens)
    while rest and (rest[0] in _BETWEEN or rest[0].capitalize() in SEXES):
        rest.pop(0)
    return rest
