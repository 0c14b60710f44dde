"""Draws refused candidates for people to read: is what a guard refuses really faulty?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pipeline.acceptance.guards import FEW_NEW_WORDS, WINDOW, refusals
from pipeline.inspection.catalog import query
from pipeline.inspection.samples import PIVOT, open_samples
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.judgements import Part
from schemas.errors import UserError
from schemas.pivots import named

READABLE = tuple(reason for reason in refusals() if reason != "empty")
"""Reasons for which a candidate with a text is refused."""
OF_WORDING = (*WINDOW, "copy", FEW_NEW_WORDS)
"""Reasons that find no fault: the wording is too close to the anchor, or too far from it."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A candidate paraphrase that `filter` refused.

    Attributes:
        paraphrase, pivot_lang, paraphrase_rule, rank: as in `verdicts`.
        reason: the check that refused it.
    """

    id: int
    anchor: str
    paraphrase: str
    pivot_lang: str | None
    paraphrase_rule: str | None
    rank: int
    reason: str

    @property
    def key(self) -> tuple[int, str | None, int]:
        """The key of the candidate."""
        return self.id, self.pivot_lang, self.rank

    @property
    def texts(self) -> dict[str, str]:
        """The text beside the anchor, by the name of its column."""
        return {"paraphrase": self.paraphrase}

    @property
    def parts(self) -> list[Part]:
        """The parts in which a reader can find a fault."""
        return ["paraphrase"]


def drawn_refusals(
    artifacts: ArtifactsFolder | Path,
    count: int,
    *,
    seed: int = 0,
    reason: str | None = None,
    pivot: str | None = None,
) -> list[Refusal]:
    """Draw refused candidates, about as many for each reason, and mix them.

    Args:
        count: how many at most.
        seed: equal seeds give equal draws.
        reason: only those that this check refused; by default those of every guard and judge that
            finds a fault. What is refused for its wording alone is drawn only by name.
        pivot: only translations through it, including those then changed by rule.

    Raises:
        UserError: there are no triples yet, or no such candidates.
    """
    known = [one for one in READABLE if (one == reason if reason else one not in OF_WORDING)]
    folder = ArtifactsFolder.of(artifacts)
    with open_samples(folder) as db:
        rows = query(
            db,
            f"with refused as (select id, pivot_lang, rank, verdict, md5(id || '/{seed:d}/' ||"
            " coalesce(pivot_lang, '') || '/' || rank) as place from verdicts"
            " where verdict in (select unnest($known::varchar[]))"
            f" and ($pivot::varchar is null or {PIVOT} = $pivot)),"
            " picked as (select *, row_number() over (partition by verdict order by place) as turn"
            f" from refused order by turn, place limit {count:d})"
            " select c.id, c.anchor, c.paraphrase, c.pivot_lang, c.paraphrase_rule, c.rank,"
            " c.verdict from candidates c join picked p on p.id = c.id and p.rank = c.rank"
            " and p.pivot_lang is not distinct from c.pivot_lang order by md5(p.place)",
            {"known": known, "pivot": pivot and named(pivot)},
        ).rows
        found = [Refusal(*row) for row in rows]
        if not found:
            present = {row[0] for row in query(db, "select distinct verdict from verdicts").rows}
            reasons = [one for one in READABLE if one in present]
            there = f"; the reasons in {folder.root} are {', '.join(reasons)}" if reasons else ""
            raise UserError(
                f"No candidate{f' of {pivot}' if pivot else ''} was refused"
                f" {f'because of {reason!r}' if reason else 'by a guard or a judge'}{there}."
            )
    return found
