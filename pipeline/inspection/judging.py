"""Reading triples one after another: which comes next, and what a verdict or an undo changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.inspection.samples import Example
from pipeline.storage.judgements import Judgement, Part


@dataclass(slots=True)
class Session:
    """A reader's progress through a draw of triples.

    Attributes:
        reader: name of the reader.
        drawn: the triples to read, in order.
        given: all judgements of this reader, in the order of reading, including other draws.
    """

    reader: str
    drawn: Sequence[Example]
    given: list[Judgement]

    def next(self) -> Example | None:
        """The first triple of the draw without a judgement."""
        done = {one.triple for one in self.given}
        return next((one for one in self.drawn if one.triple not in done), None)

    def left(self) -> int:
        """Number of triples of the draw without a judgement."""
        done = {one.triple for one in self.given}
        return sum(one.triple not in done for one in self.drawn)

    def judge(self, example: Example, part: Part | None) -> None:
        """Record a verdict.

        Args:
            example: the triple.
            part: which part is wrong; None if none is.
        """
        self.given.append(judgement(self.reader, example, part))

    def undo(self) -> bool:
        """Undo the last verdict if its triple is in this draw; returns whether there was one."""
        if not self.given or self.given[-1].triple not in {one.triple for one in self.drawn}:
            return False
        self.given.pop()
        return True


def judgement(reader: str, example: Example, part: Part | None) -> Judgement:
    """A reader's judgement of a triple; `part` is the faulty one, None for a good triple."""
    return Judgement(
        reader,
        example.id,
        example.variant,
        example.anchor,
        example.paraphrase,
        example.negation,
        example.kind,
        example.rule,
        example.pivot_lang,
        example.paraphrase_rule,
        part,
    )
