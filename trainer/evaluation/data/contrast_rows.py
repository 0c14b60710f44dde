"""Rows of contrast sets: sentences with another that means the same and one that does not.

A set comes as triples (which of two is the paraphrase?) or as labelled pairs (do they mean the
same?).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ContrastTriple:
    """A sentence, one with the same meaning and one with another.

    Attributes:
        set: name of the set.
        subset: kind of the contradiction, or part of the set; empty if there is none.
        anchor: the sentence.
        paraphrase: means the same.
        contradiction: does not.
    """

    set: str
    subset: str
    anchor: str
    paraphrase: str
    contradiction: str


@dataclass(frozen=True, slots=True)
class ContrastPair:
    """Two sentences with similar wording.

    Attributes:
        set: name of the set.
        subset: as in a triple.
        sentence1: one sentence.
        sentence2: the other.
        same: 1 if they mean the same, otherwise 0.
    """

    set: str
    subset: str
    sentence1: str
    sentence2: str
    same: int


@dataclass(frozen=True, slots=True)
class Contrast:
    """Triples and pairs of any number of sets."""

    triples: list[ContrastTriple]
    pairs: list[ContrastPair]

    @property
    def texts(self) -> list[str]:
        """Every sentence, once."""
        found = [t for row in self.triples for t in (row.anchor, row.paraphrase, row.contradiction)]
        found += [text for row in self.pairs for text in (row.sentence1, row.sentence2)]
        return list(dict.fromkeys(found))
