"""The DuckDB views and macros over an artifacts folder, adapted to the settings of its filter.

The statements are in `schemas.catalog`; this module adds the values from the manifests.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, time
from decimal import Decimal
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.acceptance.guards import refusals
from pipeline.acceptance.judging import SURE
from pipeline.inspection.checked import check_contents, check_sizes, unreadable
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.judgements import FOLDER, has_judgements
from schemas.advice import option_for
from schemas.catalog import (
    CatalogSettings,
    catalog_sql,
    files_of,
    in_glob,
    in_quotes,
    no_rows,
    tables_sql,
)
from schemas.errors import UserError
from schemas.locations import Location
from schemas.manifest import Manifest
from schemas.progress import series
from schemas.reading import opened
from schemas.tables import JUDGEMENTS, STAGES, TABLES, Stage, difference

if TYPE_CHECKING:
    import duckdb

_SOURCES: tuple[Stage, ...] = ("sentences", "negations", "backtranslations")
_WRITING = ("COPY", "EXPORT", "ATTACH", "PREPARE", "EXECUTE", "LOAD")
_WRITES = re.compile(r"\b(copy|export|attach|execute)\b", re.IGNORECASE)


def catalog_settings(artifacts: ArtifactsFolder) -> CatalogSettings:
    """What the catalogue needs from the settings of the run that made a folder's triples.

    Raises:
        UserError: there are no triples yet, a table that they were made from is missing, or the
            tables have a newer schema version.
    """
    triples = artifacts.require("triples")
    if lacking := [stage for stage in _SOURCES if artifacts.manifest(stage) is None]:
        raise UserError(
            f"{artifacts.root} has triples, but lacks what they were made from"
            f" ({', '.join(lacking)}): copy the whole folder, or run"
            f" `pipeline run all --input FILE{option_for(artifacts.root)}`."
        )
    verdicts = artifacts.require("verdicts")
    backtranslations = artifacts.manifest("backtranslations")
    config = triples.config
    thresholds = {"similarity": "min_similarity", "entailment": "min_entailment"}
    new_words = config.get("min_new_words")
    sure = config.get("max_mer_sure")
    for manifest in (triples, verdicts):
        _check_schema(artifacts.root, manifest)
    return CatalogSettings(
        config["select"],
        {
            column: float(config[option]["lowest"])
            for column, option in thresholds.items()
            if config.get(option)
        }
        | ({"new_words": float(new_words)} if new_words else {}),
        tuple(backtranslations.config["pivots"]) if backtranslations else (),
        "rephrasings" in triples.input,
        tuple(refusals()),
        None if sure is None else (SURE, float(sure)),
        bool(config.get("balance")),
    )


def _check_schema(artifacts: Location, manifest: Manifest) -> None:
    """Check the schema of a finished table's first file."""
    if not manifest.shards:
        return
    first = artifacts / manifest.stage / manifest.shards[0].file
    try:
        with opened(first) as readable:
            found = pq.read_schema(readable)
    except FileNotFoundError as error:
        raise unreadable(first, OSError("it is missing")) from error
    except (OSError, pa.ArrowException, UnicodeDecodeError) as error:
        raise unreadable(first, error) from error
    if problem := difference(found, TABLES[manifest.stage]):
        raise UserError(f"{first} cannot be shown: {problem}.")


def early_tables(artifacts: ArtifactsFolder) -> list[Stage]:
    """The finished tables of a folder that has no triples yet; none if it has triples."""
    if artifacts.manifest("triples") is not None:
        return []
    found = {stage: artifacts.manifest(stage) for stage in STAGES}
    return [stage for stage, manifest in found.items() if manifest and manifest.complete]


@contextmanager
def open_catalog(
    artifacts: ArtifactsFolder | Path, *, early: bool = False
) -> Iterator[duckdb.DuckDBPyConnection]:
    """A DuckDB connection with the catalogue's views over a finished artifacts folder.

    Tables are compared with their checksums first, unless the folder is `trusted`.

    Args:
        early: if there are no triples yet, have the finished tables alone, one view for each.

    Raises:
        UserError: there are no triples yet, or a table that they were made from is missing.
        WorkFailed: a table was altered or cannot be read, also while the body runs.
    """
    import duckdb

    folder = ArtifactsFolder.of(artifacts)
    root, tables = folder.root, early_tables(folder) if early else []
    views = (
        tables_sql(str(root), tables)
        if tables
        else catalog_sql(str(root), catalog_settings(folder))
    )
    check_sizes(folder)
    if not folder.trusted:
        check_contents(folder)
        folder.trusted = True
    try:
        with duckdb.connect() as db:
            db.execute("set enable_progress_bar = false")
            db.execute(views)
            # Not in the catalogue's file, which cannot name files that may come later.
            judged = has_judgements(root)
            read = files_of(in_glob(str(root)), FOLDER) if judged else no_rows(JUDGEMENTS)
            db.execute(f"create view judgements as {read}")
            yield db
    except (duckdb.Error, UnicodeDecodeError) as error:
        raise unreadable(root, error) from error


