"""Arrow schemas of the tables, their version, and the values of status columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, Literal, get_args

import pyarrow as pa

from schemas.hiding import hidden

_VERSION_KEY: Final = b"osscse_schema_version"
SCHEMA_VERSION: Final = 1
"""Stored in the metadata of every Parquet file; after the first release, raised when a table's
columns change."""

Stage = Literal["sentences", "negations", "rephrasings", "backtranslations", "verdicts", "triples"]
STAGES: Final[tuple[Stage, ...]] = get_args(Stage)
OPTIONAL: Final[frozenset[Stage]] = frozenset(("rephrasings",))
"""Tables that an artifacts folder may lack."""

Status = Literal["complete", "no_paraphrase", "no_negation", "anchor_only"]
STATUSES: Final[tuple[Status, ...]] = get_args(Status)
"""A triple may have both texts, lack an accepted paraphrase or a negation, or lack both."""
FEW_TRIPLES = 100
"""Fewer than this, and both programs warn that there is little to train on."""


def _schema(table: str, columns: str) -> pa.Schema:
    """The schema of a table; columns with a question mark may be null."""
    metadata = {"osscse_table": table, "osscse_schema_version": str(SCHEMA_VERSION)}
    split = (column.split() for column in columns.split(","))
    fields = [
        pa.field(name, pa.type_for_alias(kind.rstrip("?")), nullable=kind.endswith("?"))
        for name, kind in split
    ]
    return pa.schema(fields, metadata=metadata)


SENTENCES: Final = _schema(
    "sentences",
    "id uint64, text string, source string, line int64",
)
"""One row per distinct sentence; `id`: first 8 bytes, big-endian, of the SHA-256 of `text`."""

NEGATIONS: Final = _schema(
    "negations",
    "id uint64, rank int16, kind string, negation string?, rule string, cue string",
)
"""One row per contradiction, in the order of `sentences` and of `rank` within each sentence.

Rank 0 is the denial of the main clause, of the kind `negation`: every sentence has just one such
row, whose `rule` names the rule, or the reason why there is no negation. Rows of higher ranks
always have a text.
"""

REPHRASINGS: Final = _schema(
    "rephrasings",
    "id uint64, rank int16, rule string, paraphrase string, base_rank int16?",
)
"""One row per paraphrase by rule, in the order of `sentences` and of `rank` within each sentence.

Rank 0 differs most from the sentence in wording. A sentence that no rule fits has no row. `rule`
names the rules in the order of their use, joined by "+". If they were applied to a translation, its
pivot stands before them (`pt+passive.v1`) and `base_rank` is its rank in `backtranslations`.
"""

BACKTRANSLATIONS: Final = _schema(
    "backtranslations",
    "id uint64, pivot_lang string, rank int16, pivot_text string, paraphrase string,"
    " score float32?, forced float32?, agreement float32?, trust float32?",
)
"""One row per candidate; `score` is the mean log-probability per token of the backward step, or
null if the engine gives none.

A chain of pivots is `de>ru` in `pivot_lang`, and its `pivot_text` has a line for each language (see
`schemas.pivots`).

The judges' scores are null if not asked for, or if a guard refuses the candidate. `forced`: the
forward model's mean log-probability per token of the pivot text given the paraphrase, minus that
given the anchor. `agreement`: similarity of the two translated to another pivot, 0 to 1.
`trust`: estimated probability that the paraphrase says the same.
"""

VERDICTS: Final = _schema(
    "verdicts",
    "id uint64, pivot_lang string?, paraphrase_rule string?, rank int16?, mer float32?,"
    " similarity float32?, verdict string, chosen bool, guard string?, entailment float32?,"
    " confidence float32?, new_words int16?",
)
"""One row per candidate, and one for each sentence without any (`no_candidate`, the rest null).

A candidate with a pivot is the row of `backtranslations` with that pivot and rank; a candidate with
a rule is the row of `rephrasings` with that rank.

`verdict` is `accepted` or the first check that refused it. `guard` is the first check that refuses
it, apart from the window and the similarity, or null; it tells what another window would keep
without judging again. `similarity` and `entailment` are null if no threshold was set, or if an
earlier check other than the window refuses. `confidence` is how sure the judges are, 0 to 1.
`new_words` is the number of new content words, at most two, and 0 unless `--select diverse` or
`--min-new-words` is given.
"""

TRIPLES: Final = _schema(
    "triples",
    "id uint64, variant int16, anchor string, paraphrase string?, negation string?,"
    " kind string?, mer float32?, negation_mer float32?, pivot_lang string?, rule string?,"
    " paraphrase_rule string?, score float32?, status string",
)
"""One row per variant, in the order of `sentences` and of `variant` within each sentence.

