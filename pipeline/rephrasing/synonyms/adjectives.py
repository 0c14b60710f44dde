"""Synonyms of adjectives: the places of `synonyms.tsv` in which they fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit
from pipeline.negation.kinds.facts.nouns import is_named, is_somebody
from pipeline.rephrasing.synonyms.entries import Synonym
from pipeline.rephrasing.synonyms.verbs import put

if TYPE_CHECKING:
    from spacy.tokens import Token

QUANTIFIERS = frozenset("many several enough various numerous".split())
LESS_OR_MORE = frozenset("well better best less least more most".split())
GRADING = frozenset("RB WRB JJ PDT".split())
GRADING_THE_NEXT = frozenset(("whole", "nice"))
"""Adjectives that only say how much in front of another one."""
GRADES = frozenset("very so too really quite rather pretty how as".split())
"""What may grade an adjective that is exchanged for another of the same degree."""


def other_adjective(token: Token, entry: Synonym) -> list[Edit] | None:
    """ "The test was difficult" -> "The test was hard"."""
    if token.tag_ != "JJ" or is_named(token):
        return None
    if any(c.dep_ in ("conj", "cc") for c in token.children) or _is_graded(token, entry):
        return None
    if token.dep_ == "acomp":
        return put(token, entry, entry.other) if _completes(token, entry) else None
    noun = token.head
    # "a little jealous": parsed as if it modified the adjective
    if token.dep_ != "amod" or noun.i < token.i or noun.tag_[0] != "N":
        return None
    if (noun.lower_ in entry.nouns) != ("these" in entry.frames):
        return None
    if any(t.dep_ == "compound" or t.tag_ in ("NNP", "NNPS") for t in noun.lefts if t != token):
        return None
    if "plural" in entry.frames and noun.tag_ != "NNS":
        return None
    # "a numerous family": a quantifier takes no article.
    if token.nbor(1).lower_ == "other":
        return None  # "various other"
    # "my old man" is a father.
    if entry.words[0] == "old" and any(t.dep_ == "poss" for t in noun.lefts):
        return None
    # "a whole new world", "a nice cold drink"
    if entry.words[0] in GRADING_THE_NEXT and token.nbor(1).tag_ == "JJ":
        return None
    # "a little tipsy", whatever the tagger says
    if entry.words[0] == "little" and _may_be_adjective(noun):
        return None
    # "with little resistance": not much
    if entry.words[0] == "little" and noun.tag_ == "NN" and not _is_one(noun):
        return None
    # "most major cities", "some little revenue"
    if token.i > 0 and token.nbor(-1).lower_ in LESS_OR_MORE:
        return None
    if entry.other == "little" and noun.tag_ == "NN" and not _counted(noun):
        return None
    counts = entry.other in QUANTIFIERS or entry.words[0] in QUANTIFIERS
    determined = any(t.dep_ in ("det", "poss", "nummod") for t in noun.lefts)
    if counts and (determined or noun.tag_ != "NNS"):
        return None
    # "how many people", "too many people"
    before = token.nbor(-1) if token.i > 0 else None
    if counts and before is not None and (before.tag_ in GRADING or before.lower_ == "as"):
        return None
    fits = entry.frames & {"front", "plural", "these"}
    return put(token, entry, entry.other) if fits else None


def _is_graded(adjective: Token, entry: Synonym) -> bool:
    """Whether something that the synonym cannot take grades an adjective: "very tired", but not
    "very exhausted"."""
    graders = [c for c in adjective.children if c.dep_ in ("advmod", "npadvmod")]
    if not graders:
        return False
    fits = all(c.lower_ in GRADES and c.i == adjective.i - 1 for c in graders)
    return not fits or " " in entry.other or entry.other == "little"


def _may_be_adjective(noun: Token) -> bool:
    from lemminflect import getAllLemmas

    return "ADJ" in getAllLemmas(noun.lower_)


def _counted(noun: Token) -> bool:
    return any(t.lower_ in ("a", "an", "the", "this", "that") for t in noun.lefts)


def _is_one(noun: Token) -> bool:
    """ "A little house", "her little house"."""
    return _counted(noun) or any(t.dep_ in ("poss", "nummod") for t in noun.lefts)


def _completes(adjective: Token, entry: Synonym) -> bool:
    """Whether an entry holds for an adjective behind its verb."""
    children, verb = list(adjective.children), adjective.head
    # "He left, I am afraid."
    if entry.words[0] == "afraid" and any(t.text == "," for t in verb.doc[: verb.i]):
        return False
    # "sick of waiting"
    if entry.words[0] == "sick" and any(c.lower_ == "of" for c in children):
        return False
    if "person" in entry.frames:
        # "Love is blind."
        subject = next((c for c in verb.lefts if c.dep_ == "nsubj"), None)
        if subject is None or subject.lower_ == "it" or not is_somebody(subject):
            return False
    if "bare" in entry.frames:
        return not any(c.dep_ in ("xcomp", "ccomp", "advcl") or c.lower_ == "to" for c in children)
    return "behind" in entry.frames
