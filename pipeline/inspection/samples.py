"""Selects triples to look at: at random, or the best or worst by a measure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from pipeline.inspection.catalog import open_catalog
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.judgements import PARTS, Part
from schemas.errors import UserError
from schemas.pivots import named
from schemas.tables import STATUSES, Status

if TYPE_CHECKING:
    import duckdb

Measure = Literal["mer", "score", "similarity"]
MEASURES: tuple[Measure, ...] = get_args(Measure)
_LISTED = 20
"""Maximum number of values that a message lists; a preset uses a hundred rules."""

PIVOT = r"coalesce(pivot_lang, regexp_extract(paraphrase_rule, '^(?:near_copy:)?([^+.]+)\+', 1))"
"""SQL: through what a paraphrase was translated, even if rules changed it then, as in
`pt+passive.v1`; empty or null if only rules made it. Rules have a dot in their names."""

_EXAMPLE = (
    "select t.id, t.variant, t.anchor, t.paraphrase, t.negation, t.kind, t.mer, t.negation_mer,"
    " t.score, v.similarity, t.pivot_lang, t.paraphrase_rule, t.rule, n.cue, t.status"
    " from triples t"
    # Contradictions of a paraphrase are not in the table of negations.
    " left join negations n on n.id = t.id and n.rule = t.rule"
    " left join measured v on v.id = t.id and v.variant = t.variant"
)


@dataclass(frozen=True, slots=True)
class Example:
    """A row of `triples` with the similarity of its paraphrase and the cue of its negation."""

    id: int
    variant: int
    anchor: str
    paraphrase: str | None
    negation: str | None
    kind: str | None
    mer: float | None
    negation_mer: float | None
    score: float | None
    similarity: float | None
    pivot_lang: str | None
    paraphrase_rule: str | None
    rule: str | None
    cue: str | None
    status: Status

    @property
    def key(self) -> tuple[int, int]:
        """The key of the triple."""
        return self.id, self.variant

    @property
    def texts(self) -> dict[str, str]:
        """The texts beside the anchor that the triple has, by the names of their columns."""
        texts = {"paraphrase": self.paraphrase, "negation": self.negation}
        return {name: text for name, text in texts.items() if text is not None}

    @property
    def parts(self) -> list[Part]:
        """The parts in which a reader can find a fault."""
        present = self.texts
        return [part for part in PARTS if part in present or (part == "both" and len(present) > 1)]

    @property
    def about(self) -> str:
        """Status, origin, measures, kind and rule on one line, as far as they are known."""
        measures = {"MER": self.mer, "score": self.score, "cosine": self.similarity}
        figures = [f"{name} {value:.2f}" for name, value in measures.items() if value is not None]
        rule = self.rule and f"{self.rule}{f' ({self.cue})' if self.cue else ''}"
        # The kind `negation` is the default and not mentioned.
        kind = self.kind if self.kind != "negation" else None
        parts = (self.status, self.pivot_lang, self.paraphrase_rule, *figures, kind, rule)
        return " · ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class Selection:
    """Which triples to show.

    Attributes:
        order: `random`, or the `best` or `worst` by `measure`.
        measure: `mer` (best: least like the anchor), `score` or `similarity`.
        seed: for the random order; equal seeds give equal rows.
        rule, status, pivot, kind: only triples with these; any by default. Triples of a pivot
            include those whose translation was then changed by rule.
    """

    count: int = 10
    order: Literal["random", "best", "worst"] = "random"
    measure: Measure = "score"
    seed: int = 0
    rule: str | None = None
    status: str | None = None
    pivot: str | None = None
    kind: str | None = None


def examples(artifacts: ArtifactsFolder | Path, wanted: Selection) -> list[Example]:
    """Triples in the requested order.

    Raises:
        UserError: there are no triples yet, or none with that rule, status, pivot or kind.
    """
    with open_samples(artifacts) as db:
        return select(db, wanted)


def select(db: duckdb.DuckDBPyConnection, wanted: Selection) -> list[Example]:
    """Triples of an open catalogue, in the requested order.

    Raises:
        UserError: no triple has that rule, status, pivot or kind.
    """
    conditions, values = ["true"], []
    for column, found_by, value in (
        ("rule", "rule", wanted.rule),
        ("status", "status", wanted.status),
        ("pivot_lang", PIVOT, wanted.pivot and named(wanted.pivot)),
        ("kind", "kind", wanted.kind),
    ):
        if value is not None:
            _require_value(db, column, found_by, value)
            conditions.append(f"{found_by} = ?")
            values.append(value)
    if wanted.order == "random":
        # DuckDB's own hash may change between releases; a sample should not.
        order = f"md5(t.id || '/{wanted.seed:d}' || if(t.variant = 0, '', '/' || t.variant))"
    else:
        measure = f"{'v' if wanted.measure == 'similarity' else 't'}.{wanted.measure}"
        conditions.append(f"{measure} is not null")
        order = f"{measure} {'desc' if wanted.order == 'best' else 'asc'}, t.id, t.variant"
    # Pick first and join afterwards: in a large table only the picked rows are joined.
    measured = " join measured v using (id, variant)" if order.startswith("v.") else ""
    rows = db.execute(
        f"with picked as (select t.id, t.variant from triples t{measured}"
        f" where {' and '.join(conditions)} order by {order} limit {wanted.count:d})"
        f" {_EXAMPLE} semi join picked p on p.id = t.id and p.variant = t.variant"
        f" order by {order}",
        values,
    ).fetchall()
    return [Example(*row) for row in rows]


def with_keys(
    artifacts: ArtifactsFolder | Path, keys: Collection[tuple[int, int]]
) -> list[Example]:
    """The triples that have these keys, (id, variant).

    Raises:
        UserError: there are no triples yet.
    """
    with open_samples(artifacts) as db:
        rows = db.execute(
            f"{_EXAMPLE} semi join (select unnest($ids::ubigint[]) as id,"
            " unnest($variants::bigint[]) as variant) k on k.id = t.id and k.variant = t.variant",
            {"ids": [key[0] for key in keys], "variants": [key[1] for key in keys]},
        ).fetchall()
    return [Example(*row) for row in rows]


def _require_value(db: duckdb.DuckDBPyConnection, column: str, found_by: str, value: str) -> None:
    found = [
        str(row[0])
        for row in db.execute(
            f"select distinct {found_by} as value from triples where value <> '' order by 1"
        ).fetchall()
    ]
    known = [s for s in STATUSES if s in found] if column == "status" else found
    if value not in known:
        raise UserError(f"No triple has the {column} {value!r}{_instead(value, known)}")


def _instead(value: str, known: Sequence[str]) -> str:
    """The end of a sentence on a value that is not there: those there are, or the closest of many.

    >>> _instead("fr", ["de", "ru"])
    '; there are de, ru.'
    """
    if len(known) <= _LISTED:
        return f"; there are {', '.join(known) or 'none'}."
    if near := get_close_matches(value, known):
        return f"; of the {len(known)} there are, the closest: {', '.join(near)}."
    return f"; there are {len(known)}, such as {', '.join(known[:3])}."


@contextmanager
def open_samples(artifacts: ArtifactsFolder | Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """The catalogue with the view `measured`: the similarities of the chosen paraphrases, in the
    paper's triples.

    Raises:
        UserError: there are no triples yet.
    """
    with open_catalog(artifacts) as db:
        db.execute(
            "create temp view measured as"
            " select id, 0 as variant, similarity from verdicts where chosen"
        )
        yield db
