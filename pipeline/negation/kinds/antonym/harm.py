"""Harm that no opposite fits: "was destroyed by fire", which preserves nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.kinds.facts.nouns import bare_noun

if TYPE_CHECKING:
    from spacy.tokens import Token

DISASTERS = frozenset(
    "eruption earthquake fire storm flood bomb explosion blast hurricane tornado raid bombing crash"
    " accident collision".split()
)
HARMING = frozenset("destroy damage ruin impair preserve repair".split())


def is_harmed(verb: Token, lemma: str) -> bool:
    """Whether something is damaged by what repairs and preserves nothing.

    "was destroyed by fire", "damaged in a raid"; not "destroyed in 1931", "during the war".

    Args:
        verb: the verb.
        lemma: its infinitive.
    """
    if lemma not in HARMING:
        return False
    for place in verb.children:
        if place.dep_ not in ("prep", "agent"):
            continue
        what = [t for t in place.children if t.dep_ == "pobj"]
        if any(t.lower_ in DISASTERS or bare_noun(t) in DISASTERS for w in what for t in w.subtree):
            return True
        if place.lower_ == "by":
            return True
    return False
