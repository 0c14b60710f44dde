"""Which tables are read: those with the columns and the version of the schemas."""

import math
import re
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest

from schemas.tables import (
    NEGATIONS,
    SCHEMA_VERSION,
    STAGES,
    STATUSES,
    TABLES,
    TRIPLES,
    VERDICTS,
    conformed,
    difference,
    table_of,
)


def of_version(schema, version):
    return schema.with_metadata({**schema.metadata, b"osscse_schema_version": str(version)})


@pytest.mark.parametrize("stage", STAGES)
def test_a_table_is_itself(stage):
    assert difference(TABLES[stage], TABLES[stage]) is None
    assert TABLES[stage].metadata[b"osscse_schema_version"] == b"%d" % SCHEMA_VERSION == b"1"


@pytest.mark.parametrize("stage", STAGES)
def test_a_newer_version_is_refused(stage):
    assert difference(of_version(TABLES[stage], 2), TABLES[stage]) == (
        "it has schema version 2, this program reads up to 1; install a newer osscse"
    )


@pytest.mark.parametrize(
    ("found", "problem"),
    [
        (TRIPLES.remove(2), "it lacks the column anchor"),
        (TRIPLES.remove(2).remove(2), "it lacks the columns anchor, paraphrase"),
        (
            TRIPLES.set(0, pa.field("id", pa.int64())),
            "its column id is int64, it should be uint64",
        ),
        (TRIPLES.append(pa.field("note", pa.string())), "it has the unknown column note"),
    ],
)
def test_other_columns_are_named(found, problem):
    assert difference(found, TRIPLES) == problem


def test_a_damaged_column_name_is_described():
    found = pa.schema([pa.field(b"anch\xf2r", pa.string())])
    assert "a name in its schema is not UTF-8" in difference(found, TRIPLES)


def test_a_table_with_its_schema_stays_as_it_is():
    table = VERDICTS.empty_table()
    assert conformed(table, VERDICTS) == table


def test_other_orders_and_nullability_of_the_same_columns_are_evened_out():
    columns = {name: pa.array(["x"]) for name in ("cue", "rule", "negation", "kind")}
    columns |= {"rank": pa.array([0], pa.int16()), "id": pa.array([1], pa.uint64())}
    found = conformed(pa.table(columns), NEGATIONS)
    assert found.schema.equals(NEGATIONS, check_metadata=True)
    assert found.to_pylist() == [
        {"id": 1, "rank": 0, "kind": "x", "negation": "x", "rule": "x", "cue": "x"}
    ]


def test_nulls_where_none_may_be_are_refused():
    rows = pa.table([pa.array([None], field.type) for field in NEGATIONS], names=NEGATIONS.names)
    with pytest.raises(ValueError, match="null"):
        conformed(rows, NEGATIONS)


def test_the_values_of_status_columns():
    assert STATUSES == ("complete", "no_paraphrase", "no_negation", "anchor_only")


def test_a_column_that_is_there_twice_is_named():
    twice = TRIPLES.append(TRIPLES.field("anchor"))
    assert difference(twice, TRIPLES) == "it has the column anchor more than once"


@pytest.mark.parametrize("stage", STAGES)
def test_the_page_in_the_artifacts_folder_names_every_column(stage):
    page = Path(__file__).parents[2] / "artifacts" / "README.md"
    row = next(
        line
        for line in page.read_text(encoding="utf-8").splitlines()
        if line.startswith(f"| `{stage}` |")
    )
    assert set(TABLES[stage].names) <= set(re.findall(r"`(\w+)`", row))


def test_rows_become_a_table_whose_nan_is_null():
    schema = pa.schema([("id", pa.uint64()), ("text", pa.string()), ("score", pa.float32())])
    made = table_of([(2**63, "a", 0.5), (1, None, math.nan)], schema)
    assert made.schema == schema
    assert made.to_pylist() == [
        {"id": 2**63, "text": "a", "score": 0.5},
        {"id": 1, "text": None, "score": None},
    ]
    assert table_of([], schema).num_rows == 0


SPARING = """
import sys
import pyarrow as pa
from schemas.tables import table_of, table_of_records
schema = pa.schema([("score", pa.float64())])
table_of([(0.5,)], schema)
made = table_of_records([{"score": 0.5}], schema)
print("pandas" in sys.modules)
print(made.to_pandas().score.tolist())
"""


def test_a_table_of_ours_needs_no_pandas_and_becomes_one_of_theirs_all_the_same():
    done = subprocess.run(
        [sys.executable, "-c", SPARING], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["False", "[0.5]"]
