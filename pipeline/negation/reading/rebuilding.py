"""Makes a parsed sentence of words of another one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token
    from spacy.vocab import Vocab

ROOT = "ROOT"
LEAST = 4
"""Words of the shortest sentence that is made."""
STOP = -2
"""Place of a full stop that is added."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the new sentence.

    Attributes:
        text: the word.
        tag: its Penn tag.
        relation: its relation to its head.
        place: its index in the old sentence; below 0 for a word that is added.
        head: the place of its head, its own if it is the root.
        spaced: whether a space follows.
    """

    text: str
    tag: str
    relation: str
    place: int
    head: int
    spaced: bool


def kept(token: Token, verb: Token, at: Token | None = None) -> Word:
    """A word of the sentence as it is, below `at` if that is given."""
    head = verb.i if token.i == verb.i else (at or token.head).i
    relation = ROOT if token.i == verb.i else token.dep_
    return Word(token.text, token.tag_, relation, token.i, head, bool(token.whitespace_))


def as_subject(
    own: Sequence[Token], verb: Token, relation: str, *, known: bool = True
) -> list[Word]:
    """A noun phrase as the subject; "the" stands for "a" where the thing is known by then."""
    inside = {t.i for t in own}
    words = []
    for token in own:
        top = token.head.i not in inside or token.head.i == token.i
        known_now = known and token.lower_ in ("a", "an") and token.i == own[0].i
        text = "the" if known_now else token.text
        words.append(
            Word(
                text,
                token.tag_,
                relation if top else token.dep_,
                token.i,
                verb.i if top else token.head.i,
                bool(token.whitespace_) or token.i == own[-1].i,
            )
        )
    return words


def as_sentence(vocab: Vocab, words: Sequence[Word]) -> Doc:
    """The parse of a clause, with a capital and a full stop.

    Args:
        vocab: of the old sentence.
        words: those of the clause.
    """
    first, last = words[0], words[-1]
    root = next(w.place for w in words if w.relation == ROOT)
    stop = Word(".", ".", "punct", STOP, root, spaced=False)
    capital = first.text[0].upper() + first.text[1:]
    made = [*words[:-1], replace(last, spaced=False), stop]
    return assembled(vocab, [replace(made[0], text=capital), *made[1:]])


def assembled(vocab: Vocab, words: Sequence[Word]) -> Doc:
    """The parse of some words, each of which has its head among them.

    Args:
        vocab: of the old sentence.
        words: in order.
    """
    from spacy.tokens import Doc as NewDoc

    order = {w.place: n for n, w in enumerate(words)}
    return NewDoc(
        vocab,
        words=[w.text for w in words],
        spaces=[w.spaced for w in words],
        tags=[w.tag for w in words],
        deps=[w.relation for w in words],
        heads=[order[w.head] for w in words],
    )
