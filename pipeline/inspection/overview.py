"""A summary of the triples: counts, losses, rules, histograms and a few examples."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pipeline.inspection.catalog import QueryResult, query
from pipeline.inspection.faults import Faults, faults_in
from pipeline.inspection.samples import MEASURES, Example, Measure, Selection, open_samples, select
from pipeline.storage.artifacts import ArtifactsFolder
from schemas.mer import MER_BINS

if TYPE_CHECKING:
    import duckdb


@dataclass(frozen=True, slots=True)
class HistogramBin:
    """A bin of match error rates, which extends to the start of the next.

    Attributes:
        candidates: all candidate paraphrases.
        paraphrases: those of the triples, by pivot; under `rule` those made by rule alone.
        negations: those of rank 0.
    """

    start: float
    candidates: int
    paraphrases: dict[str, int]
    negations: int


@dataclass(frozen=True, slots=True)
class Overview:
    """A summary of the triples.

    Attributes:
        statuses, lost, pivots, paraphrase_rules, rules, kinds: tables of the catalogue.
        variants: number of triples beyond one per sentence.
        histogram: of match error rates, in bins of 0.05.
        best, worst: for each measure, the complete triple at that end; measures without values are
            left out.
        faults: summary of the judgements; None if there are none.
    """

    settings: dict[str, Any]
    statuses: QueryResult
    lost: QueryResult
    pivots: QueryResult
    paraphrase_rules: QueryResult
    rules: QueryResult
    kinds: QueryResult
    variants: int
    histogram: list[HistogramBin]
    best: dict[Measure, Example]
    worst: dict[Measure, Example]
    examples: list[Example]
    faults: Faults | None

    @property
    def first(self) -> int:
        """Number of sentences whose first triple is complete."""
        return sum(row[1] for row in self.statuses.rows if row[0] == "complete")


def overview(artifacts: ArtifactsFolder | Path) -> Overview:
    """Summarise a finished folder.

    Raises:
        UserError: there are no triples yet.
    """
    folder = ArtifactsFolder.of(artifacts)
    triples = folder.require("triples")
    with open_samples(folder) as db:
        complete = db.execute("select 1 from triples where status = 'complete' limit 1").fetchone()

        def ends(order: Literal["best", "worst"]) -> dict[Measure, Example]:
            wanted = {m: Selection(1, order, m, status="complete") for m in MEASURES if complete}
            return {m: found[0] for m, one in wanted.items() if (found := select(db, one))}

        return Overview(
            triples.config,
            query(db, "from statuses"),
            query(db, "from lost"),
            query(db, "from pivots"),
            query(db, "from paraphrase_rules"),
            query(db, "select rule, sentences, negated, example_cue from rules"),
            query(db, "from kinds"),
            int(query(db, "select count(*) from triples where variant > 0").rows[0][0]),
            _histogram(db),
            ends("best"),
            ends("worst"),
            select(db, Selection(3, status="complete")) if complete else [],
            faults_in(folder.root, triples),
        )


def _histogram(db: duckdb.DuckDBPyConnection) -> list[HistogramBin]:
    def counts(table: str, mer: str = "mer") -> Counter[tuple[str | None, int]]:
        """Number of rows by pivot (`rule` for those without one) and bin."""
        rows = db.execute(
            "select coalesce(pivot_lang, 'rule'),"
            f" floor(least({mer}, 0.9999)::double * {MER_BINS} + 1e-6)::int, count(*)"
            f" from {table} where {mer} is not null group by all"
        ).fetchall()
        return Counter({(lang, place): count for lang, place, count in rows})

    def together(found: Counter[tuple[str | None, int]], place: int) -> int:
        return sum(count for (_, at), count in found.items() if at == place)

    paraphrases, negations = counts("paper_triples"), counts("paper_triples", "negation_mer")
    candidates = counts("verdicts")
    langs = sorted(str(lang) for lang in {lang for lang, _ in paraphrases})
    return [
        HistogramBin(
            place / MER_BINS,
            together(candidates, place),
            {lang: paraphrases[lang, place] for lang in langs},
            together(negations, place),
        )
        for place in range(MER_BINS)
    ]
