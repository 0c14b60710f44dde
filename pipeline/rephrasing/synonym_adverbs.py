"""Synonyms of adverbs: the places of `synonyms.tsv` in which they fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit
from pipeline.rephrasing.synonym_list import Synonym
from pipeline.rephrasing.synonym_verbs import following, put

if TYPE_CHECKING:
    from spacy.tokens import Token

NEVER = frozenset("never ever not n't n’t".split())


def other_adverb(token: Token, entry: Synonym) -> list[Edit] | None:
    """ "It rained suddenly" -> "It rained all of a sudden"."""
    if token.tag_ not in ("RB", "IN"):
        return None
    behind = following(token, entry)
    if "number" in entry.frames:
        # "at about ten" is a time of day.
        if behind is None or behind.tag_ != "CD" or behind.dep_ in ("pobj", "npadvmod"):
            return None
        return put(token, entry, entry.other)
    if token.tag_ == "IN":
        return None
    if any(token.children) or token.dep_ != "advmod":
        return None
    if "last" in entry.frames and behind is not None and not behind.is_punct:
        return None
    if "verb" in entry.frames and (behind is None or behind != token.head):
        return None
    before = token.nbor(-1).lower_ if token.i else ""
    # "not nearly as easy", "exactly like her"
    if (before in ("not", "n't", "n’t") and entry.words[0] == "nearly") or (
        entry.words[0] == "exactly" and behind is not None and behind.lower_ == "like"
    ):
        return None
    # "hence the prefix"; ", thus leaving it open"
    if entry.words[0] == "hence" and not token.head.tag_.startswith(("V", "M")):
        return None
    if entry.words[0] == "thus" and token.head.tag_ == "VBG":
        return None
    # "highly useful", but not "highly regarded"
    if "quality" in entry.frames and (behind is None or behind.tag_ != "JJ"):
        return None
    # "I never want to see it again" is not about one more time.
    if entry.words[0] == "again" and any(t.lower_ in NEVER for t in token.doc):
        return None
    # "They were now famous": then, and not currently.
    verb = token.head
    past = verb.tag_ == "VBD" or any(
        c.lower_ in ("was", "were", "had", "have", "has") for c in verb.lefts
    )
    if entry.words[0] == "now" and past:
        return None
    # "a mainly rural area": words of several parts do not fit before an adjective.
    if " " in entry.other and not token.head.tag_.startswith(("V", "M")):
        return None
    # "when initially shown", but not "when at first shown"
    if " " in entry.other and behind == verb and _is_participle_alone(verb):
        return None
    return put(token, entry, entry.other)


def _is_participle_alone(verb: Token) -> bool:
    """ "when shown", without an auxiliary."""
    return verb.tag_ == "VBN" and not any("aux" in c.dep_ for c in verb.lefts)
