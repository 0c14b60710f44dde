"""Synonyms of adverbs: the places of `synonyms.tsv` in which they fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit
from pipeline.rephrasing.synonyms.entries import Synonym
from pipeline.rephrasing.synonyms.verbs import following, put

if TYPE_CHECKING:
    from spacy.tokens import Token

PRESENT = frozenset(("VBZ", "VBP", "VBN", "VBG"))
"""Tags of what goes on now; "Now go" is an order."""
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
    if "verb" in entry.frames and behind is not None and behind.tag_[0] not in "VM":
        return None
    before = token.nbor(-1).lower_ if token.i else ""
    # "not nearly as easy", "not really good", "exactly like her"
    if (before in ("not", "n't", "n’t") and entry.words[0] in ("nearly", "really")) or (
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
    if not _in_time(token, entry):
        return None
    # "a mainly rural area": words of several parts do not fit before an adjective.
    if " " in entry.other and not token.head.tag_.startswith(("V", "M")):
        return None
    # "when initially shown", but not "when at first shown"
    if " " in entry.other and behind == token.head and _is_participle_alone(token.head):
        return None
    return put(token, entry, entry.other)


def _is_participle_alone(verb: Token) -> bool:
    """ "when shown", without an auxiliary."""
    return verb.tag_ == "VBN" and not any("aux" in c.dep_ for c in verb.lefts)


def _in_time(token: Token, entry: Synonym) -> bool:
    """Whether the synonym means the same with the tense and the objects of this verb."""
    word, verb = entry.words[0], token.head
    beside = {c.lower_ for c in verb.lefts}
    simple = verb.tag_ == "VBD" or not beside.isdisjoint(("was", "were"))
    past = simple or not beside.isdisjoint(("had", "have", "has"))
    # "They were now famous": then, and not currently; "Now go" is an order.
    if word == "now":
        return not past and verb.tag_ in PRESENT
    # "If it rains, then stay": not afterwards.
    if word == "then":
        return simple and not any(t.lower_ == "if" for t in token.doc)
    # "She will come soon", but not "It got dark soon"
    if entry.other == "shortly":
        return not beside.isdisjoint(("will", "'ll", "’ll"))
    # "to finally form"; "has finally arrived", but not "has eventually arrived"
    if word == "finally" and "verb" in entry.frames:
        return simple or (past and entry.other == "at last")
    # "Tom also came": besides others, and not besides what he did.
    if word == "also" and entry.other == "additionally":
        return _is_about_the_object(verb)
    # "a pretty little house"
    return word != "pretty" or token.head.dep_ != "amod"


def _is_about_the_object(verb: Token) -> bool:
    """Whether the subject is a pronoun and the object is none: "He also wrote songs"."""
    subject = next((c for c in verb.lefts if c.dep_ == "nsubj"), None)
    named = any(c.dep_ == "dobj" and c.tag_ != "PRP" for c in verb.rights)
    return subject is not None and subject.tag_ == "PRP" and named
