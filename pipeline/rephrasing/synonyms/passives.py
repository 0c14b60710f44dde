"""Passives that say the same as another verb: "was awarded the prize", "received the prize".

They are entries of `synonyms.tsv`, without the form of "be", which is removed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of
from pipeline.negation.kinds.facts.nouns import bare_noun, is_somebody
from pipeline.rephrasing.pieces.phrases import conjugated
from pipeline.rephrasing.synonyms.entries import Synonym

if TYPE_CHECKING:
    from spacy.tokens import Token

FORMS = frozenset("am are is was were be been".split())
RELATIVE = frozenset("which that who".split())


def other_than_passive(token: Token, entry: Synonym) -> list[Edit] | None:
    """ "The match was held in May" -> "The match took place in May"."""
    if token.tag_ != "VBN":
        return None
    be = next((c for c in token.lefts if c.dep_ == "auxpass"), None)
    subject = next((c for c in token.lefts if c.dep_ == "nsubjpass"), None)
    if be is None or be.lower_ not in FORMS or (subject is not None and subject.i > be.i):
        return None
    if any(c.dep_ in ("neg", "conj", "cc", "prt", "preconj") for c in token.children):
        return None
    if any(t.dep_ != "advmod" or t.head != token for t in token.doc[be.i + 1 : token.i]):
        return None
    if not _fits(token, subject, entry):
        return None
    head, _, rest = entry.other.partition(" ")
    form = conjugated(head, be.tag_)
    last = token.doc[token.i + len(entry.words) - 1]
    return [
        Edit(be.idx, be.doc[be.i + 1].idx, ""),
        Edit(token.idx, end_of(last), f"{form} {rest}".strip()),
    ]


def _fits(verb: Token, subject: Token | None, entry: Synonym) -> bool:
    """Whether a passive has what an entry asks for, and no other object, complement or agent."""
    children, last = list(verb.children), verb.i + len(entry.words)
    bare = last < len(verb.doc) and verb.doc[last].tag_ == "VB"
    if ("infinitive" in entry.frames) != (bare or any(c.dep_ == "xcomp" for c in children)):
        return False
    if "in order to" in verb.doc.text:
        return False
    # "was released to calm them": "came out to calm them" would give a thing a purpose.
    if any(c.dep_ in ("ccomp", "dative", "advcl") for c in children):
        return False
    objects = [c for c in children if c.dep_ in ("dobj", "oprd", "attr")]
    if bool(objects) != ("object" in entry.frames):
        return False
    if "by" not in entry.words and any(c.dep_ == "agent" for c in children):
        return False
    if "person" in entry.frames and (subject is None or not is_somebody(subject)):
        return False
    if not entry.nouns:
        return True
    if "object" in entry.frames:
        asked = objects
    elif "behind" in entry.frames:
        preps = [c for c in children if c.dep_ in ("prep", "agent") and c.i == last - 1]
        asked = [noun for prep in preps for noun in prep.children if noun.dep_ == "pobj"]
    else:
        asked = [] if subject is None else [meant(verb, subject)]
    return any(bare_noun(noun) in entry.nouns for noun in asked)


def meant(verb: Token, subject: Token) -> Token:
    """The subject, or the noun that it stands for if it is a relative pronoun."""
    return verb.head if subject.lower_ in RELATIVE and verb.dep_ == "relcl" else subject
