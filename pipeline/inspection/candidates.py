"""The candidate paraphrases of a few sentences with filter's verdicts."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pipeline.inspection.catalog import query

if TYPE_CHECKING:
    import duckdb


@dataclass(frozen=True, slots=True)
class JudgedCandidate:
    """A candidate paraphrase with filter's verdict.

    Attributes:
        pivot_lang, rank, pivot_text, paraphrase, score: as in `backtranslations`; pivot and score
            are None for a paraphrase by rule.
        paraphrase_rule: the rules that made it; None for a translation.
        mer, similarity, verdict, guard: as in `verdicts`.
        chosen: whether it is the paraphrase of the triple.
    """

    pivot_lang: str | None
    paraphrase_rule: str | None
    rank: int
    pivot_text: str | None
    paraphrase: str
    score: float | None
    mer: float | None
    similarity: float | None
    verdict: str
    chosen: bool
    guard: str | None


def candidates_of(
    db: duckdb.DuckDBPyConnection, ids: Collection[int]
) -> dict[int, list[JudgedCandidate]]:
    """Map sentences to their candidates, by pivot and rank; sentences without any are left out."""
    rows = query(
        db,
        "select id, pivot_lang, paraphrase_rule, rank, pivot_text, paraphrase, score, mer,"
        " similarity, verdict, chosen, guard from candidates"
        " where id in (select unnest($ids::ubigint[])) order by id, pivot_lang nulls last, rank",
        {"ids": list(ids)},
    ).rows
    found: dict[int, list[JudgedCandidate]] = {}
    for key, *row in rows:
        found.setdefault(key, []).append(JudgedCandidate(*row))
    return found


def lost_by(db: duckdb.DuckDBPyConnection, ids: Collection[int]) -> dict[int, str]:
    """Map sentences without a paraphrase to the reason, as the view `lost_sentences` has it."""
    rows = query(
        db,
        "select id, verdict from lost_sentences where id in (select unnest($ids::ubigint[]))",
        {"ids": list(ids)},
    ).rows
    return dict(rows)
