"""Synonyms of nouns: the places of `synonyms.tsv` in which they fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit
from pipeline.negation.english.inflection import inflected
from pipeline.negation.kinds.facts.nouns import is_named
from pipeline.rephrasing.synonyms.entries import Synonym
from pipeline.rephrasing.synonyms.verbs import following, put

if TYPE_CHECKING:
    from spacy.tokens import Token

ANYBODY = frozenset("everyone everybody someone somebody nobody".split())
"""Nouns that stand for a person, without an article."""
OF_OTHER_NUMBER = frozenset("clothes clothing woods".split())
"""Nouns whose synonym is in the other number."""
COUNTING = frozenset("this that these those many few much little".split())
STAGED = frozenset("theatre theater repertory dance opera ballet touring".split())
"""What makes a company one of actors or dancers."""


def other_noun(token: Token, entry: Synonym) -> list[Edit] | None:
    """ "The firm has offices" -> "The company has offices"."""
    head = token.doc[token.i + len(entry.words) - 1]
    if head.tag_ not in ("NN", "NNS") or is_named(head) or head.dep_ == "compound":
        return None
    if any(c.dep_ in ("compound", "nmod") and c.i < token.i for c in head.children):
        return None
    if token.lower_ == "movies" and token.i > 0 and token.nbor(-1).lower_ == "the":
        return None  # "at the movies"
    if not _fits(token, head, entry):
        return None
    if token.lower_ == "ladies" and any(c.dep_ == "conj" for c in token.children):
        return None  # "Ladies and gentlemen"
    # "his clothes are wet", "these clothes"
    seen = head.dep_ in ("nsubj", "nsubjpass") or any(c.lower_ in COUNTING for c in head.lefts)
    if seen and entry.words[-1] in OF_OTHER_NUMBER:
        return None
    if entry.words[0] == "company" and any(c.lower_ in STAGED for c in head.lefts):
        return None
    # "Singer was the first to speak": this may be a name.
    if token.i == 0 and token.tag_ != "NNS" and token.lower_ not in ANYBODY:
        return None
    # "a writer of novels and poet", "the songwriter Mary Field"
    behind = following(token, entry)
    named = behind is not None and behind.tag_ == "NNP"
    if " of " in entry.other and (named or any(c.dep_ in ("conj", "prep") for c in head.children)):
        return None
    other = _as_many(head, entry)
    # "the children's poems": not "the kids's poems"
    if behind is not None and behind.tag_ == "POS" and (" " in other or other.endswith("s")):
        return None
    # "stores of energy"; "Be gentle, but firm": an adjective; "both of his parents"
    if entry.words[0] == "store" and any(c.dep_ == "prep" for c in head.children):
        return None
    if entry.words[0] == "firm" and head.tag_ == "NN" and not any(head.lefts):
        return None
    if entry.words[0] == "parents" and token.i > 2 and token.nbor(-3).lower_ == "both":
        return None
    return put(token, entry, other)


def _fits(noun: Token, head: Token, entry: Synonym) -> bool:
    """Whether a noun is in all of an entry's frames: "several attempts to"."""
    behind = following(noun, entry)
    if "several" in entry.frames and head.tag_ != "NNS":
        return False
    if "of" in entry.frames and (behind is None or behind.lower_ != "of"):
        return False
    if "infinitive" in entry.frames and (
        behind is None or behind.tag_ != "TO" or behind.head.tag_ != "VB"
    ):
        return False
    return not entry.frames & {"own", "mine"} or _is_owned(noun, entry)


def _is_owned(noun: Token, entry: Synonym) -> bool:
    """ "his parents", "Mary's house"; in the frame "mine" the speaker's or the reader's."""
    owner = noun.nbor(-1) if noun.i > 0 else noun
    if "mine" in entry.frames:
        return owner.lower_ in ("my", "our", "your")
    return owner.tag_ in ("PRP$", "POS")


def _as_many(noun: Token, entry: Synonym) -> str:
    """The synonym in the number of the noun: that of its first word if "of" or "in" follows."""
    if noun.tag_ == "NN" or noun.lower_ == entry.words[-1]:
        return entry.other
    if " of " in entry.other or " in " in entry.other:
        head, _, rest = entry.other.partition(" ")
        return f"{inflected(head, 'NNS')} {rest}"
    head, _, rest = entry.other.rpartition(" ")
    return f"{head} {inflected(rest, 'NNS')}".strip()
