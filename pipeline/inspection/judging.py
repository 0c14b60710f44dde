"""Reading triples one after another: which one is next, and what a verdict or an undo changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.inspection.samples import Example
from pipeline.storage.judgements import Judgement, Part


@dataclass(slots=True)
class Session:
    """A reader's way through a draw of triples.

    Attributes:
        reader: who reads.
        drawn: the triples to read, in order.
        given: all judgements of this reader, in the order of reading; of other draws too.
    """

    reader: str
    drawn: Sequence[Example]
    given: list[Judgement]

    def next(self) -> Example | None:
        """The first triple of the draw without a judgement."""
        done = {one.triple for one in self.given}
        return next((one for one in self.drawn if _key(one) not in done), None)

    def left(self) -> int:
        """How many triples of the draw have none."""
        done = {one.triple for one in self.given}
        return sum(_key(one) not in done for one in self.drawn)

    def judge(self, example: Example, part: Part | None) -> None:
        """Enter a verdict.

        Args:
            example: the triple.
            part: what is at fault; None where nothing is.
        """
        self.given.append(
            Judgement(
                self.reader,
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
        )

    def undo(self) -> bool:
        """Take the last verdict back, where its triple is of this draw; whether there was one."""
        if not self.given or self.given[-1].triple not in {_key(one) for one in self.drawn}:
            return False
        self.given.pop()
        return True


def _key(example: Example) -> tuple[int, int]:
    return example.id, example.variant
