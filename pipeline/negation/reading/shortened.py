"""Cuts a sentence down to what its main clause states, without what is only added.

"They have two shops, one in Odda and one in Sund" states that they have two shops. What contradicts
the shorter sentence contradicts the longer one, and nothing in it relies on what is changed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from pipeline.negation.english.lexicon import SUBJECTS
from pipeline.negation.reading.extent import ENDS
from pipeline.negation.reading.neighbour import lower_before
from pipeline.negation.reading.parsed import Parsed
from pipeline.negation.reading.rebuilding import LEAST, Word, assembled

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

OPENING = frozenset((",", ";", "(", "[", "–", "—", "--"))
"""What stands in front of something added."""
CLOSING = frozenset((",", ")", "]", "–", "—", "--"))
BRACKETS = frozenset((")", "]"))
DASHES = frozenset(("–", "—", "--"))
ADDED = frozenset(("relcl", "advcl", "appos", "acl"))
"""Dependencies of what is only added, behind a comma."""
ADDING = ADDED | {"conj", "prep"}
BESIDE = frozenset("with including like despite".split())
# What follows says when the clause holds, or takes some of it back.
LIMITING = frozenset(
    "if unless until whether lest or nor except excluding without only provided providing assuming"
    " not never".split()
)


def shortened(sentence: Parsed) -> Parsed | None:
    """The sentence without what is added to its main clause; None if there is nothing to leave out.

    Args:
        sentence: the parse with its main clause.
    """
    doc, clause = sentence.doc, sentence.clause
    if clause is None or clause.subject is None or len(doc) < LEAST + 3 or "?" in sentence.text:
        return None
    # Two sentences in one text
    if not ENDS.isdisjoint(sentence.lowers[:-1]):
        return None
    left_out: set[int] = set()
    places = zip(sentence.tokens, sentence.relations, strict=True)
    added = [t for t, dep in places if dep in ADDING and _is_addition(t, clause.verb)]
    for token in sorted(added, key=lambda t: -t.left_edge.i):
        left_out |= _extent(token, clause.verb, clause.subject, left_out)
    if not left_out or clause.verb.i in left_out or clause.subject.i in left_out:
        return None
    kept = [t for t in sentence.tokens if t.i not in left_out]
    return Parsed.of(_rebuilt(kept)) if _is_whole(kept, left_out) else None


def _is_addition(token: Token, verb: Token) -> bool:
    """ ", which burnt down", ", including a mill", "and closed again"."""
    if token.dep_ in ADDED:
        return True
    if token.dep_ == "conj" and token.head.i == verb.i:
        return token.tag_[0] == "V" or token.tag_ == "MD"
    return token.dep_ == "prep" and token.lower_ in BESIDE


def _extent(top: Token, verb: Token, subject: Token, left_out: Collection[int]) -> set[int]:
    """Indices of what is added with the marks around it; none where it does not stand apart.

    Args:
        top: its highest word.
        verb: that of the main clause.
        subject: its subject.
        left_out: what is left out behind it.
    """
    doc, begin, end = top.doc, top.left_edge.i, top.right_edge.i + 1
    while begin < end and doc[begin].text in OPENING:
        begin += 1
    while end > begin and (doc[end - 1].text in CLOSING or doc[end - 1].text in ENDS):
        end -= 1
    if begin == 0 or end == len(doc):
        return set()
    # "won 6–2, 6–4"; "was able, said Anna, to sing"
    if doc[begin].text[0].isdigit() or doc[begin].lower_ == "to":
        return set()
    if not LIMITING.isdisjoint(t.lower_ for t in doc[begin : begin + 3]):
        return set()
    closes = end in left_out or doc[end].text in ENDS
    if top.dep_ == "conj":
        link = doc[begin - 1]
        # "became and remains a town": they share what follows.
        shared = link.i - 1 <= verb.i and not any(c.dep_ in SUBJECTS for c in top.lefts)
        if not closes or shared:
            return set()
        if link.dep_ != "cc" or link.lower_ not in ("and", "but"):
            return set()
        return set(range(link.i - (lower_before(link) in OPENING), end))
    opening, closing = doc[begin - 1], doc[end]
    if opening.text not in OPENING or _joins(opening) or _joins(closing):
        return set()
    if closes:
        return set(range(begin - 1, end))
    if closing.text in BRACKETS:
        return set(range(begin - 1, end + 1))
    # Inside a sentence only what stands before its verb: "The mill, built in 1931, burnt down"
    if closing.text not in CLOSING or end > verb.i:
        return set()
    # "Anna, Ruth, and Eva"
    if doc[end + 1].dep_ == "cc":
        return set()
    # "For example, although it rained, they sang": one comma stays.
    before = end < subject.i and closing.text == ","
    return set(range(begin - 1 + before, end + 1))


def _joins(mark: Token) -> bool:
    """ "the Odda–Sund line"."""
    return mark.text in DASHES and mark.i > 0 and not mark.nbor(-1).whitespace_


def _is_whole(kept: Sequence[Token], left_out: Collection[int]) -> bool:
    """Whether every word that is kept still belongs to another one."""
    if kept[-1].text not in ENDS or sum(not t.is_punct for t in kept) < LEAST:
        return False
    for token in kept:
        if token.head.i in left_out and not token.is_punct:
            return False
        # "Anna, Ruth" of "Anna, Ruth and Eva"
        if token.dep_ == "conj" and not _is_joined(token, left_out):
            return False
        if token.dep_ == "cc" and not any(
            c.dep_ == "conj" and c.i > token.i and c.i not in left_out for c in token.head.children
        ):
            return False
    return True


def _is_joined(one: Token, left_out: Collection[int]) -> bool:
    """Whether "and" or the like is kept in a list."""
    above = one
    while above.dep_ == "conj":
        above = above.head
    return any(t.dep_ == "cc" and t.i not in left_out for t in above.subtree)


def _rebuilt(kept: Sequence[Token]) -> Doc:
    """The parse of the words that are kept; a mark whose word is left out belongs to the root."""
    places = {t.i for t in kept}
    root = next(t.i for t in kept if t.head.i == t.i)
    words = []
    for n, token in enumerate(kept):
        spaced, head = bool(token.whitespace_), token.head.i if token.head.i in places else root
        # Behind a gap a mark follows at once, a word after a space.
        if n + 1 < len(kept) and kept[n + 1].i != token.i + 1:
            spaced = not kept[n + 1].is_punct
        words.append(Word(token.text, token.tag_, token.dep_, token.i, head, spaced))
    return assembled(kept[0].vocab, words)
