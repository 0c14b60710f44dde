"""Verbs in a form that English does not allow, or that says something else. Pure functions."""

from __future__ import annotations

import re
from functools import lru_cache

from pipeline.acceptance.grammar.tenses import bare_forms
from pipeline.acceptance.text.runs import RECENT, lowered_runs, may_have
from pipeline.acceptance.text.words import straight_tokens
from pipeline.negation.english.given_names import SEXES

_PERSONS = frozenset("i you he she it we they".split())
_ONE_ASKED = re.compile(
    r"\b(?:Are|Were|Have|Do|are|were|have|do) ([A-Z][a-z]+) (?!and\b|or\b)[a-z]"
)
_DOES_BE = re.compile(r"(?i)\b(?:do|does|did) (?:i|you|he|she|it|we|they) be\b")
_WHAT = frozenset(("what",))
_WITHOUT_DO = re.compile(r"(?i)\bwhat\b.* (?:would|will|could|can|should)\W*$")
_WITH_DO = re.compile(r"(?i)\b(?:would|will|could|can|should) do\W*$")
_TALKS = re.compile(r"\b[Tt]alk(?:s|ed|ing)? ([A-Z][a-z]+)\b")
_SPEAKS = re.compile(r"\b[Ss](?:peak|peaks|poke|peaking|poken) ([A-Z][a-z]+)\b")
_NEVER = (
    (
        " be",
        re.compile(r"(?i)\b(?:i|you|we|they|he|she|it) (?:do|does|did)(?:n['’]t| not) be\b"),
    ),
    ("here ", re.compile(r"(?i)\bthere (?:are|were) (?:little|much)\b")),
    (
        "er than ",
        re.compile(
            r"(?i)(?:\b(?:am|is|are|was|were)|['’](?:s|re|m)) (?:\w+ )?\w+er than"
            r" (?:i|you|he|she|it|we|they) (?:do|does|did)\b"
        ),
    ),
)
"""Patterns that are wrong in any sentence ("they don't be late", "is older than he does"), each
with letters that occur in every match: searching for those first is faster."""
_HELP = re.compile(r"(?i)\b(?:can|could)(?:not|n['’]t| not) help ([a-z]+)\b")
_SENSING = frozenset("hear heard see saw seen watch watched felt".split())
"""Words, one of which is in every match of the next pattern."""
_SENSED = re.compile(
    r"\b(heard?|see|saw|seen|watch(?:ed)?|felt) (me|him|her|us|them|[A-Z][a-z]+) ([a-z]+)\b"
)

_TWO_SENSES = {
    form: forms.split()[0]
    for forms in (
        "stop stops stopped stopping",
        "remember remembers remembered remembering",
        "forget forgets forgot forgotten forgetting",
        "regret regrets regretted regretting",
        "mean means meant",
    )
    for form in forms.split()
} | dict.fromkeys(("go", "goes", "went", "gone", "going"), "go on")
"""Form -> verb, for verbs that mean one thing before "to" and another before "-ing"."""
_TWO_SENSES_FORMS = frozenset(_TWO_SENSES)
_SENSE = re.compile(rf"(?i)\b({'|'.join(_TWO_SENSES)})( on)? (?:to ([a-z]+)|([a-z]+ing))\b")


def verbs_broken(anchor: str, paraphrase: str) -> bool:
    """Whether a verb got a form that is wrong, or means something else.

    >>> verbs_broken("Is Anna late?", "Are Anna late?")
    True
    >>> verbs_broken("Anna refuses to sing.", "Anna refusing to sing.")
    True
    >>> verbs_broken("I heard her singing.", "I heard her sing.")
    True
    >>> verbs_broken("She stopped to help.", "She stopped helping.")
    True
    """
    if "?" in paraphrase and _asked_wrong(paraphrase) > _asked_wrong(anchor):
        return True
    if may_have(paraphrase, _WHAT) and _WITHOUT_DO.search(paraphrase) and _WITH_DO.search(anchor):
        return True
    for letters, wrong in _NEVER:
        if letters in paraphrase and wrong.search(paraphrase) and not wrong.search(anchor):
            return True
    # "speaks German", but not "talks German"
    if "alk" in paraphrase and set(_TALKS.findall(paraphrase)) & set(_SPEAKS.findall(anchor)):
        return True
    return (
        _only_part(anchor, paraphrase)
        or _other_sense(anchor, paraphrase)
        or _finite_lost(anchor, paraphrase)
        or _help_bare(anchor, paraphrase)
    )


@lru_cache(maxsize=RECENT)
def _asked_wrong(text: str) -> int:
    """How many questions have a verb in the wrong number, or "be" beside "do".

    "Are Anna late?", "Did you be born?"
    """
    one = sum(name in SEXES for name in _ONE_ASKED.findall(text))
    return one + len(_DOES_BE.findall(text))


def _only_part(anchor: str, paraphrase: str) -> bool:
    """Whether "heard her singing" became "heard her sing", or the other way round."""
    if _SENSING.isdisjoint(lowered_runs(anchor)):
        return False
    here, there = _SENSED.findall(anchor), _SENSED.findall(paraphrase)
    return any(
        one[:2] == other[:2] and (one[2] in bare_forms(other[2]) or other[2] in bare_forms(one[2]))
        for one in here
        for other in there
    )


def _other_sense(anchor: str, paraphrase: str) -> bool:
    """Whether "stopped to help" became "stopped helping", or the other way round."""
    if _TWO_SENSES_FORMS.isdisjoint(lowered_runs(anchor)):
        return False
    (to, doing), (other_to, other_doing) = _senses(anchor), _senses(paraphrase)
    return any(
        one[0] == other[0] and one[1] in bare_forms(other[1])
        for infinitives, gerunds in ((to, other_doing), (other_to, doing))
        for one in infinitives
        for other in gerunds
    )


@lru_cache(maxsize=RECENT)
def _senses(text: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Verb of two senses and the verb behind it, for infinitives and for gerunds."""
    infinitives: list[tuple[str, str]] = []
    gerunds: list[tuple[str, str]] = []
    for form, on, infinitive, gerund in _SENSE.findall(text):
        verb = _TWO_SENSES[form.lower()]
        if (verb == "go on") is not bool(on):
            continue
        (infinitives if infinitive else gerunds).append((verb, (infinitive or gerund).lower()))
    return infinitives, gerunds


def _finite_lost(anchor: str, paraphrase: str) -> bool:
    """Whether "Anna refuses" at the beginning became "Anna refusing"."""
    mine, others = straight_tokens(anchor), straight_tokens(paraphrase)
    if len(mine) < 2 or len(others) < 2 or mine[0] != others[0]:
        return False
    if others[0] not in _PERSONS and others[0].capitalize() not in SEXES:
        return False
    finite = {
        f"{bare}{end}" for bare in bare_forms(others[1]) for end in ("", "s", "es", "d", "ed")
    }
    return mine[1] in finite


def _help_bare(anchor: str, paraphrase: str) -> bool:
    """Whether "cannot help crying" became "cannot help cry"."""
    found = _HELP.findall(paraphrase) if " help " in paraphrase else []
    return bool(found) and any(
        not bare_forms(token).isdisjoint(found) for token in straight_tokens(anchor)
    )
