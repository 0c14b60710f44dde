"""The simple past in which a clause with another time stands: "had sung by 1921" -> "sang"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of
from pipeline.negation.english.inflection import bare_form, inflected, is_form
from pipeline.negation.english.lexicon import PLURAL_TAGS
from pipeline.negation.kinds.checks.certain import subject_of

if TYPE_CHECKING:
    from spacy.tokens import Token


def _of_participle(verb: Token) -> list[Edit] | None:
    """ "the song, written in 1921," needs no other form."""
    return [] if verb.tag_ == "VBN" and verb.dep_ in ("acl", "conj") else None


def simple_past(verb: Token) -> list[Edit] | None:
    """The edits after which a clause tells what happened, without "had"; None if it does not.

    "sang", "was sung", "would sing" stay as they are; "had sung" becomes "sang", "had been sung"
    "was sung".

    Args:
        verb: the verb of the clause.
    """
    helpers = [c for c in verb.lefts if c.dep_ in ("aux", "auxpass")]
    words = [c.lower_ for c in helpers]
    if not words:
        # The parser may take "retook" for a participle.
        told = any(c.dep_ == "nsubj" for c in verb.lefts) and is_form(verb.text, "VBD")
        return [] if verb.tag_ == "VBD" or (verb.tag_ == "VBN" and told) else _of_participle(verb)
    if words in (["was"], ["were"], ["would"], ["did"]):
        return []
    first = helpers[0]
    if any(c.dep_ == "conj" for c in verb.rights) or verb.tag_ != "VBN":
        return None
    if words == ["had"]:
        gap = 1 if first.whitespace_ else 0
        past = inflected(bare_form(verb.text), "VBD")
        return [Edit(first.idx, end_of(first) + gap, ""), Edit(verb.idx, end_of(verb), past)]
    who = subject_of(verb)
    if words != ["had", "been"] or who is None or helpers[1].i != first.i + 1:
        return None
    many = who.tag_ in PLURAL_TAGS or any(c.dep_ == "conj" for c in who.rights)
    return [Edit(first.idx, end_of(helpers[1]), "were" if many else "was")]
