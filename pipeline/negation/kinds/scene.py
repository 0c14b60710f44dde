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
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.kinds.background import holds_by_itself, is_granted, joins
from pipeline.negation.kinds.limits import APART, BARRED, DENYING, PARTIAL, SUBJECT, UNDOING, WEAK
from pipeline.negation.reading.restated import is_restated
from pipeline.negation.reading.structure import Clause

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_DIGIT = re.compile(r"\d")
# Brackets, and every tag that spaCy gives to quotation marks.
_ENCLOSING = re.compile(r"[()\[\]\"“”„‟«»‘’‚‛'`‹›]")

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
        doc: the parse.
        clause: the main clause; None for a caption such as "A man in a red coat".
        names: index of a word -> entity type of the name that it is part of, from an entity
            recogniser; computed only if a rule needs it.
    """

    doc: Doc
    clause: Clause | None
    names: Callable[[Doc], Mapping[int, str]] = no_names

    @cached_property
    def text(self) -> str:
        """The text, cached because spaCy assembles it anew at each access."""
        return str(self.doc.text)

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """The words of the text, cached because spaCy makes new objects at each access."""
        return tuple(self.doc)

    @cached_property
    def lowers(self) -> tuple[str, ...]:
        """The words in lower case, in order."""
        return tuple([t.lower_ for t in self.tokens])

    @cached_property
    def words(self) -> frozenset[str]:
        """The words in lower case, with which most rules see at once that they do not apply."""
        return frozenset(self.lowers)

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
        return any(t.text in SEXES for t in self.tokens)

    @cached_property
    def head(self) -> Token:
        """The main verb, or the root of a caption."""
        if self.clause is not None:
            return self.clause.verb
        return next(t for t in self.tokens if t.head.i == t.i)

    @cached_property
    def is_question(self) -> bool:
        """Whether the sentence is a question."""
        return "?" in self.words

    @cached_property
    def is_denied(self) -> bool:
        """Whether the main clause, or its subject, is negative."""
        clause = self.clause
        if clause is None or not self.has(DENYING):
            return self.has(DENYING)
        if clause.negators or any(c.lower_ in DENYING for c in clause.verb.children):
            return True
        # "is not itself closed", "is no longer closed": the parser may attach the negation
        # elsewhere.
        if clause.finite is not None and clause.finite.i < clause.verb.i:
            between = self.tokens[clause.finite.i : clause.verb.i]
            if any(t.lower_ in DENYING for t in between):
                return True
        if "longer" in self.words and "no" in self.words:
            return True
        subject = clause.subject
        return subject is not None and any(t.lower_ in DENYING for t in subject.subtree)

    @cached_property
    def is_weak(self) -> bool:
        """Whether the main clause says only what is possible, or true of some."""
        clause = self.clause
        if clause is not None and any(t.lower_ in WEAK for t in clause.auxiliaries):
            return True
        # "The guests included friends": perhaps enemies too.
        if clause is not None and bare_form(clause.verb.text) == "include":
            return True
        # "A lot of people are lazy", and a lot are not.
        subject = clause.subject if clause is not None else None
        if subject is not None and subject.lower_ in ("lot", "lots", "plenty"):
            return True
        # "A large number of birds", but "The number of birds"
        if subject is not None and (subject.lower_, subject.left_edge.lower_) == ("number", "a"):
            return True
        if not self.has(PARTIAL):
            return False
        near = [*self.head.children]
        if clause is not None and clause.subject is not None:
            near += clause.subject.children
            near.append(clause.subject)
        return any(t.lower_ in PARTIAL for t in near)

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
        return "also" in self.words and any(c.lower_ == "also" for c in self.head.children)

    @cached_property
    def is_open(self) -> bool:
        """Whether anything can be changed at all."""
        if self.clause is not None and is_restated(self.clause):
            return False
        return not (self.is_question or self.is_denied or self.is_weak)

    @cached_property
    def enclosed(self) -> frozenset[int]:
        """Indices of the words in brackets or quotation marks."""
        if _ENCLOSING.search(self.text) is None:
            return frozenset()
        found, depth, quoted = set(), 0, False
        for token in self.tokens:
            depth = max(depth + (token.text in "([") - (token.text in ")]"), 0)
            quoted ^= token.is_quote and token.text not in ("'", "’")
            if depth or quoted:
                found.add(token.i)
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
        reach = self._reach(token)
        return reach is ASSERTED or (reach is OF_SUBJECT and (subject or self.describes))

    def _reach(self, token: Token) -> Reach:
        """Whether a word and all its heads are asserted."""
        known = self._reaches.get(token.i)
        if known is None:
            known = self._reaches[token.i] = self._own_reach(token)
        return known

    @cached_property
    def _reaches(self) -> dict[int, Reach]:
        return {self.head.i: ASSERTED}

    def _own_reach(self, place: Token) -> Reach:
        above = place.head
        if place.lower_ in BARRED or place.i in self._above_barred or above.i == place.i:
            return OUTSIDE
        relation = place.dep_
        if relation in APART and not joins(place, described=self.describes):
            return OUTSIDE
        if relation == "xcomp" and above.lower_ in UNDOING:
            return OUTSIDE
        # A second main clause may have its own negation or modal.
        second = relation == "conj" and place.tag_.startswith("V")
        if second and any(c.lower_ in WEAK for c in place.children):
            return OUTSIDE
        found = self._reach(above)
        return OF_SUBJECT if relation in SUBJECT and found is ASSERTED else found

    @cached_property
    def _above_barred(self) -> frozenset[int]:
        """Indices of the words with a partial or negative word below them."""
        if not self.has(BARRED):
            return frozenset()
        words = zip(self.tokens, self.lowers, strict=True)
        return frozenset(token.head.i for token, word in words if word in BARRED)

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
        return tuple([t for t in self._asserted_with_subject if self._reach(t) is ASSERTED])

    @cached_property
    def _asserted_with_subject(self) -> tuple[Token, ...]:
        if not self.is_open or self.adds:
            return ()
        enclosed = self.enclosed
        reached = [t for t in self.tokens if self._reach(t) is not OUTSIDE]
        return tuple([t for t in reached if t.i not in enclosed] if enclosed else reached)

    def stated(self, *tags: str) -> Sequence[Token]:
        """The words that the main clause asserts, then those of the clauses that hold with it.

        Args:
            tags: only words with one of these Penn tags, if any are given.
        """
        if not tags:
            return self._stated
        return [t for t, tag in zip(self._stated, self._stated_tags, strict=True) if tag in tags]

    @cached_property
    def _stated_tags(self) -> tuple[str, ...]:
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
        further = [t for t in self.tokens if t.i not in known and self._holds(t)]
        return (*self._asserted, *further)

    def _holds(self, token: Token) -> bool:
        """Whether a word is in a clause that holds with the main clause, or whatever that says."""
        found = self._holding.get(token.i)
        if found is None:
            found = self._holding[token.i] = self._own_holds(token)
        return found

    @cached_property
    def _holding(self) -> dict[int, bool]:
        return {self.head.i: self.is_open and not self.adds}

    def _own_holds(self, place: Token) -> bool:
        above = place.head
        if place.lower_ in BARRED or place.i in self._above_barred:
            return False
        if above.i == place.i:
            # The main clause is the first: "The mill is closed; its barn is open".
            return self.head.head.i == place.i and is_granted(self.head)
        alone = holds_by_itself(
            place, joined=place.dep_ in APART and joins(place, described=self.describes)
        )
        return self._holds(above) if alone is None else alone


Rule = Callable[[Scene], Iterator[list[Edit]]]
"""From a scene to the edits of each contradiction; none if none is safe."""
