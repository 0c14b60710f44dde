"""Makes a parsed sentence of words of another one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

ROOT = "ROOT"


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


def rebuilt(doc: Doc, words: Sequence[Word]) -> Doc:
    """The parse of the new sentence, with a capital and a full stop."""
    from spacy.tokens import Doc as NewDoc

    order = {w.place: n for n, w in enumerate(words)}
    root = next(n for n, w in enumerate(words) if w.relation == ROOT)
    texts = [w.text for w in words]
    texts[0] = texts[0][0].upper() + texts[0][1:]
    return NewDoc(
        doc.vocab,
        words=[*texts, "."],
        spaces=[*(w.spaced for w in words[:-1]), False, False],
        tags=[*(w.tag for w in words), "."],
        deps=[*(w.relation for w in words), "punct"],
        heads=[*(order[w.head] for w in words), root],
    )
