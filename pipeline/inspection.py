"""Looking at the triples: the overview, one sentence with all that happened to it, and SQL."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.store import require
from schemas.catalog import catalog_sql
from schemas.errors import UserError

if TYPE_CHECKING:
    import duckdb


OVERVIEW = (
    "from statuses",
    "from rules limit 15",
    "from mer_histogram",
    "select anchor, paraphrase, negation, round(mer, 2) as mer, pivot_lang, rule from triples"
    " where status = 'complete' order by hash(id) limit 5",
)
"""Queries of the overview that `pipeline inspect` shows."""


def open_catalog(artifacts: Path) -> duckdb.DuckDBPyConnection:
    """A DuckDB connection with the catalogue's views over a finished artifacts folder.

    Raises:
        UserError: when there are no triples yet.
    """
    import duckdb

    require(artifacts, "triples")
    db = duckdb.connect()
    db.execute(catalog_sql(str(artifacts)))
    return db


@dataclass(frozen=True, slots=True)
class QueryResult:
    """Rows of a query with the names of their columns."""

    columns: list[str]
    rows: list[tuple[Any, ...]]

    def records(self) -> list[dict[str, Any]]:
        """One dictionary a row."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


def query(db: duckdb.DuckDBPyConnection, sql: str) -> QueryResult:
    """Run one or more SQL statements; the result is that of the last.

    Raises:
        UserError: when DuckDB refuses the statement, with DuckDB's own words.
    """
    import duckdb

    try:
        found = db.execute(sql)
        columns = [column[0] for column in found.description or []]
        return QueryResult(columns, found.fetchall())
    except duckdb.Error as error:
        raise UserError(f"DuckDB cannot run this query: {error}") from error


@dataclass(frozen=True, slots=True)
class JudgedCandidate:
    """A candidate paraphrase with the filter's verdict.

    Attributes:
        pivot_lang, rank, pivot_text, paraphrase, score: as in `backtranslations`.
        mer, similarity, verdict: as in `verdicts`.
        chosen: whether it is the paraphrase of the triple.
    """

    pivot_lang: str
    rank: int
    pivot_text: str
    paraphrase: str
    score: float
    mer: float
    similarity: float | None
    verdict: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Explained:
    """One sentence and all that the stages made of it.

    Attributes:
        triple: its row of `triples`.
        source, line: where it was read.
        cue: words put in, changed or taken out by the negation.
        candidates: every candidate paraphrase with its verdict.
    """

    triple: dict[str, Any]
    source: str
    line: int
    cue: str
    candidates: list[JudgedCandidate]


def explain(artifacts: Path, *, text: str | None = None, key: int | None = None) -> Explained:
    """Follow one sentence through the stages.

    Args:
        artifacts: a finished artifacts folder.
        text: part of the sentence, in any case; the first match is taken.
        key: its id, instead of the text.

    Raises:
        UserError: when no sentence matches.
    """
    value = key if text is None else text.lower()
    condition = "s.id = $v" if text is None else "contains(lower(s.text), $v)"
    with open_catalog(artifacts) as db:
        found = db.execute(
            f"select s.id, source, line, n.cue from sentences s join negations n using (id)"
            f" where {condition} limit 1",
            {"v": value},
        ).fetchone()
        if found is None:
            what = f"the id {key}" if text is None else f"the text {text!r}"
            raise UserError(f"No sentence in {artifacts} has {what}.")
        sentence, source, line, cue = found
        cursor = db.execute("select * from triples where id = ?", [sentence])
        columns = [column[0] for column in cursor.description or []]
        triple = dict(zip(columns, cursor.fetchone() or (), strict=True))
        rows = db.execute(
            "select pivot_lang, rank, pivot_text, paraphrase, score, mer, similarity, verdict,"
            " chosen from candidates where id = ? order by pivot_lang, rank",
            [sentence],
        ).fetchall()
    return Explained(triple, source, line, cue, [JudgedCandidate(*row) for row in rows])
