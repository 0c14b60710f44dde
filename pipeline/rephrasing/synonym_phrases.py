"""Verb phrases of `synonyms.tsv` with places for a person: "give whom a hand", "lose whose temper".

The verb has any form, the other words stand as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit
from pipeline.negation.english.lexicon import VERB_TAGS
from pipeline.rephrasing.phrases import conjugated
from pipeline.rephrasing.synonym_list import WHOM, WHOSE, Synonym
from pipeline.rephrasing.synonym_verbs import be_of, form_in_doubt, put

if TYPE_CHECKING:
    from spacy.tokens import Token

OBJECTS = frozenset("me you him her us them".split())


def stands_at(token: Token, entry: Synonym) -> bool:
    """Whether the words behind a token are those of an entry behind its first one."""
    rest = token.doc[token.i + 1 : token.i + len(entry.words)]
    if len(rest) + 1 != len(entry.words):
        return False
    return all(_is(t, word) for t, word in zip(rest, entry.words[1:], strict=True))


def _is(token: Token, word: str) -> bool:
    if word == WHOM:
        return token.lower_ in OBJECTS or (token.tag_ == "NNP" and token.dep_ != "compound")
    return token.tag_ == "PRP$" if word == WHOSE else token.lower_ == word


def has_name(token: Token, entry: Synonym) -> bool:
    """Whether part of a name stands where an entry has a word: "graduated from High School One"."""
    behind = token.doc[token.i + 1 : token.i + len(entry.words)]
    capitals = any(word[0].isupper() and word[0] != "I" for word in entry.other.split())
    pairs = zip(behind, entry.words[1:], strict=True)
    return not capitals and any(
        t.text.istitle() and t.text != "I" and word != WHOM for t, word in pairs
    )


def other_verb_phrase(token: Token, entry: Synonym) -> list[Edit] | None:
    """ "She gave him a hand" -> "She helped him"."""
    if token.tag_ not in VERB_TAGS or token.dep_ in ("amod", "compound", "aux", "auxpass"):
        return None
    # "was lost": whatever follows belongs to a passive.
    if any(c.dep_ in ("auxpass", "nsubjpass") for c in token.children):
        return None
    if form_in_doubt(token) or has_name(token, entry):
        return None
    head, _, rest = entry.other.partition(" ")
    form = be_of(token) if head == "be" else conjugated(head, token.tag_)
    if form is None:
        return None
    words = [form]
    for word in rest.split():
        place = word in (WHOM, WHOSE)
        words.append(token.doc[token.i + entry.words.index(word)].text if place else word)
    return put(token, entry, " ".join(words))
