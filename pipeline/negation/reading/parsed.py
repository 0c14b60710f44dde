"""A parsed sentence, with what both its denial and its other contradictions need."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from pipeline.negation.english.lexicon import FINITE_TAGS
from pipeline.negation.reading.clause import find_clause
from pipeline.negation.reading.damaged import has_lost_words, is_subordinate
from pipeline.negation.reading.doubt import is_misparsed
from pipeline.negation.reading.restated import is_relied_on, is_restated
from pipeline.negation.reading.structure import Clause

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spacy.tokens import Doc, Token


OPENING = frozenset("IN DT PRP$ CC TO".split())
"""Tags of words after which a phrase goes on."""
MOST_PLAIN = 20
"""Words of the longest sentence that counts as plain."""


@dataclass(frozen=True)
class Parsed:
    """A sentence with its parse; what is needed more than once is computed once.

    Attributes:
        doc: one sentence, tagged and parsed.
        text: the text of the parse, which spaCy would assemble anew at each access.
        clause: the main clause; None if there is no verb.
    """

    doc: Doc
    text: str
    clause: Clause | None

    @classmethod
    def of(cls, doc: Doc, text: str | None = None) -> Parsed:
        """Find the main clause of a parse; give its text, too, if it is known."""
        return cls(doc, doc.text if text is None else text, find_clause(doc))

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
        """The words in lower case."""
        return frozenset(self.lowers)

    @cached_property
    def tags(self) -> tuple[str, ...]:
        """The Penn tags of the words, in order."""
        return tuple([t.tag_ for t in self.tokens])

    @cached_property
    def heads(self) -> Sequence[int]:
        """The index of each word's head; quicker than asking the words."""
        ways = self.doc.to_array("HEAD").astype("int64").tolist()
        return [i + way for i, way in enumerate(ways)]

    @cached_property
    def relations(self) -> Sequence[str]:
        """The relation of each word to its head."""
        return [t.dep_ for t in self.tokens]

    @cached_property
    def lower(self) -> str:
        """The text in lower case: searching it is faster than looking at each word."""
        return self.text.lower()

    @cached_property
    def is_misparsed(self) -> bool:
        """Whether the parse of the main clause must be wrong."""
        return self.clause is not None and is_misparsed(self.clause, self.lower)

    @cached_property
    def is_cut_off(self) -> bool:
        """Whether the text stops in a phrase: "Lima is the capital of", "a town in western"."""
        place = len(self.doc) - 1
        if place < 0:
            return True
        while place > 0 and self.doc[place].is_punct:
            place -= 1
        last = self.doc[place]
        begun = last.dep_ in ("prep", "det", "poss", "cc") and last.tag_ in OPENING
        return begun or (last.dep_ == "pobj" and last.lower_.endswith("ern"))

    @cached_property
    def is_damaged(self) -> bool:
        """Whether the text is not a whole sentence, or has lost words."""
        return has_lost_words(self.text) or is_subordinate(self.doc)

    @cached_property
    def is_plain(self) -> bool:
        """Whether the sentence is short and has one finite verb at most.

        Any further clause, and whatever else a long sentence tells, may rely on a word whose
        opposite would contradict it: "The mine made a large profit, which paid for the school".
        """
        if sum(tag in FINITE_TAGS for tag in self.tags) > 1:
            return False
        short = len(self.tokens) <= MOST_PLAIN
        return short or len([t for t in self.tokens if not t.is_punct]) <= MOST_PLAIN

    @cached_property
    def is_restated(self) -> bool:
        """Whether the rest of the sentence explains the main clause, or relies on it."""
        clause, lower = self.clause, self.lower
        return clause is not None and (is_restated(clause, lower) or is_relied_on(clause, lower))