Variant 0 is the paper's: the denial of the main clause with the chosen paraphrase; every sentence
has just one such row, which may lack either. Higher variants pair other contradictions and
paraphrases and are complete.
"""

NEAR_COPY: Final = "near_copy"
"""`paraphrase_rule` of a translation that is nearer to its sentence than the window allows. For a
paraphrase by rule it is the prefix, as in `near_copy:contracted.v1`."""

TABLES: Final[dict[Stage, pa.Schema]] = {
    "sentences": SENTENCES,
    "negations": NEGATIONS,
    "rephrasings": REPHRASINGS,
    "backtranslations": BACKTRANSLATIONS,
    "verdicts": VERDICTS,
    "triples": TRIPLES,
}


JUDGEMENTS: Final = _schema(
    "judgements",
    "reader string, id uint64, variant int16?, anchor string, paraphrase string?,"
    " negation string?, kind string?, rule string?, pivot_lang string?, paraphrase_rule string?,"
    " verdict string, part string?, rank int16?, reason string?",
)
"""One row per triple or refused candidate that a person judged, in the order of judging.

`verdict` is `good` or `bad`; `part` is the fault of a bad one: `paraphrase`, `negation` or `both`.
The other columns are copied, so that a judgement can be read on its own. A triple has no `rank` and
no `reason`; a refused candidate has no `variant`, and its `reason` is the `verdict` of `verdicts`.
No stage makes or reads this table.
"""


def table_of(rows: Sequence[Sequence[Any]], schema: pa.Schema) -> pa.Table:
    """A table from its rows; nan, a score that an engine does not have, becomes null."""
    columns = zip(*rows, strict=True) if rows else [()] * len(schema)
    return pa.table(
        [array_of(c, f.type) for c, f in zip(columns, schema, strict=True)], schema=schema
    )


def array_of(values: Sequence[Any], kind: pa.DataType) -> pa.Array:
    """An array of Python's objects; nan becomes null."""
    _spare_pandas()
    return pa.array(values, kind, from_pandas=True)


def table_of_records(records: Sequence[Mapping[str, Any]], schema: pa.Schema) -> pa.Table:
    """A table from its rows by column; columns that a row lacks become null."""
    _spare_pandas()
    return pa.Table.from_pylist(records, schema=schema)


@cache
def _spare_pandas() -> None:
    """Let pyarrow make arrays without pandas, unless it is loaded already.

    At the first array of a process, pyarrow imports pandas to see whether it was given a column of
    pandas. That takes longer than many a stage, and our tables are made of lists. A conversion to
    pandas still imports it.
    """
    with hidden("pandas"):
        pa.array([])


def difference(found: pa.Schema, expected: pa.Schema) -> str | None:
    """How `found` differs from `expected` in columns, types or version; None if it does not.

    Nullability is not compared: other writers of the same columns rarely set it.
    """
    try:
        return _difference(found, expected)
    except UnicodeDecodeError as error:
        return f"a name in its schema is not UTF-8 ({error}): the file is damaged"


def _difference(found: pa.Schema, expected: pa.Schema) -> str | None:
    stated = (found.metadata or {}).get(_VERSION_KEY, b"0")
    if not stated.isdigit():
        return f"its schema version {stated!r} is not a number: the file is damaged"
    if (version := int(stated)) > SCHEMA_VERSION:
        return (
            f"it has schema version {version}, this program reads up to {SCHEMA_VERSION};"
            " install a newer osscse"
        )
    if missing := [n for n in expected.names if n not in found.names]:
        return f"it lacks the column{'s' if len(missing) > 1 else ''} {', '.join(missing)}"
    if twice := [n for n in expected.names if found.names.count(n) > 1]:
        return f"it has the column {twice[0]} more than once"
    for name in expected.names:
        have, want = found.field(name).type, expected.field(name).type
        if have != want:
            return f"its column {name} is {have}, it should be {want}"
    extra = [n for n in found.names if n not in expected.names]
    if extra:
        return f"it has the unknown column{'s' if len(extra) > 1 else ''} {', '.join(extra)}"
    return None


def conformed(table: pa.Table, expected: pa.Schema) -> pa.Table:
    """The table with exactly the expected schema, whatever its order and nullability of columns.

    Args:
        table: one for which `difference` found nothing.
        expected: the schema of this kind of table.

    Raises:
        ValueError: a column that may not have nulls has some.
    """
    return table.select(expected.names).cast(expected)
