"""Which tables are read: those of this schema version, earlier ones, and no later ones."""

import pyarrow as pa
import pytest

from schemas.tables import (
    NEGATIONS,
    REFUSALS,
    SCHEMA_VERSION,
    STAGES,
    STATUSES,
    TABLES,
    TRIPLES,
    VERDICTS,
    changed_after,
    difference,
    schema_version,
    upgraded,
)


def of_version(schema, version):
    return schema.with_metadata({**schema.metadata, b"osscse_schema_version": str(version)})


def verdicts_of_version_1(*verdicts):
    schema = of_version(VERDICTS.remove(VERDICTS.get_field_index("guard")), 1)
    rows = [
        dict.fromkeys(schema.names) | {"id": i, "verdict": verdict, "chosen": False}
        for i, verdict in enumerate(verdicts)
    ]
    return pa.Table.from_pylist(rows, schema=schema)


@pytest.mark.parametrize("stage", STAGES)
def test_a_table_is_itself(stage):
    assert difference(TABLES[stage], TABLES[stage]) is None
    assert schema_version(TABLES[stage]) == SCHEMA_VERSION == 2


@pytest.mark.parametrize("stage", STAGES)
def test_a_newer_version_is_refused(stage):
    assert difference(of_version(TABLES[stage], 3), TABLES[stage]) == (
        "it has schema version 3, this program reads up to 2; install a newer osscse"
    )


@pytest.mark.parametrize(
    ("found", "problem"),
    [
        (TRIPLES.remove(1), "it lacks the column anchor"),
        (TRIPLES.remove(1).remove(1), "it lacks the columns anchor, paraphrase"),
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


def test_a_column_of_version_2_may_be_missing_from_version_1_alone():
    old = verdicts_of_version_1("accepted").schema
    assert difference(old, VERDICTS) is None
    assert difference(of_version(old, 2), VERDICTS) == "it lacks the column guard"
    # Files of other writers have no version: they must have what the present one has.
    assert difference(old.remove_metadata(), VERDICTS) == "it lacks the column guard"


def test_verdicts_of_version_1_get_their_guard():
    table = verdicts_of_version_1(
        "accepted", "similarity", "copy", "mer_below", "mer_above", "polarity", "no_candidate"
    )
    found = upgraded(table, VERDICTS)
    assert found.column_names == VERDICTS.names
    assert found["guard"].to_pylist() == [
        None, None, "copy", "unknown", "unknown", "polarity", None,
    ]  # fmt: skip


def test_tables_of_the_present_version_stay_as_they_are():
    table = VERDICTS.empty_table()
    assert upgraded(table, VERDICTS) == table


def test_other_orders_and_nullability_of_the_same_columns_are_evened_out():
    columns = {name: pa.array(["x"]) for name in ("cue", "rule", "negation")}
    found = upgraded(pa.table({**columns, "id": pa.array([1], pa.uint64())}), NEGATIONS)
    assert found.schema.equals(NEGATIONS, check_metadata=True)
    assert found.to_pylist() == [{"id": 1, "negation": "x", "rule": "x", "cue": "x"}]


def test_nulls_where_none_may_be_are_refused():
    rows = pa.table([pa.array([None], field.type) for field in NEGATIONS], names=NEGATIONS.names)
    with pytest.raises(ValueError, match="null"):
        upgraded(rows, NEGATIONS)


@pytest.mark.parametrize(
    ("stage", "version", "changed"),
    [
        ("verdicts", 1, True),
        ("verdicts", 2, False),
        ("triples", 1, True),  # made together with the verdicts
        ("sentences", 1, False),
        ("backtranslations", 1, False),
    ],
)
def test_which_tables_a_version_changed(stage, version, changed):
    assert changed_after(stage, version) is changed


def test_the_values_of_status_columns():
    assert STATUSES == ("complete", "no_paraphrase", "no_negation", "anchor_only")
    assert REFUSALS[6:8] == ("mer_below", "mer_above")
    assert REFUSALS[-1] == "similarity"
