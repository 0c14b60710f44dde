"""Questions that become statements, or take the word order of one. Pure functions of two texts.

Many languages tell a question from a statement only by its mark, so a translation model may leave
the order of a statement: "Does she sing?" is neutral, "She sings?" is surprised.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, takewhile
from typing import Literal

from pipeline.acceptance.text.runs import RECENT, lowered_runs
from pipeline.acceptance.text.words import straight_tokens
from pipeline.negation.english.given_names import SEXES

_PERSONS = frozenset("i you he she it we they there".split())
_AUXILIARIES = frozenset(
    "do does did is are am was were has have had can could will would shall should may might must"
    " don doesn didn isn aren wasn weren hasn haven hadn couldn won wouldn shouldn mustn cannot"
    " ain".split()
)
_DO = frozenset("do does did don doesn didn".split())
_SHORT = frozenset("'s 're 'm 've 'll 'd".split())
_VERBS = _AUXILIARIES | _SHORT
_NOT = frozenset(("'t", "not"))
_ASKING = frozenset("who whom whose what which when where why how".split())
_INSIDE = frozenset("what where how why when".split())
"""Question words that rarely or never begin a relative clause."""
_LINKING = frozenset("and or but so then well yet".split())
_SUBJECTS = _PERSONS | frozenset("this that these those".split())
"""Words that begin a statement in front of its verb."""
_NAMING = frozenset("a an the my your his her its our their this that".split())
_OWNING = frozenset("the my your his her its our their".split())
_BE = frozenset("is are was were 's".split())
_FORMS_OF_BE = frozenset("is are am was were isn aren wasn weren ain 's 're 'm".split())
_FORMS_OF_HAVE = frozenset("has have had hasn haven hadn 's 've 'd".split())
_FIXED = frozenset("matter point use".split())
"""Nouns in phrases that keep the order of a question: "she knows what's the matter"."""
# "You sing, don't you?", "You sing, do you not?"
_TAG = r"(?i),\s+([a-z]+?)(n['’]t)?\s+(i|you|he|she|it|we|they|there)(\s+not)?\s*\?\W*$"
# "Why don't you sing?" suggests it, "Why do you not sing?" asks for the reason.
_SUGGESTED = re.compile(r"(?i)why don['’]t (?:you|we)\b")
_NOT_SUGGESTED = re.compile(r"(?i)why do (?:you|we) not\b")
_OTHER_TAG = r"(?i)\b(?:right|correct|yes|no|okay|ok|eh|huh)\s*\?\W*$"


def question_changed(anchor: str, paraphrase: str) -> bool:
    """Whether only one of the texts is a question, or has the word order of one.

    >>> question_changed("Does she sing?", "She sings?")
    True
    >>> question_changed("You sing, do you?", "You sing, you do?")
    True
    >>> question_changed("How many cats do you have?", "How many cats have you?")
    False
    """
    if asks(anchor) != asks(paraphrase) or _turned_inside(anchor, paraphrase):
        return True
    if _SUGGESTED.match(anchor) and _NOT_SUGGESTED.match(paraphrase):
        return True
    if not asks(anchor) or (_tag(anchor) and re.search(_OTHER_TAG, paraphrase)):
        return False
    return (
        _reordered(anchor, paraphrase)
        or _subject_in_front(anchor, paraphrase)
        or _tag_lost(anchor, paraphrase)
        or _lost_do(anchor, paraphrase)
    )


def _lost_do(anchor: str, paraphrase: str) -> bool:
    """Whether "How much does she eat?" became "How much she eats?"."""
    mine, others = straight_tokens(anchor), straight_tokens(paraphrase)
    if others[0] not in _INSIDE - {"what"} or _DO.isdisjoint(mine):
        return False
    return (_AUXILIARIES | _SHORT).isdisjoint(others)


def asks(text: str) -> bool:
    """Whether a text ends with a question mark, quotation marks and brackets aside."""
    return text.rstrip("\"'”’»)] ").endswith("?")


def is_stated(anchor: str, paraphrase: str) -> bool:
    """Whether both state something, so that what contradicts one contradicts the other.

    Two questions can both be asked. "Do all birds build nests?" is not contradicted by "Not all
    birds build nests?", though that denies its paraphrase "All birds build nests?".

    >>> is_stated("The shop is open.", "The store is open.")
    True
    >>> is_stated("Do all birds build nests?", "All birds build nests?")
    False
    """
    return not (asks(anchor) or asks(paraphrase))


def _reordered(anchor: str, paraphrase: str) -> bool:
    """Whether only one of two questions has a verb in front of its subject."""
    mine, others = _order(anchor), _order(paraphrase)
    if (mine, others) == ("stated", "asked"):
        # "Anybody home?" lacks the verb that "Is anybody home?" has in front.
        return not (_AUXILIARIES | _SHORT).isdisjoint(straight_tokens(anchor))
    return (mine, others) == ("asked", "stated")


# Cached like other figures of one text, since every candidate of an anchor asks for the anchor's.
@lru_cache(maxsize=RECENT)
def _order(text: str) -> Literal["asked", "stated", ""]:
    """Whether a question has the order of one or of a statement; empty if that is unclear."""
    tokens = straight_tokens(text)
    if any(_turns(tokens, place) for place in range(len(tokens))):
        return "asked"
    opening = next((token for token in tokens if token not in _LINKING and _spoken(token)), "")
    # "Tom doesn't know what it is?"
    named = opening.capitalize() in SEXES and not _VERBS.isdisjoint(tokens[1:2])
    return "stated" if opening in _SUBJECTS or named or _ASKING.isdisjoint(tokens) else ""


def _turns(tokens: Sequence[str], place: int) -> bool:
    """Whether the word there is an auxiliary that opens a clause or stands before its pronoun."""
    token = tokens[place]
    before = tokens[place - 1] if place else ""
    if token in _SHORT:
        return before in _ASKING and place + 1 < len(tokens) and tokens[place + 1] in _PERSONS
    if token not in _AUXILIARIES:
        return False
    if _opens(tokens, place):
        return True
    rest = tokens[place + 1 : place + 4]
    denied = len(list(takewhile(_NOT.__contains__, rest)))
    return before not in _PERSONS and bool(_PERSONS.intersection(rest[denied : denied + 1]))


def _opens(tokens: Sequence[str], place: int) -> bool:
    """Whether a clause may begin with the word there."""
    return place == 0 or tokens[place - 1] in _LINKING or not _spoken(tokens[place - 1])


def _spoken(token: str) -> bool:
    return any(map(str.isalnum, token))


def _subject_in_front(anchor: str, paraphrase: str) -> bool:
    """Whether "Why are you here?" became "Why you are here?"."""
    mine, others = _asked(anchor), _asked(paraphrase)
    if not mine or not others:
        return False
    stated = _stated_subject(others)
    if stated and _auxiliary_before(mine, stated):
        return True
    verb, subject = mine[1:2], mine[2:3]
    behind = [token for token in others[1:4] if token not in ("else", "exactly")][:1]
    if behind and behind[0] in _PERSONS:
        return _order(anchor) == "asked" and not any(
            first in _ASKING and second in _PERSONS for first, second in pairwise(mine)
        )
    return verb != subject and _AUXILIARIES.issuperset(verb) and tuple(behind) == subject


@lru_cache(maxsize=RECENT)
def _asked(text: str) -> tuple[str, ...]:
    """The tokens from the word that begins a question with "what", "how", "who"; else none."""
    tokens = straight_tokens(text)
    for place, token in enumerate(tokens):
        if token in _ASKING and _opens(tokens, place):
            return tokens[place:]
    return ()


def _stated_subject(asked: Sequence[str]) -> str:
    """The first word of a subject that stands before its auxiliary; empty if there is none.

    "How well you can dance?", "How old your cat is?", but not "What causes the delay?".
    """
    longest = 3 if asked[0] == "how" else 2
    for place, token in enumerate(asked[1 : longest + 1], 1):
        if token in _AUXILIARIES or token in _SHORT:
            return ""
        if token in _PERSONS:
            return token if _AUXILIARIES.intersection(asked[place + 1 : place + 2]) else ""
        if token in _OWNING:
            return token if _AUXILIARIES.intersection(asked[place + 2 : place + 5]) else ""
    return ""


def _auxiliary_before(asked: Sequence[str], subject: str) -> bool:
    """Whether a subject stands behind its auxiliary."""
    return any(
        token == subject and (before in _AUXILIARIES or before in _SHORT or before in _NOT)
        for before, token in pairwise(asked)
    )


def _tag_lost(anchor: str, paraphrase: str) -> bool:
    """Whether a tag is missing or different: "isn't it?" asks for a yes, "is it?" for a no."""
    mine, others = _tag(anchor), _tag(paraphrase)
    # "Have you sung, haven't you?"
    turned = others is not None and _opens_asking(paraphrase) and not _opens_asking(anchor)
    if turned or (mine is not None and mine != others):
        return True
    if others is None:
        return False
    if _tag_misfits(paraphrase) and not _tag_misfits(anchor):
        return True
    # "You're late, aren't you?" and "You are late, don't you?"
    (mine_of, _), (other, words) = _tag_verb(anchor), _tag_verb(paraphrase)
    return mine_of is _FORMS_OF_BE and other is None and not _FORMS_OF_BE.isdisjoint(words)


def _tag_misfits(text: str) -> bool:
    """Whether a tag has a verb that the sentence lacks: "You sing, aren't you?"."""
    family, words = _tag_verb(text)
    return family is not None and family.isdisjoint(words)


@lru_cache(maxsize=RECENT)
def _tag_verb(text: str) -> tuple[frozenset[str] | None, Sequence[str]]:
    """The forms of be or have, whichever a tag has, and the words before the tag.

    The forms are None for another verb.
    """
    found = re.search(_TAG, text)
    if found is None:
        return None, ()
    verb = found[1].lower()
    family = next((words for words in (_FORMS_OF_BE, _FORMS_OF_HAVE) if verb in words), None)
    return family, straight_tokens(text[: found.start()])


def _opens_asking(text: str) -> bool:
    """Whether a text begins with an auxiliary and a pronoun."""
    tokens = straight_tokens(text)
    return tokens[0] in _AUXILIARIES and not _PERSONS.isdisjoint(tokens[1:2])


@lru_cache(maxsize=RECENT)
def _tag(text: str) -> tuple[bool, str] | None:
    """Whether the tag is negated, and its pronoun; None if there is no tag."""
    found = re.search(_TAG, text) if "," in text else None
    if found is None:
        return None
    verb, short, person, apart = found.groups()
    verbs = {verb.lower(), f"{verb.lower()}n"}
    return None if verbs.isdisjoint(_AUXILIARIES) else (bool(short or apart), person.lower())


def _turned_inside(anchor: str, paraphrase: str) -> bool:
    """Whether an indirect question is reordered: "ask what his name is", "ask what is his name"."""
    if _INSIDE.isdisjoint(lowered_runs(paraphrase)):
        return False
    turned = _direct(paraphrase)
    if not turned or _direct(anchor):
        return False
    return not turned.isdisjoint(straight_tokens(anchor))


@lru_cache(maxsize=RECENT)
def _direct(text: str) -> frozenset[str]:
    """Question words inside a sentence, followed by a form of "be" and a noun."""
    tokens = straight_tokens(text)
    return frozenset(
        token
        for place, token in enumerate(tokens)
        if token in _INSIDE
        and not _opens(tokens, place)
        and _BE.intersection(tokens[place + 1 : place + 2])
        and _NAMING.intersection(tokens[place + 2 : place + 3])
        and not _FIXED.intersection(tokens[place + 3 : place + 4])
    )
