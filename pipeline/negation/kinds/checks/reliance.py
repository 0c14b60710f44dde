"""Whether the rest of a sentence relies on the words that a contradiction changes.

One check over the result of every rule. "The lane is too narrow for carts" holds for whatever is
wider than a cart, and in "It is dark. I see nothing" the second sentence relies on the first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.reading.later import beside

if TYPE_CHECKING:
    from spacy.tokens import Token

_NEXT_SENTENCE = re.compile(r"[.!?]+[\"”')]* +[\"“(]?[A-Z]")
_JOINED = re.compile(r"[A-Za-z][-‐‑][A-Za-z]")
NEEDING = frozenset("any anyone anybody anything anywhere ever even anymore either yet".split())
"""Words that need a denial."""
DENYING_BY_SENSE = frozenset(
    (
        "denied denies deny refused refuses refuse rejected rejects failed fails forgot forgets"
        " lacked lacks lack avoided avoids prevented prevents unable impossible unlikely forbidden"
        " prohibited banned unnecessary doubted doubts opposed opposes disputed"
    ).split()
) | {"need not", "needn't"}
"""Words that deny what follows them."""
# "two-thirds"
PARTS = frozenset("third thirds quarter quarters fifth fifths".split())
DEEP = frozenset("advcl relcl acl ccomp csubj parataxis pcomp".split())


def changed_words(scene: Scene, edits: Sequence[Edit]) -> list[Token]:
    """The words that edits replace, and those in front of which they insert something.

    Args:
        scene: the sentence.
        edits: what would be changed in it.
    """
    return [
        t for t in scene.tokens if any(e.start <= t.idx < max(e.stop, e.start + 1) for e in edits)
    ]


def relied_on(scene: Scene, edits: Sequence[Edit], *, turns: bool, denies: bool) -> bool:
    """Whether a change would not fit the rest of its sentence, whichever rule makes it.

    Args:
        scene: the sentence.
        edits: what would be changed in it.
        turns: whether the change says the opposite, and not another name, number or thing.
        denies: whether it does so by a denial in other words, as in "failed to".
    """
    if _strands(scene, edits):
        return True
    excess, joined = "too" in scene.words, _JOINED.search(scene.text) is not None
    if excess or joined:
        changed = changed_words(scene, edits)
        if joined and any(_is_joined(t) for t in changed):
            return True
        if excess and any(_is_under_excess(t) for t in changed):
            return True
    if not turns:
        return False
    if _NEXT_SENTENCE.search(scene.text) and _has_two_sentences(scene):
        return True
    if not any(_is_of_predicate(t, scene) for t in changed_words(scene, edits)):
        return False
    return _goes_on(scene, denies=denies)


def _goes_on(scene: Scene, *, denies: bool) -> bool:
    """ "She founded the club and its first hall was hers": what the change leaves alone, too."""
    if denies and scene.clause is not None and beside(scene.clause):
        return True
    return scene.is_relied_on


def _strands(scene: Scene, edits: Sequence[Edit]) -> bool:
    """Whether a word such as "any" would stand without the denial it needs.

    "was unable to find any" -> "was able to find any"
    """
    if not scene.has(NEEDING):
        return False
    return any(scene.text[e.start : e.stop].lower() in DENYING_BY_SENSE for e in edits)


def _is_joined(token: Token) -> bool:
    """ "a larger-than-life figure", "a non-linear scale"; a number in one is another number."""
    if not token.is_alpha or token.like_num or token.lower_ in PARTS:
        return False
    doc, i = token.doc, token.i
    behind = i + 2 < len(doc) and doc[i + 1].text == "-" and not token.whitespace_
    before = i > 1 and doc[i - 1].text == "-" and not doc[i - 1].whitespace_
    return bool((behind and not doc[i + 1].whitespace_) or (before and not doc[i - 2].whitespace_))


def _is_under_excess(token: Token) -> bool:
    """ "too narrow for carts", "too heavy for a boat to carry": and so for what is larger."""
    above = (a for a in token.ancestors if a.tag_ in ("JJ", "RB", "VBN"))
    return any(c.lower_ == "too" and c.i < a.i < token.i for a in above for c in a.children)


def _has_two_sentences(scene: Scene) -> bool:
    return sum(i == above for i, above in enumerate(scene.heads)) > 1


def _is_of_predicate(token: Token, scene: Scene) -> bool:
    """Whether the main clause says the word itself, and not a phrase or clause below it.

    "one of the large towns" is said; "in a large town" only tells where.
    """
    place = token
    while place.i != scene.head.i:
        if place.dep_ in DEEP or place.head.i == place.i:
            return False
        if place.dep_ == "prep" and place.head.i == scene.head.i:
            return False
        place = place.head
    return True
