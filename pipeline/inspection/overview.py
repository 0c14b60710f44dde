"""Looking at the triples: the overview, samples, and what other windows would keep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from pipeline.inspection.catalog import QueryResult, catalog_settings, open_catalog, query
from pipeline.storage.manifest import require
from schemas.errors import UserError
from schemas.tables import STATUSES, Status

if TYPE_CHECKING:
    import duckdb

Measure = Literal["mer", "score", "similarity"]
MEASURES: tuple[Measure, ...] = get_args(Measure)

_EXAMPLE = (
    "select t.id, t.anchor, t.paraphrase, t.negation, t.mer, t.negation_mer, t.score,"
    " v.similarity, t.pivot_lang, t.rule, n.cue, t.status from triples t join negations n using"
    " (id) left join chosen v using (id)"
)


@dataclass(frozen=True, slots=True)
class Example:
    """A row of `triples` with the similarity of its paraphrase and the cue of its negation."""

    id: int
    anchor: str
    paraphrase: str | None
    negation: str | None
    mer: float | None
    negation_mer: float | None
    score: float | None
    similarity: float | None
    pivot_lang: str | None
    rule: str | None
    cue: str | None
    status: Status

    @property
    def about(self) -> str:
        """Status, pivot, measures and rule on one line; those that are missing are left out."""
        measures = {"MER": self.mer, "score": self.score, "cosine": self.similarity}
        figures = [f"{name} {value:.2f}" for name, value in measures.items() if value is not None]
        rule = self.rule and f"{self.rule}{f' ({self.cue})' if self.cue else ''}"
        return " · ".join(part for part in (self.status, self.pivot_lang, *figures, rule) if part)


@dataclass(frozen=True, slots=True)
class Selection:
    """Which triples to show.

    Attributes:
        count: how many.
        order: `random`, or the `best` or `worst` ones by `measure`.
        measure: `mer` (best: least like the anchor), `score` or `similarity`.
        seed: of the random order; equal seeds give equal rows.
        rule, status, pivot: only triples of these; any if absent.
    """

    count: int = 10
    order: Literal["random", "best", "worst"] = "random"
    measure: Measure = "score"
    seed: int = 0
    rule: str | None = None
    status: str | None = None
    pivot: str | None = None


def has_verdicts(artifacts: Path) -> bool:
    """Whether the folder keeps what was thought of each candidate."""
    return catalog_settings(artifacts).verdicts


def _open(artifacts: Path) -> duckdb.DuckDBPyConnection:
    db = open_catalog(artifacts)
    source = (
        "select id, similarity from verdicts where chosen"
        if has_verdicts(artifacts)
        else "select id, null::float as similarity from triples"
    )
    db.execute(f"create temp view chosen as {source}")
    return db


def examples(artifacts: Path, wanted: Selection) -> list[Example]:
    """Triples in the order asked for.

    Raises:
        UserError: no triples yet, or a rule, status or pivot that none of them has.
    """
    with _open(artifacts) as db:
        return _examples(db, wanted)


def _examples(db: duckdb.DuckDBPyConnection, wanted: Selection) -> list[Example]:
    conditions, values = ["true"], []
    for column, value in (
        ("rule", wanted.rule),
        ("status", wanted.status),
        ("pivot_lang", wanted.pivot),
    ):
        if value is not None:
            _require_value(db, column, value)
            conditions.append(f"t.{column} = ?")
            values.append(value)
    if wanted.order == "random":
        # DuckDB's own hash may change from release to release; a sample should not.
        order = f"md5(t.id || '/{wanted.seed:d}')"
    else:
        measure = f"{'v' if wanted.measure == 'similarity' else 't'}.{wanted.measure}"
        conditions.append(f"{measure} is not null")
        order = f"{measure} {'desc' if wanted.order == 'best' else 'asc'}, t.id"
    # Pick first, join then: of a large table only the picked rows meet the others.
    measured = " join chosen v using (id)" if order.startswith("v.") else ""
    rows = db.execute(
        f"with picked as (select t.id from triples t{measured} where {' and '.join(conditions)}"
        f" order by {order} limit {wanted.count:d}) {_EXAMPLE} semi join picked using (id)"
        f" order by {order}",
        values,
    ).fetchall()
    return [Example(*row) for row in rows]


def _require_value(db: duckdb.DuckDBPyConnection, column: str, value: str) -> None:
    found = [
        str(row[0])
        for row in db.execute(
            f"select distinct {column} from triples where {column} is not null order by 1"
        ).fetchall()
    ]
    known = [s for s in STATUSES if s in found] if column == "status" else found
    if value not in known:
        raise UserError(
            f"No triple has the {column} {value!r}; there are {', '.join(known) or 'none'}."
        )


@dataclass(frozen=True, slots=True)
class HistogramBin:
    """Match error rates from `start` to the next bin's start.

    Attributes:
        start: lower end.
        candidates: all candidate paraphrases; None where the folder has no verdicts.
        paraphrases: those of the triples, by pivot.
        negations: of the triples.
    """

    start: float
    candidates: int | None
    paraphrases: dict[str, int]
    negations: int


@dataclass(frozen=True, slots=True)
class Overview:
    """The triples at a glance.

    Attributes:
        settings: of the filter that made them.
        statuses, lost, pivots, rules: tables of the catalogue; `lost` and `pivots` are None where
            the folder has no verdicts.
        histogram: of the match error rates, in bins of 0.05.
        best, worst: by measure, the complete triple at that end; measures without values are left
            out.
        examples: a few complete triples.
    """

    settings: dict[str, Any]
    statuses: QueryResult
    lost: QueryResult | None
    pivots: QueryResult | None
    rules: QueryResult
    histogram: list[HistogramBin]
    best: dict[Measure, Example]
    worst: dict[Measure, Example]
    examples: list[Example]


def overview(artifacts: Path) -> Overview:
    """Counts, losses, rules, histograms and examples of a finished folder.

    Raises:
        UserError: when there are no triples yet.
    """
    judged = has_verdicts(artifacts)
    with _open(artifacts) as db:
        ends = {
            (order, measure): _examples(db, Selection(1, order, measure, status="complete"))
            for order in ("best", "worst")
            for measure in MEASURES
            if db.execute("select 1 from triples where status = 'complete' limit 1").fetchone()
        }
        return Overview(
            require(artifacts, "triples").config,
            query(db, "from statuses"),
            query(db, "from lost") if judged else None,
            query(db, "from pivots") if judged else None,
            query(db, "select rule, sentences, negated, example_cue from rules"),
            _histogram(db, judged),
            {m: found[0] for (order, m), found in ends.items() if order == "best" and found},
            {m: found[0] for (order, m), found in ends.items() if order == "worst" and found},
            _examples(db, Selection(3, status="complete")) if ends else [],
        )


def _histogram(db: duckdb.DuckDBPyConnection, judged: bool) -> list[HistogramBin]:
    def counts(sql: str) -> dict[int, int]:
        return {round(20 * start): count for start, count, _ in db.execute(sql).fetchall()}

    langs = [
        str(row[0])
        for row in db.execute(
            "select distinct pivot_lang from triples where pivot_lang is not null order by 1"
        ).fetchall()
    ]
    by_pivot: dict[str, dict[int, int]] = {lang: {} for lang in langs}
    for lang, start, count in db.execute(
        "select pivot_lang, floor(least(mer, 0.9999)::double * 20 + 1e-6) as place, count(*)"
        " from triples where mer is not null group by all"
    ).fetchall():
        by_pivot[lang][int(start)] = count
    negations = counts("from negation_histogram(20)")
    candidates: dict[int, int] = {}
    if judged:
        for lang in {
            *langs,
            *(p for (p,) in db.execute("select pivot_lang from pivots").fetchall()),
        }:
            found = db.execute("from candidate_histogram(?, 20)", [lang]).fetchall()
            for start, count, _ in found:
                place = round(20 * start)
                candidates[place] = candidates.get(place, 0) + count
    return [
        HistogramBin(
            i / 20,
            candidates.get(i, 0) if judged else None,
            {lang: by_pivot[lang].get(i, 0) for lang in langs},
            negations.get(i, 0),
        )
        for i in range(20)
    ]


@dataclass(frozen=True, slots=True)
class Preview:
    """What the filter would keep with another window, all else as it was.

    Attributes:
        low, high: the window of the match error rate, both ends included.
        statuses: sentences by status.
    """

    low: float
    high: float
    statuses: dict[str, int]


def parse_window(text: str) -> tuple[float, float]:
    """Read `LOW,HIGH`.

    Raises:
        UserError: when it has another form, or not 0 <= low <= high <= 1.
    """
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        low, high = 1.0, 0.0
    if not 0 <= low <= high <= 1:
        raise UserError(
            f"--window {text!r} is not LOW,HIGH with 0 <= LOW <= HIGH <= 1, as in 0.2,0.5."
        )
    return low, high


def previews(artifacts: Path, windows: Sequence[tuple[float, float]]) -> list[Preview]:
    """Rows by status that `pipeline run filter` would write with each of the windows.

    Raises:
        UserError: when the folder's verdicts do not tell; says which command makes them.
    """
    found = []
    with open_catalog(artifacts) as db:
        for low, high in windows:
            statuses: dict[str, int] = dict.fromkeys(STATUSES, 0)
            sql = f"select status, sentences from mer_window({low!r}, {high!r})"
            found.append(Preview(low, high, statuses | dict(query(db, sql).rows)))
    return found
