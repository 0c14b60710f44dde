"""Verb phrases of `synonyms.tsv` with places for a person: "give whom a hand", "lose whose temper".

The verb has any form, the other words stand as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of, like
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.english.lexicon import VERB_TAGS
from pipeline.rephrasing.pieces.phrases import conjugated, word_after
from pipeline.rephrasing.synonyms.entries import WHOM, WHOSE, Synonym
from pipeline.rephrasing.synonyms.verbs import be_of, form_in_doubt, put

if TYPE_CHECKING:
    from spacy.tokens import Token

OBJECTS = frozenset("me you him her us them".split())
MIDDLE = frozenset(
    "also often usually sometimes generally commonly still now currently originally always never"
    " probably later then mainly mostly primarily frequently typically normally thus therefore"
    " already soon actually really reportedly".split()
)
"""Adverbs that stand behind "be", but in front of another verb."""


def adverb_behind(token: Token) -> int:
    """How many adverbs stand between a form of "be" and the rest of a phrase: "is also part of"."""
    after = word_after(token)
    return int(after is not None and after.lower_ in MIDDLE and bare_form(token.text) == "be")


def stands_at(token: Token, entry: Synonym, skipped: int = 0) -> bool:
    """Whether the words of an entry after its first follow a token and `skipped` others."""
    start = token.i + 1 + skipped
    rest = token.doc[start : start + len(entry.words) - 1]
    if len(rest) + 1 != len(entry.words):
        return False
    return all(_is(t, word) for t, word in zip(rest, entry.words[1:], strict=True))


def _is(token: Token, word: str) -> bool:
    if word == WHOM:
        return token.lower_ in OBJECTS or (token.tag_ == "NNP" and token.dep_ != "compound")
    return token.tag_ == "PRP$" if word == WHOSE else token.lower_ == word


def has_name(token: Token, entry: Synonym, skipped: int = 0) -> bool:
    """Whether part of a name stands where an entry has a word: "graduated from High School One"."""
    behind = token.doc[token.i + 1 + skipped : token.i + len(entry.words) + skipped]
    capitals = any(word[0].isupper() and word[0] != "I" for word in entry.other.split())
    pairs = zip(behind, entry.words[1:], strict=True)
    return not capitals and any(
        t.text.istitle() and t.text != "I" and word != WHOM for t, word in pairs
    )


def other_verb_phrase(token: Token, entry: Synonym) -> list[Edit] | None:
    """ "She gave him a hand" -> "She helped him", "is also part of" -> "also forms part of"."""
    if token.tag_ not in VERB_TAGS or token.dep_ in ("amod", "compound", "aux", "auxpass"):
        return None
    # "was lost": whatever follows belongs to a passive; "there is evidence of it"
    if any(c.dep_ in ("auxpass", "nsubjpass", "expl") for c in token.children):
        return None
    # "Where did you go with Tom?"
    if "accompany" in entry.other and any(t.lower_ == "where" for t in token.doc):
        return None
    skipped = adverb_behind(token) if entry.words[0] == "be" else 0
    last = token.doc[token.i + skipped + len(entry.words) - 1]
    # "told me that story"
    if entry.words[-1] == "that" and last.tag_ == "DT":
        return None
    if form_in_doubt(token) or has_name(token, entry, skipped):
        return None
    head, _, rest = entry.other.partition(" ")
    words = [_filled(token, entry, word) for word in rest.split()]
    if entry.words[0] == head == "be":
        first = token.nbor(1 + skipped)
        return [Edit(first.idx, end_of(last), " ".join(words))]
    form = be_of(token) if head == "be" else conjugated(head, token.tag_)
    if form is None or _is_past_in_doubt(token, head):
        return None
    if entry.words[0] != "be":
        return put(token, entry, " ".join([form, *words]))
    adverb = [token.nbor(1).text] if skipped else []
    # "It's part of": the verb is a word of its own.
    gap = " " if token.text[0] in "'’" else ""
    text = gap + like(token, " ".join([*adverb, form, *words]))
    return [Edit(token.idx, end_of(last), text)]


def _filled(token: Token, entry: Synonym, word: str) -> str:
    """A word of the replacement; for "whom" or "whose", what the sentence has in its place."""
    place = word in (WHOM, WHOSE)
    return str(token.doc[token.i + entry.words.index(word)].text) if place else word


def _is_past_in_doubt(verb: Token, other: str) -> bool:
    """Whether a past may be taken for a participle, and that of the other verb differs:
    "He ran again and finished fourth"."""
    helped = any(c.dep_ in ("aux", "auxpass") for c in verb.children)
    past, participle = inflected(other, "VBD"), inflected(other, "VBN")
    return verb.tag_ == "VBN" and not helped and past != participle
