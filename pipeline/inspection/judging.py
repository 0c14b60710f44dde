"""Reading triples or refused candidates one after another: which comes next, and what a verdict or
an undo changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from pipeline.inspection.refusals import Refusal
from pipeline.inspection.samples import Example
from pipeline.storage.judgements import Judgement, Part


@dataclass(slots=True)
class Session:
    """A reader's progress through a draw of triples or refused candidates.

    Attributes:
        drawn: what to read, in order.
        given: all judgements of this reader, in the order of reading, including other draws.
    """

    reader: str
    drawn: Sequence[Example | Refusal]
    given: list[Judgement]

    def next(self) -> Example | Refusal | None:
        """The first of the draw without a judgement."""
        done = {one.key for one in self.given}
        return next((one for one in self.drawn if one.key not in done), None)

    def left(self) -> int:
        """How many of the draw have no judgement."""
        done = {one.key for one in self.given}
        return sum(one.key not in done for one in self.drawn)

    def judge(self, read: Example | Refusal, part: Part | None) -> None:
        """Record a verdict.

        Args:
            part: which part is wrong; None if none is.
        """
        self.given.append(judgement(self.reader, read, part))

    def undo(self) -> bool:
        """Undo the last verdict if it is about this draw; returns whether there was one."""
        if not self.given or self.given[-1].key not in {one.key for one in self.drawn}:
            return False
        self.given.pop()
        return True


def judgement(reader: str, read: Example | Refusal, part: Part | None) -> Judgement:
    """A reader's judgement; `part` is the faulty one, None if there is no fault."""
    # A triple has no rank and no reason, a refused candidate no negation.
    columns = (field.name for field in fields(Judgement) if field.name not in ("reader", "part"))
    known: dict[str, Any] = {name: getattr(read, name, None) for name in columns}
    return Judgement(reader=reader, part=part, **known)