@dataclass(frozen=True, slots=True)
class QueryResult:
    """Rows of a query with the names of their columns."""

    columns: list[str]
    rows: list[tuple[Any, ...]]

    def records(self) -> list[dict[str, Any]]:
        """One dictionary for each row; of columns that share a name, the later ones are numbered as
        in a table of DuckDB.

        >>> QueryResult(["id", "id", "id_1"], [(1, 2, 3)]).records()
        [{'id': 1, 'id_1': 2, 'id_1_1': 3}]
        """
        names = _unique(self.columns)
        return [dict(zip(names, row, strict=True)) for row in self.rows]


def _unique(names: Sequence[str]) -> list[str]:
    """Names of which no two are equal, by numbers after those that are taken."""
    found: dict[str, None] = {}
    for name in names:
        numbered = (f"{name}_{number}" for number in count(1))
        found[next(one for one in chain([name], numbered) if one not in found)] = None
    return [*found]


def as_json(value: Any) -> Any:
    """A value of a query as JSON can hold it.

    Decimals become numbers, dates and times their ISO form, bytes hexadecimal digits, and other
    values that JSON lacks the text that Python prints.

    >>> as_json({"mean": Decimal("1.5"), date(2024, 2, 29): [b"N", None]})
    {'mean': 1.5, '2024-02-29': ['4e', None]}
    """
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Decimal():
            return float(value)
        case date() | time():
            return value.isoformat()
        case bytes():
            return value.hex()
        case list() | tuple():
            return [as_json(part) for part in value]
        case dict():
            return {str(as_json(key)): as_json(part) for key, part in value.items()}
    return str(value)


def query(
    db: duckdb.DuckDBPyConnection, sql: str, parameters: dict[str, Any] | None = None
) -> QueryResult:
    """Run one or more SQL statements; the result is that of the last one.

    Raises:
        UserError: DuckDB refuses the statement; the message quotes DuckDB.
    """
    import duckdb

    try:
        found = db.execute(sql, parameters) if parameters else db.execute(sql)
        columns = [column[0] for column in found.description or []]
        return QueryResult(columns, found.fetchall())
    except duckdb.Error as error:
        # All shards were there, so a missing file is an error in the query; a damaged one is not.
        if isinstance(error, duckdb.IOException) and "No files found" not in str(error):
            raise
        raise UserError(f"DuckDB cannot run this query: {error}") from error


def confine(db: duckdb.DuckDBPyConnection, folder: Location) -> None:
    """Let further statements read the files of a local folder, and no other file."""
    # A name with wildcard characters is checked as a pattern before it is checked as a name.
    names = [str(path) for path in (folder, folder.resolve())]
    inside = [f"'{quoted}'" for name in names for quoted in (in_glob(name), in_quotes(name))]
    db.execute(f"set allowed_directories = [{', '.join(inside)}]")
    db.execute("set enable_external_access = false")


def ask(artifacts: ArtifactsFolder | Path, sql: str) -> QueryResult:
    """Run a user's statements, which may read the tables of the folder, but no other file.

    Before there are triples, they may read the tables that are finished.

    Raises:
        UserError: as in `query`; or there is no statement, or one that writes a file.
    """
    import duckdb

    folder = ArtifactsFolder.of(artifacts)
    with open_catalog(folder, early=True) as db:
        try:
            statements = db.extract_statements(sql)
        except duckdb.Error as error:
            raise UserError(f"DuckDB cannot run this query: {error}") from error
        if not statements:
            raise UserError("The query is empty. An example: from triples limit 9")
        for statement in statements:
            kind = statement.type.name
            # `explain analyze` would execute its statement.
            explained = kind == "EXPLAIN" and _WRITES.search(statement.query)
            if kind in _WRITING or explained:
                raise UserError(
                    f"A query may not write files or open others, as {kind} does; --shell may."
                )
        confine(db, folder.root)
        db.execute("set lock_configuration = true")
        try:
            return query(db, sql)
        except UserError as error:
            if tables := early_tables(folder):
                raise UserError(f"{error}\n{_only(folder.root, tables)}") from error
            raise


def _only(root: Location, tables: Sequence[Stage]) -> str:
    """What can be queried before there are triples."""
    return f"{root} has no triples yet, only {series(tables)}; macros come with the triples."
