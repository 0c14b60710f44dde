"""Antonyms in place of a negation: "The lake is deep" -> "The lake is shallow".

The opposite comes from the package's list, for the way in which the word is used: "the train left"
-> "arrived", but not "she left the house".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.antonyms import PartOfSpeech, Use, by_affix, opposite
from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.english.lexicon import BE, VERB_TAGS
from pipeline.negation.reading.structure import Clause

if TYPE_CHECKING:
    from spacy.tokens import Token


def antonymous(clause: Clause) -> list[Edit] | None:
    """Edits that replace the predicate adjective or the verb by an antonym."""
    verb = clause.verb
    if clause.conjuncts or clause.negators:
        return None
    if verb.lower_ in BE:
        return _adjective(verb)
    if any(child.dep_ in ("prt", "xcomp", "ccomp") for child in verb.children):
        return None  # "give up", "want to go": the verb alone does not carry the meaning
    use = _use(verb) if clause.tag in VERB_TAGS else None
    found = use and _antonym(bare_form(verb.text), "v", use)
    return [replace(verb, inflected(found, clause.tag))] if found else None


def _antonym(word: str, pos: PartOfSpeech, use: Use) -> str | None:
    return opposite(word, pos, use) or by_affix(word, pos, use)


def _use(verb: Token) -> Use | None:
    """How a verb is used; None if the list does not cover that use."""
    relations = {child.dep_ for child in verb.children}
    if "dative" in relations:  # "bought him a book" does not exclude "sold him a book"
        return None
    if any(child.dep_ == "prep" and child.lower_ == "as" for child in verb.children):
        return None  # "act as", "serve as"
    if relations & {"dobj", "nsubjpass"}:
        return "object"
    return "phrase" if "prep" in relations else "alone"


def _adjective(verb: Token) -> list[Edit] | None:
    found = [c for c in verb.children if c.dep_ == "acomp" and c.tag_ == "JJ" and c.i > verb.i]
    if len(found) != 1:
        return None
    # "two metres deep", "good at chess", "due to rain", "warm and dry": the adjective is not alone.
    more = ("npadvmod", "prep", "pcomp", "conj", "xcomp", "ccomp")
    if any(c.dep_ in more for c in found[0].children):
        return None
    new = _antonym(found[0].lower_, "a", "behind")
    return None if new is None else [replace(found[0], new)]
