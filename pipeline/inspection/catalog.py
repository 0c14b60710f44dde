"""The catalogue of an artifacts folder: DuckDB views and macros that fit how its triples were made.

The statements are those of `schemas.catalog`; here they meet the manifests.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.acceptance.guards import refusals
from pipeline.storage.artifacts import ArtifactsFolder
from schemas.catalog import CatalogSettings, catalog_sql
from schemas.errors import UserError
from schemas.locations import Location, opened
from schemas.manifest import Manifest

if TYPE_CHECKING:
    import duckdb


def catalog_settings(artifacts: ArtifactsFolder) -> CatalogSettings:
    """What the catalogue has to know of the run that made the triples of a folder.

    Raises:
        UserError: when there are no triples yet, or the tables are of a newer schema version.
    """
    triples = artifacts.require("triples")
    verdicts = artifacts.manifest("verdicts")
    backtranslations = artifacts.manifest("backtranslations")
    floor = triples.config.get("min_similarity")
    judged = verdicts if verdicts is not None and verdicts.complete else None
    for manifest in filter(None, (triples, judged)):
        _check_schema(artifacts.root, manifest)
    return CatalogSettings(
        triples.config["select"],
        floor and float(floor["floor"]),
        tuple(backtranslations.config["pivots"]) if backtranslations else (),
        judged is not None,
        tuple(refusals()),
    )


def _check_schema(artifacts: Location, manifest: Manifest) -> None:
    """Look at the schema of a finished table's first file."""
    import pyarrow.parquet as pq

    from schemas.tables import TABLES, difference

    first = artifacts / manifest.stage / manifest.shards[0].file
    with opened(first) as readable:
        found = pq.read_schema(readable)
    if problem := difference(found, TABLES[manifest.stage]):
        raise UserError(f"{first} cannot be shown: {problem}.")


def open_catalog(artifacts: Path) -> duckdb.DuckDBPyConnection:
    """A DuckDB connection with the catalogue's views over a finished artifacts folder.

    Raises:
        UserError: when there are no triples yet.
    """
    import duckdb

    settings = catalog_settings(ArtifactsFolder(artifacts))
    db = duckdb.connect()
    db.execute("set enable_progress_bar = false")
    db.execute(catalog_sql(str(artifacts), settings))
    return db


@dataclass(frozen=True, slots=True)
class QueryResult:
    """Rows of a query with the names of their columns."""

    columns: list[str]
    rows: list[tuple[Any, ...]]

    def records(self) -> list[dict[str, Any]]:
        """One dictionary a row."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


def query(
    db: duckdb.DuckDBPyConnection, sql: str, parameters: dict[str, Any] | None = None
) -> QueryResult:
    """Run one or more SQL statements; the result is that of the last.

    Raises:
        UserError: when DuckDB refuses the statement, with DuckDB's own words.
    """
    import duckdb

    try:
        found = db.execute(sql, parameters) if parameters else db.execute(sql)
        columns = [column[0] for column in found.description or []]
        return QueryResult(columns, found.fetchall())
    except duckdb.Error as error:
        raise UserError(f"DuckDB cannot run this query: {error}") from error
