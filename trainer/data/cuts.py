"""Finds the texts that training cuts, and the triples whose difference is lost by that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice

from schemas.progress import counted
from trainer.data.batch import Batcher
from trainer.data.columns import ROWS_AT_ONCE
from trainer.data.roles import Role
from trainer.data.triples import Key, Triple, TripleTable
from trainer.settings.recipe import Recipe


@dataclass(slots=True)
class Cuts:
    """What cutting does to the rows of a run.

    Attributes:
        room: number of tokens from which on a text is cut.
        texts: number of texts that are read, each counted once per 8,192 rows.
        cut: how many of them are cut.
        alike: keys of the rows whose contradiction reads like the anchor or the paraphrase, once
            they are cut.
        complete: number of these rows that have a paraphrase.
    """

    room: int
    texts: int = 0
    cut: int = 0
    alike: list[Key] = field(default_factory=list)
    complete: int = 0

    def count(self, rows: Sequence[Triple], batcher: Batcher) -> None:
        """Count some more rows."""
        read = batcher.readings(rows)
        lengths = {one.text: one.cut for found in read.values() for one in found.values()}
        self.texts += len(lengths)
        self.cut += sum(lengths.values())
        for place, negation in read[Role.NEGATION].items():
            others = [read[role].get(place) for role in (Role.ANCHOR, Role.PARAPHRASE)]
            if any(o and o.ids == negation.ids and (o.cut or negation.cut) for o in others):
                self.alike.append(rows[place].key)
                self.complete += rows[place].complete

    def told(self, recipe: Recipe, positions: int) -> list[str]:
        """What is cut and left out, in a line; none if nothing is cut.

        Args:
            recipe: its `max_sentence_tokens` cuts, or only the encoder's own length.
            positions: the longest sentence that the encoder takes.
        """
        if not self.cut:
            return []
        verb = "is longer" if self.cut == 1 else "are longer"
        line = f"{self.cut:,} of {counted(self.texts, 'text')} {verb} than {self.room} tokens and"
        line += " is cut" if self.cut == 1 else " are cut"
        more = min(2 * self.room, positions)
        if self.room == recipe.longest_sentence and self.room < more:
            line += f"; --set max_sentence_tokens={more} reads more"
        if self.alike:
            verb, whose = ("is", "its") if len(self.alike) == 1 else ("are", "their")
            line += (
                f". {counted(len(self.alike), 'triple')} {verb} left out: once cut, {whose}"
                " contradiction reads like the anchor or the paraphrase"
            )
        return [f"{line}."]


def find_cuts(
    table: TripleTable, recipe: Recipe, batcher: Batcher, advance: Callable[[int], None]
) -> Cuts:
    """Read all rows that the recipe trains on, and count what is cut.

    Args:
        advance: called with the number of rows read.
    """
    found = Cuts(batcher.room(Role.ANCHOR))
    rows = table.in_order(heldout=recipe.heldout, rows=recipe.rows)
    while chunk := list(islice(rows, ROWS_AT_ONCE)):
        found.count(chunk, batcher)
        advance(len(chunk))
    return found
