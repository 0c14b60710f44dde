"""Words that no English sentence has side by side: "I aren't", "he forgotten". Pure functions.

Small translation models break the agreement of a pronoun with its verb, lose an auxiliary or double
it. Lists of function words find these, without a parser. Faults of the anchor itself do not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from itertools import pairwise

from pipeline.acceptance.text.runs import RECENT
from pipeline.acceptance.text.words import straight_tokens, threes
from pipeline.negation.english.given_names import SEXES

_PERSONS = frozenset("i you he she it we they".split())
_SINGULAR = frozenset(("he", "she", "it"))
_SUBJECTS = frozenset("i he she we they".split())
"""Pronouns that can only be a subject."""
_DO = frozenset("do does did don doesn didn".split())
_AUXILIARIES = _DO | frozenset(
    "is are am was were has have had can could will would shall should may might must isn aren wasn"
    " weren hasn haven hadn couldn won wouldn shouldn mustn ain cannot".split()
)
_FINITE_ONLY = _AUXILIARIES - frozenset("have do won".split())
_HAVE = frozenset("has have had hasn haven hadn".split())
_SHORT = frozenset("'s 're 'm 've 'll 'd".split())
_NOT = frozenset(("'t", "not", "never"))
_BETWEEN = _NOT | frozenset("already just also always still ever really".split())
"""What may stand between an auxiliary and its verb."""
_FINITE = "is are am was were has had does did isn aren wasn weren hasn doesn didn"
_PARTICIPLES = frozenset(
    "been bitten broken chosen done drawn driven eaten fallen flown forbidden forgiven forgotten"
    " frozen given gone grown hidden ridden seen shaken shown spoken stolen taken thrown torn"
    " undergone undertaken woken worn written".split()
)
"""Participles that are no other form of their verb."""
_PASTS = frozenset(
    "ate became began broke chose drank drove fell flew forgave froze gave grew knew rode sang sank"
    " spoke stole swam threw took went wore wrote was were".split()
)
"""Pasts that are no participles: "have went"."""
_NO_BARE = _PASTS.union(f"{_FINITE} could would should must came forgot".split())
"""Forms that cannot follow "do" and its subject or "not"."""
_ENDS = frozenset(". ? ! ;".split())
_COUNTED = frozenset(
    "a an the no my his her our their many some two three four five six seven eight nine ten"
    " several".split()
)
_OBJECTS = frozenset("me you him us them it".split())
_PARTICLES = frozenset("up out off down away back".split())


def _pairs(*lines: str) -> Iterator[tuple[str, str]]:
    """Each word before the colon of a line with each behind it."""
    for line in lines:
        first, _, second = line.partition(":")
        yield from ((one, other) for one in first.split() for other in second.split())


_NEVER = frozenset(
    (
        *_pairs(
            "i: is are isn aren has hasn does doesn",
            "he she it: are aren am 'm 're",
            "we they: is isn was wasn am has hasn does doesn 's 'm",
            "are aren: he she i",
            "do don: he she",
            "is was has does isn wasn hasn doesn: we",
            "isn wasn hasn doesn: you they",
            "has does: they",
            f"could should would must couldn wouldn shouldn mustn cannot: {_FINITE}",
            "could should would must cannot: can could will would shall should may might must",
            "the a an: of from with by for to at and or is are was were has had be been"
            " the a an this these those my your his their our its",
            "my your his their our its: the a an this these those my your his their our its",
            "with: he she they we",
            "many: money information advice furniture luggage homework luck traffic",
            "most: best worst biggest largest smallest oldest youngest ugliest easiest happiest",
            "more: better worse bigger larger smaller older younger uglier easier happier",
        ),
        *((word, word) for word in "for from he i of she they we".split()),
    )
)
"""Pairs of tokens that no sentence has side by side."""
_NEAR = _BETWEEN | _AUXILIARIES | _PARTICIPLES | _NO_BARE | {"be"}
"""What may stand behind a pronoun whose verb is broken."""
_WATCHED = _PERSONS | _SHORT | _HAVE | _DO | {"per"}
_JOINING = frozenset("and or nor but".split())
"""Words behind which a pronoun may be one of several subjects: "he and I are"."""


def ungrammatical(anchor: str, paraphrase: str) -> bool:
    """Whether a paraphrase has words side by side that no English sentence has.

    >>> ungrammatical("I know I'm not welcome.", "I know I aren't welcome.")
    True
    >>> ungrammatical("He forgot my birthday.", "He forgotten my birthday.")
    True
    >>> ungrammatical("What don't you understand?", "What do you do not understand?")
    True
    >>> ungrammatical("He is who you think he is.", "He's who you think he's.")
    True
    """
    found = _faults(paraphrase)
    if found and not found <= _faults(anchor):
        return True
    return _wrong_beside(anchor, paraphrase)


@lru_cache(maxsize=RECENT)
def _beside(text: str) -> frozenset[tuple[str, str]]:
    """The pairs of tokens that stand side by side."""
    return frozenset(pairwise(straight_tokens(text)))


# Cached like other figures of one text, since every candidate of an anchor asks for the anchor's.
@lru_cache(maxsize=RECENT)
def _faults(text: str) -> frozenset[tuple[str, ...]]:
    """The words of a text that do not go together."""
    tokens = straight_tokens(text)
    found: set[tuple[str, ...]] = set()
    if not _NEVER.isdisjoint(_beside(text)):  # hardly any text gets further
        found.update(
            pair
            for place, pair in enumerate(pairwise(tokens))
            if pair in _NEVER and not (place and tokens[place - 1] in _JOINING)
        )
    if not _WATCHED.isdisjoint(tokens):
        found.update(
            (token, *tokens[place + 1 : place + 3])
            for place, token in enumerate(tokens)
            if token in _WATCHED and _is_broken(tokens, place)
        )
    if tokens and tokens[0].capitalize() in SEXES and _next(tokens, 0) in _PARTICIPLES:
        found.add(tokens[:2])
    return frozenset(found)


def _is_broken(tokens: Sequence[str], place: int) -> bool:
    """Whether a pronoun, an auxiliary, a short form or "per" has the wrong word near it."""
    token = tokens[place]
    if token in _PERSONS:
        near = place + 1 < len(tokens) and tokens[place + 1] in _NEAR
        return near and _verb_broken(tokens, place)
    if token in _SHORT:
        return _is_stranded(tokens, place)
    if token in _HAVE:
        return _next(tokens, place) in _PASTS
    if token in _DO:
        return _next(tokens, place, denied=True) in _NO_BARE
    return _stands_before_noun(tokens, place)


def _next(tokens: Sequence[str], place: int, *, denied: bool = False) -> str:
    """The next word but "not" and adverbs; empty at the end, or if `denied` without "not" next."""
    rest = tokens[place + 1 : place + 5]
    if denied and _NOT.isdisjoint(rest[:1]):
        return ""
    return next((token for token in rest if token not in _BETWEEN), "")


def _verb_broken(tokens: Sequence[str], place: int) -> bool:
    """Whether the verb of the pronoun there lacks its auxiliary, or has it twice.

    "He forgotten", "do you do not know", "do you are there".
    """
    verb, before = _next(tokens, place), tokens[place - 1] if place else ""
    if before in _NOT and place > 1:  # "don't you"
        before = tokens[place - 2]
    if before in _DO:
        again = verb in ("do", "don") and not _NOT.isdisjoint(tokens[place + 2 : place + 3])
        return again or verb in _NO_BARE or (verb == "be" and tokens[place + 1] != "be")
    if before in _AUXILIARIES:
        return (
            tokens[-1] == "?" and verb in _FINITE_ONLY and not (before in _HAVE and verb == "had")
        )
    return tokens[place] in _SUBJECTS and verb in _PARTICIPLES and before not in _SHORT


def _is_stranded(tokens: Sequence[str], place: int) -> bool:
    """Whether a short form ends a sentence: "who you think he's"."""
    end = place + 1 == len(tokens) or tokens[place + 1] in _ENDS
    return end and place > 0 and tokens[place - 1] in _PERSONS


def _stands_before_noun(tokens: Sequence[str], place: int) -> bool:
    """ "The per person tour", but not "the per capita income"."""
    article = place > 0 and tokens[place - 1] in ("the", "a")
    return article and tokens[place + 1 : place + 2] != ("capita",)


def _wrong_beside(anchor: str, paraphrase: str) -> bool:
    """Whether words are wrong beside those of the anchor: a verb's ending, "has", a particle."""
    here, there = _beside(anchor), _beside(paraphrase)
    for token, behind in there - here:
        if token in _PERSONS:
            if _ends_wrong(token, behind, here) and _is_free(paraphrase, token, behind):
                return True
        # "He has three sons", "he's three sons"
        elif token == "'s" and behind in _COUNTED:
            if ("has", behind) in here - there:
                owners = _SINGULAR & _before(paraphrase, token)
                return any((owner, "has") in here for owner in owners)
        # "Pick you up", "pick up you"
        elif behind in _OBJECTS and token in _PARTICLES and (behind, token) in here:
            return any((verb, behind) in here for verb in _before(paraphrase, token))
    return False


def _before(text: str, token: str) -> frozenset[str]:
    """The words in front of a token."""
    return frozenset(one for one, other in _beside(text) if other == token)


def _ends_wrong(person: str, verb: str, pairs: Set[tuple[str, str]]) -> bool:
    """Whether a verb got its "s" behind the same pronoun, or lost it: "they believes"."""
    if person in _SINGULAR:
        return not {(person, f"{verb}s"), (person, f"{verb}es")}.isdisjoint(pairs)
    if verb[-1] != "s" or len(verb) < 2:
        return False
    return not {(person, verb[:-1]), (person, verb[:-2])}.isdisjoint(pairs)


def _is_free(text: str, person: str, verb: str) -> bool:
    """Whether a pronoun and its verb have no auxiliary in front, as in "does he sing"."""
    return not any(
        before in _AUXILIARIES or before in _NOT or before in _SHORT
        for before, token, behind in threes(("", *straight_tokens(text)))
        if (token, behind) == (person, verb)
    )
