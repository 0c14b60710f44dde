"""What the rules of all kinds need: the parse, the main clause, and where a change contradicts.

Changing a word contradicts a sentence only if the sentence asserts that word. "She will come if the
large hall is free" does not say how large the hall is, "Some doors are red" does not exclude that
some are blue, and "He did not buy a large house" is true of somebody who bought a small one.
`Scene` refuses such places.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from pipeline.negation.english.edits import Edit
from pipeline.negation.english.given_names import SEXES
from pipeline.negation.kinds.facts.background import DECIDING, holds_by_itself, is_granted, joins
from pipeline.negation.kinds.facts.limits import APART, BARRED, DENYING, SUBJECT, UNDOING, WEAK
from pipeline.negation.kinds.facts.rough import rounds
from pipeline.negation.kinds.facts.strength import is_denied, is_weak
from pipeline.negation.reading.bound import relies_on
from pipeline.negation.reading.parsed import Parsed
from pipeline.negation.reading.structure import Clause, clause_of

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_DIGIT = re.compile(r"\d")
# Brackets, and every tag that spaCy gives to quotation marks.
_ENCLOSING = re.compile(r"[()\[\]\"“”„‟«»‘’‚‛'`‹›]")

_GIVEN = frozenset(name.lower() for name in SEXES)

Thing = TypeVar("Thing")


class Reach(Enum):
    """Whether the assertion of the main clause includes a word."""

    OUTSIDE = 0
    OF_SUBJECT = 1
    ASSERTED = 2


OUTSIDE, OF_SUBJECT, ASSERTED = Reach


def no_names(doc: Doc) -> Mapping[int, str]:
    """No names, for a parser without an entity recogniser."""
    return {}


@dataclass(frozen=True)
class Scene:
    """A sentence as the rules see it.

    Attributes:
        sentence: the parse and its main clause, which a caption ("A man in a red coat") lacks.
        names: index of a word -> entity type of the name that it is part of, from an entity
            recogniser; computed only if a rule needs it.
        ignores_also: whether a rule leaves "also" out, so that the main clause adds to nothing.
    """

    sentence: Parsed
    names: Callable[[Doc], Mapping[int, str]] = no_names
    ignores_also: bool = False

    @cached_property
    def doc(self) -> Doc:
        """The parse."""
        return self.sentence.doc

    @cached_property
    def clause(self) -> Clause | None:
        """The main clause."""
        return self.sentence.clause

    @cached_property
    def text(self) -> str:
        """The text."""
        return self.sentence.text

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """The words of the text."""
        return self.sentence.tokens

    @cached_property
    def lowers(self) -> tuple[str, ...]:
        """The words in lower case, in order."""
        return self.sentence.lowers

    @cached_property
    def words(self) -> frozenset[str]:
        """The words in lower case, with which most rules see at once that they do not apply."""
        return self.sentence.words

    def has(self, words: Collection[str]) -> bool:
        """Whether the text has any of some words."""
        return not self.words.isdisjoint(words)

    @cached_property
    def has_digits(self) -> bool:
        """Whether there are numbers in digits."""
        return _DIGIT.search(self.text) is not None

    @cached_property
    def has_given_name(self) -> bool:
        """Whether a word may be somebody's given name."""
        return self.has(_GIVEN) and any(t.text in SEXES for t in self.tokens)

    @cached_property
    def head(self) -> Token:
        """The main verb, or the root of a caption."""
        if self.clause is not None:
            return self.clause.verb
        return next(t for t in self.tokens if t.head.i == t.i)

    @cached_property
    def is_relied_on(self) -> bool:
        """Whether the rest relies on the main clause, and would make no sense beside its denial."""
        clause = clause_of(self.head) if self.clause is None else self.clause
        return relies_on(clause, self.sentence.lower, reasons=True)

    @cached_property
    def is_question(self) -> bool:
        """Whether the sentence is a question."""
        return "?" in self.words

    @cached_property
    def is_denied(self) -> bool:
        """Whether the main clause or its subject is negative; in a caption, any word."""
        return self.has(DENYING) if self.clause is None else is_denied(self.clause, self.words)

    @cached_property
    def is_weak(self) -> bool:
        """Whether the main clause says only what is possible, or true of some."""
        return is_weak(self.clause, self.head, self.words)

    @cached_property
    def describes(self) -> bool:
        """Whether the sentence describes a scene: a caption, or somebody who is doing something."""
        clause = self.clause
        if clause is None or clause.subject is None:
            return clause is None or clause.finite is None
        first = clause.subject.left_edge
        ongoing = clause.tag == "VBG" or clause.finite is None
        return ongoing and (first.lower_ in ("a", "an", "two", "three") or first.tag_ == "CD")

    @cached_property
    def adds(self) -> bool:
        """Whether the main clause adds to others: "She also won the cup in 1931"."""
        if self.ignores_also or "also" not in self.words:
            return False
        return any(c.lower_ == "also" for c in self.head.children)

    @cached_property
    def is_open(self) -> bool:
        """Whether anything can be changed at all."""
        closed = self.is_question or self.is_denied or self.is_weak
        return not (closed or self.sentence.is_restated)

    @cached_property
    def enclosed(self) -> frozenset[int]:
        """Indices of the words in brackets or quotation marks."""
        if _ENCLOSING.search(self.text) is None:
            return frozenset()
        found, depth, quoted = set(), 0, False
        for i, word in enumerate(self.lowers):
            depth = max(depth + (word in "([") - (word in ")]"), 0)
            quoted ^= self.tokens[i].is_quote and word not in ("'", "’")
            if depth or quoted:
                found.add(i)
        return frozenset(found)

    def choice(self, token: Token, options: Sequence[Thing]) -> Thing:
        """One of the options, always the same one for this word of this text."""
        key = f"{token.i} {self.text}".encode()
        return options[int.from_bytes(hashlib.sha256(key).digest()[:4]) % len(options)]

    def asserts(self, token: Token, *, subject: bool = False) -> bool:
        """Whether the main clause asserts what a word says.

        Args:
            token: the word.
            subject: whether words of the subject count too; "The northern shore is steep" does not
                exclude that the southern one is.
        """
        if not self.is_open or token.i in self.enclosed or self.adds:
            return False
        reach = self._reach(token.i)
        return reach is ASSERTED or (reach is OF_SUBJECT and (subject or self.describes))

    @cached_property
    def heads(self) -> Sequence[int]:
        """The index of each word's head."""
        return self.sentence.heads

    @cached_property
    def relations(self) -> Sequence[str]:
        """The relation of each word to its head."""
        return self.sentence.relations

    def _reach(self, place: int) -> Reach:
        """Whether the word at an index and all its heads are asserted."""
        known = self._reaches.get(place)
        if known is None:
            known = self._reaches[place] = self._own_reach(place)
        return known

    @cached_property
    def _reaches(self) -> dict[int, Reach]:
        return {self.head.i: ASSERTED}

    def _own_reach(self, place: int) -> Reach:
        above, relation = self.heads[place], self.relations[place]
        if place in self._barred or above == place:
            return OUTSIDE
        if relation not in DECIDING:
            return self._reach(above)
        if relation in APART and not joins(self.tokens[place], described=self.describes):
            return OUTSIDE
        if relation == "xcomp" and self.lowers[above] in UNDOING:
            return OUTSIDE
        # A second main clause may have its own negation or modal.
        second = relation == "conj" and self._is_hedged and self.tokens[place].tag_[0] == "V"
        if second and any(c.lower_ in WEAK for c in self.tokens[place].children):
            return OUTSIDE
        found = self._reach(above)
        return OF_SUBJECT if relation in SUBJECT and found is ASSERTED else found

    @cached_property
    def _barred(self) -> frozenset[int]:
        """Indices of the partial or negative words, and of their heads."""
        if not self.has(BARRED):
            return frozenset()
        found = [
            i for i, word in enumerate(self.lowers) if word in BARRED and not rounds(self.tokens[i])
        ]
        return frozenset((*found, *(self.heads[i] for i in found)))

    @cached_property
    def _is_hedged(self) -> bool:
        return self.has(WEAK)

    def asserts_count(self, number: Token) -> bool:
        """Whether a number is in the predicate, or counts the subject."""
        if number.i in self.enclosed:
            return False
        place = number
        while place.i != self.head.i:
            if place.dep_ in APART or place.head.i == place.i:
                return False
            if place.dep_ == "xcomp" and place.head.lower_ in UNDOING:
                return False
            place = place.head
        return True

    def asserted(self, *, subject: bool = False) -> Sequence[Token]:
        """The words that the main clause asserts, in order."""
        # Cached, since most rules iterate over them.
        return self._asserted_with_subject if subject else self._asserted

    @cached_property
    def _asserted(self) -> tuple[Token, ...]:
        if self._asserted_with_subject and self.describes:
            return self._asserted_with_subject
        return tuple([t for t in self._asserted_with_subject if self._reach(t.i) is ASSERTED])

    @cached_property
    def _asserted_with_subject(self) -> tuple[Token, ...]:
        if not self.is_open or self.adds:
            return ()
        enclosed = self.enclosed
        return tuple(
            [
                token
                for i, token in enumerate(self.tokens)
                if i not in enclosed and self._reach(i) is not OUTSIDE
            ]
        )

    def stated(self, *tags: str) -> Sequence[Token]:
        """The words that the main clause asserts, then those of the clauses that hold with it.

        Args:
            tags: only words with one of these Penn tags, if any are given.
        """
        if not tags:
            return self._stated
        return [t for t, tag in zip(self._stated, self.stated_tags, strict=True) if tag in tags]

    @cached_property
    def stated_tags(self) -> tuple[str, ...]:
        """The Penn tags of the words of `stated`."""
        return tuple([t.tag_ for t in self._stated])

    def states(self, token: Token) -> bool:
        """Whether a word is one of `stated`."""
        return token.i in self._stated_indices

    @cached_property
    def _stated_indices(self) -> frozenset[int]:
        return frozenset(t.i for t in self._stated)

    @cached_property
    def _stated(self) -> tuple[Token, ...]:
        if self.is_question:
            return ()
        known = self.enclosed.union([t.i for t in self._asserted])
        further = [
            token for i, token in enumerate(self.tokens) if i not in known and self._holds(i)
        ]
        return (*self._asserted, *further)

    def _holds(self, place: int) -> bool:
        """Whether a word is in a clause that holds with the main clause, or regardless of it."""
        found = self._holding.get(place)
        if found is None:
            found = self._holding[place] = self._own_holds(place)
        return found

    @cached_property
    def _holding(self) -> dict[int, bool]:
        return {self.head.i: self.is_open and not self.adds}

    def _own_holds(self, place: int) -> bool:
        above = self.heads[place]
        if place in self._barred:
            return False
        if above == place:
            # The main clause is the first: "The mill is closed; its barn is open".
            return self.heads[self.head.i] == place and is_granted(self.head)
        relation, token = self.relations[place], self.tokens[place]
        if relation not in DECIDING and not self._is_hedged:
            return self._holds(above)
        alone = holds_by_itself(
            token, joined=relation in APART and joins(token, described=self.describes)
        )
        return self._holds(above) if alone is None else alone


Rule = Callable[[Scene], Iterator[list[Edit]]]
"""From a scene to the edits of each contradiction; none if none is safe."""
