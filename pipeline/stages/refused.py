"""Custom checks: a SELECT over the candidates that returns those to refuse.

The statement sees `candidates` (translated ones and those by rule, each with its `anchor`),
`sentences` and `negations`, but no files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from pipeline.acceptance.guards import BY_SQL
from pipeline.inspection.catalog import confine
from pipeline.stages.pairing import Judged
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.reader import remedy
from pipeline.storage.verify import damage
from schemas.catalog import VIEWS, files_of, in_glob
from schemas.errors import UserError, WorkFailed
from schemas.locations import Location, local_copy
from schemas.tables import TABLES, Stage

_READ: tuple[Stage, ...] = ("sentences", "negations", "rephrasings", "backtranslations")
_CANDIDATES = (
    f"create view paraphrases as {VIEWS['paraphrases']};"
    " create view candidates as select p.*, s.text as anchor"
    " from paraphrases p join sentences s using (id)"
)
_KEYS = {"id": "[A-Z]*INT(EGER)?", "pivot_lang": "VARCHAR", "rank": "[A-Z]*INT(EGER)?"}
"""Column that the statement may return -> pattern of its DuckDB type."""

_EXAMPLE = "select id, pivot_lang, rank from candidates where paraphrase like '%...%'"


Sentences = TypeVar("Sentences")


def read_check(path: Path) -> str:
    """Read the statement from a file, and test it on empty tables.

    Raises:
        UserError: it is not one SELECT that returns `id`, and either both or neither of
            `pivot_lang` and `rank`; or it would write, or read a file.
    """
    import duckdb

    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UserError(f"--refuse-sql {path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise UserError(f"--refuse-sql {path} is not a text file in UTF-8.") from error
    with duckdb.connect() as db:
        for stage in _READ:
            db.register(stage, TABLES[stage].empty_table())
        db.execute(_CANDIDATES)
        db.execute("set enable_external_access = false")
        shift = 0
        try:
            statements = db.extract_statements(text)
            if [one.type.name for one in statements] != ["SELECT"]:
                raise UserError(
                    f"--refuse-sql {path} should hold one SELECT and nothing else, such as:"
                    f" {_EXAMPLE}"
                )
            query = _unended(statements[0].query)
            shift = text[: text.find(query)].count("\n") - 1
            found = db.execute(f"describe select * from (\n{query}\n)").fetchall()
        except duckdb.PermissionException as error:
            said = str(error).splitlines()[0]  # what follows counts the lines of our query
            raise UserError(f"--refuse-sql {path} may not read files: {said}.") from error
        except duckdb.Error as error:
            said = _shifted(error, shift)
            raise UserError(f"--refuse-sql {path}: DuckDB cannot run it: {said}") from error
    columns = {name: kind for name, kind, *_ in found}
    if "id" not in columns or len(columns.keys() & {"pivot_lang", "rank"}) == 1:
        raise UserError(
            f"--refuse-sql {path} returns the columns {', '.join(sorted(columns))}. It should"
            " return id, or id with pivot_lang and rank, such as:"
            f" {_EXAMPLE}"
        )
    for name, wanted in _KEYS.items():
        if name in columns and not re.fullmatch(wanted, columns[name]):
            raise UserError(
                f"--refuse-sql {path} returns {columns[name]} as {name}. It should return that"
                f" column as it is in the views, such as: {_EXAMPLE}"
            )
    return query


def _unended(statement: str) -> str:
    """A statement without its semicolon and what comes after that, which can be a comment."""
    import duckdb

    text = statement.encode()
    ends = [
        place
        for place, kind in duckdb.tokenize(statement)
        if kind == duckdb.token_type.operator and text[place : place + 1] == b";"
    ]
    return text[: min(ends, default=None)].decode().strip()


def _shifted(error: Exception, lines: int) -> str:
    """What DuckDB says, with its line numbers moved from our query to that of the user."""
    return re.sub(r"\bLINE (\d+):", lambda found: f"LINE {int(found[1]) + lines}:", str(error))


def _refuse_damage(folder: Path, artifacts: Location) -> None:
    """Check the shards that the statement reads, in a local copy of the artifacts folder."""
    tables = ArtifactsFolder(folder)
    for manifest in filter(None, map(tables.manifest, _READ)):
        for shard in manifest.shards:
            place = f"{manifest.stage}/{shard.file}"
            if problem := damage(folder / place, shard, TABLES[manifest.stage]):
                raise WorkFailed(f"{artifacts / place} {problem}. {remedy(artifacts / place)}")


class RefusedBySql:
    """The candidates that a statement selects, found once on the complete tables.

    Args:
        artifacts: the artifacts folder; one in an object store is copied temporarily.

    Raises:
        UserError: the statement fails on the actual rows.
        WorkFailed: a shard is damaged.
    """

    def __init__(self, artifacts: Location, query: str) -> None:
        import duckdb

        with local_copy(artifacts) as folder:
            self._db = duckdb.connect()
            try:
                for stage in _READ:
                    if not (folder / stage).exists():  # an optional table
                        self._db.register(stage, TABLES[stage].empty_table())
                        continue
                    files = files_of(in_glob(str(folder)), stage)
                    self._db.execute(f"create view {stage} as {files}")
                self._db.execute(_CANDIDATES)
                confine(self._db, folder)
                self._db.execute(f"create table refused as from (\n{query}\n)")
            except (duckdb.Error, UnicodeDecodeError) as error:
                _refuse_damage(folder, artifacts)
                said = _shifted(error, -1)
                raise UserError(f"--refuse-sql: DuckDB cannot run it: {said}") from error
        columns = [row[0] for row in self._db.execute("describe refused").fetchall()]
        self._whole = "rank" not in columns

    def after(
        self, judge: Callable[[Sentences], Iterator[list[Judged]]]
    ) -> Callable[[Sentences], Iterator[list[Judged]]]:
        """A judge of sentences that runs this check last."""

        def judged(sentences: Sentences) -> Iterator[list[Judged]]:
            for rows in judge(sentences):
                self._refuse(rows)
                yield rows

        return judged

    def _refuse(self, rows: Sequence[Judged]) -> None:
        """Refuse, in place, the candidates that the statement selects."""
        ids = [row.sentence.id for row in rows]
        columns = "null, null" if self._whole else "pivot_lang, rank"
        found = set(
            self._db.execute(
                f"select id, {columns} from refused where id in (select unnest(?::ubigint[]))",
                [ids],
            ).fetchall()
        )
        for row in rows if found else ():
            for i, one in enumerate(row.sentence.candidates):
                place = (None, None) if self._whole else (one.pivot_lang, one.rank)
                if (row.sentence.id, *place) in found:
                    verdict = row.verdicts[i]
                    reason, guard = verdict.reason or BY_SQL, verdict.guard or BY_SQL
                    row.verdicts[i] = verdict._replace(reason=reason, guard=guard)
