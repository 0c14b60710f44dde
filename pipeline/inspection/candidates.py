"""The candidate paraphrases of a few sentences with filter's verdicts."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pipeline.inspection.catalog import query
from schemas.tables import NEAR_COPY

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
        chosen: whether it is the paraphrase of the triple with variant 0.
        triples: number of the sentence's triples whose paraphrase it is. Where the verdict is not
            `accepted` and there are some, filter kept it as a near copy.
        near_copy: whether it did.
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
    triples: int
    near_copy: bool


def candidates_of(
    db: duckdb.DuckDBPyConnection, ids: Collection[int]
) -> dict[int, list[JudgedCandidate]]:
    """Map sentences to their candidates, by pivot and rank; sentences without any are left out."""
    # The rule in `triples` tells a near copy from an accepted candidate with the same text.
    rows = query(
        db,
        "with used as (select id, pivot_lang, paraphrase_rule, paraphrase, count(*) as triples"
        " from triples where id in (select unnest($ids::ubigint[])) group by all)"
        " select c.id, c.pivot_lang, c.paraphrase_rule, c.rank, c.pivot_text, c.paraphrase,"
        " c.score, c.mer, c.similarity, c.verdict, c.chosen, c.guard, coalesce(u.triples, 0),"
        " c.verdict <> 'accepted' and u.triples is not null"
        " from candidates c left join used u on u.id = c.id and u.paraphrase = c.paraphrase"
        " and u.pivot_lang is not distinct from c.pivot_lang"
        " and u.paraphrase_rule is not distinct from if(c.verdict = 'accepted',"
        f" c.paraphrase_rule, concat_ws(':', '{NEAR_COPY}', c.paraphrase_rule))"
        " where c.id in (select unnest($ids::ubigint[]))"
        " order by c.id, c.pivot_lang nulls last, c.rank",
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
