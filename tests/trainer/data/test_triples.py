from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.errors import UserError
from schemas.tables import TRIPLES
from tests.triples import some_triples, triple, write_triples
from trainer.data.triples import Counts, TripleTable, is_heldout

READING = {"seed": 1, "epoch": 0, "buffer": 7, "heldout": 0.0, "rows": "all"}


@pytest.fixture
def table(artifacts):
    return TripleTable(artifacts)


def ids(table, **changes):
    return [row.id for row in table.training(**{**READING, **changes})]


def test_an_epoch_gives_every_row_once(table):
    assert sorted(ids(table)) == list(range(60))


def test_order_is_fixed_by_seed_and_epoch(table):
    assert ids(table)[:8] == [8, 15, 10, 9, 12, 38, 11, 14]
    assert ids(table) != ids(table, epoch=1)
    assert ids(table) != ids(table, seed=2)
    assert ids(table) != list(range(60))


def test_complete_rows_alone(table):
    assert sorted(ids(table, rows="complete")) == [i for i in range(60) if i % 3]


def test_heldout_rows_are_never_trained_on_and_counts_add_up(table):
    counts = table.count(0.3, "all")
    held = {row.id for row in table.heldout(0.3)}
    trained = set(ids(table, heldout=0.3))
    assert counts == Counts(rows=60, complete=40, heldout=len(held), training=len(trained))
    assert held.isdisjoint(trained)
    assert held | trained == set(range(60))
    assert table.count(0.3, "complete").training == 40 - len(held)
    assert len(ids(table, heldout=0.3, rows="complete")) == 40 - len(held)


def test_heldout_rows_are_the_same_in_every_table(table, tmp_path):
    half = write_triples(tmp_path / "half", list(reversed(some_triples(60)))[:40])
    held = {row.id for row in table.heldout(0.3)}
    assert sorted(row.id for row in table.heldout(0.1)) == [5, 13, 26, 34, 47]
    assert {row.id for row in TripleTable(half).heldout(0.3)} == {i for i in held if i >= 20}


def test_a_limit_takes_a_part_of_the_same_order(table):
    assert table.heldout(1.0, 5) == table.heldout(1.0)[:5]
    assert len(table.heldout(1.0)) == 40


def test_batches_keep_the_order_and_the_last_may_be_smaller(table):
    batches = list(table.batches(16, **READING))
    assert [len(batch) for batch in batches] == [16, 16, 16, 12]
    assert [row.id for batch in batches for row in batch] == ids(table)


@given(identity=st.integers(0, 2**64 - 1), low=st.floats(0, 1), high=st.floats(0, 1))
def test_a_larger_share_holds_out_what_a_smaller_one_does(identity, low, high):
    low, high = min(low, high), max(low, high)
    assert not is_heldout(identity, low) or is_heldout(identity, high)
    assert is_heldout(identity, 1.0)
    assert not is_heldout(identity, 0.0)


@pytest.mark.parametrize("first", [0, 10**6, 2**63])
def test_the_share_is_about_the_one_asked_for(first):
    held = sum(is_heldout(first + i, 0.05) for i in range(20_000))
    assert held == pytest.approx(1000, abs=20)


def test_one_file_and_the_triples_folder_do_as_well(artifacts):
    assert ids(TripleTable(artifacts / "triples")) == ids(TripleTable(artifacts))
    one = TripleTable(artifacts / "triples" / "part-00000.parquet")
    assert sorted(ids(one)) == list(range(30))


def test_fingerprint_follows_the_content(artifacts, tmp_path):
    same = write_triples(tmp_path / "same", some_triples(60))
    other = write_triples(tmp_path / "other", some_triples(61))
    assert TripleTable(artifacts).fingerprint() == TripleTable(same).fingerprint()
    assert TripleTable(artifacts).fingerprint() != TripleTable(other).fingerprint()


def test_several_tables_are_read_as_one(artifacts, tmp_path):
    more = [triple(100 + i, f"a nurse {i} .", f"nurse {i} .", f"no nurse {i} .") for i in range(20)]
    other = write_triples(tmp_path / "other", more)
    both = TripleTable([artifacts, other])
    assert sorted(ids(both)) == [*range(60), *range(100, 120)]
    assert both.name == f"{artifacts} and {other}"
    assert both.at == f" --artifacts {artifacts}"
    assert both.count(0.0).complete == 40 + 20
    single = {TripleTable(one).fingerprint() for one in (artifacts, other)}
    assert both.fingerprint() not in single
    for again in (other, other / "triples", other.parent / "other" / ".." / "other"):
        with pytest.raises(UserError, match=r"part-00000\.parquet would be read twice"):
            TripleTable([other, artifacts, again])


def test_rows_of_two_tables_with_equal_ids_are_told_apart(tmp_path):
    """Both may have the same sentence; what is left out of one stays in the other."""
    rows = [triple(i, f"a nurse {i} .", f"nurse {i} .", f"no nurse {i} .") for i in range(10)]
    both = TripleTable([write_triples(tmp_path / name, rows) for name in ("one", "two")])
    keys = [row.key for row in both.in_order(heldout=0.0, rows="all")]
    assert len(set(keys)) == len(keys) == 20
    both.leave_out([key for key in keys if key[0] == 1])
    assert [row.key for row in both.in_order(heldout=0.0, rows="all")] == keys[:10]
    assert both.tally("kind", complete=True) == {"negation": 10}


def test_bundled_triples_are_mixed_with_a_larger_table(tmp_path):
    more = [triple(i, f"a nurse {i} .", f"nurse {i} .", f"no nurse {i} .") for i in range(40_000)]
    both = TripleTable([write_triples(tmp_path / "own", more, group=5_000), Path("written")], "all")
    order = list(both.training(seed=42, epoch=0, buffer=5_000, heldout=0.0, rows="all"))
    tenth = len(order) // 10
    shares = [
        sum(row.table for row in order[start : start + tenth]) / tenth
        for start in range(0, tenth * 10, tenth)
    ]
    assert min(shares) > 0.02


def test_the_bundled_triples_are_read_by_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    table = TripleTable(Path("written"), "all")
    assert (table.name, table.at) == ("written", "")
    assert table.count(0.0) == Counts(12_552, 12_552, 0, 12_552)
    assert TripleTable(Path("written")).count(0.0).hint.endswith("6,276 further complete triples.")
    assert table.outdated() == ""
    assert table.origin()["kinds"] == {"written": 12_552}
    keys = {row.key for row in table.heldout(1.0)}
    assert len(keys) == 12_552
    (tmp_path / "written").mkdir()
    with pytest.raises(UserError, match="written holds no triples, and hides the bundled triples"):
        TripleTable(Path("written"))
    write_triples(tmp_path / "written", some_triples(3))
    assert TripleTable(Path("written")).count(0.0).rows == 3


def write_one(folder, table):
    folder.mkdir(parents=True)
    pq.write_table(table, folder / "part-00000.parquet")
    return folder


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t.drop_columns(["negation"]), "lacks the column negation"),
        (lambda t: t.append_column("more", pa.array([1] * len(t))), "unknown column more"),
        (
            lambda t: t.set_column(0, "id", t.column("id").cast(pa.string())),
            "column id is string, it should be uint64",
        ),
    ],
)
def test_another_schema_is_refused_with_file_and_column(tmp_path, change, message):
    table = pa.Table.from_pylist(some_triples(4), schema=TRIPLES)
    folder = write_one(tmp_path / "my art/triples", change(table))
    with pytest.raises(UserError, match=r"part-00000\.parquet is not a table of triples") as caught:
        TripleTable(folder)
    assert message in str(caught.value)
    command = f"`pipeline run filter --artifacts '{tmp_path / 'my art'}'`"
    assert str(caught.value).endswith(f"Make it with {command}.")


def test_where_there_are_no_triples_the_command_that_makes_them_is_said(tmp_path):
    with pytest.raises(UserError) as caught:
        TripleTable(tmp_path / "my art")
    command = f"`pipeline run all --input FILE --artifacts '{tmp_path / 'my art'}'`"
    assert f"does not exist. Make triples with {command}, or give" in str(caught.value)


def test_a_status_that_the_texts_contradict_is_refused(tmp_path):
    row = {**triple(7, "a", None, "not a"), "status": "complete"}
    folder = write_one(tmp_path / "wrong", pa.Table.from_pylist([row], schema=TRIPLES))
    with pytest.raises(UserError, match="id 7 has the status 'complete'"):
        ids(TripleTable(folder))


def test_an_unknown_status_is_refused(tmp_path):
    row = {**triple(7, "a", None, "not a"), "status": "fine"}
    folder = write_one(tmp_path / "wrong", pa.Table.from_pylist([row], schema=TRIPLES))
    with pytest.raises(UserError, match="the status 'fine'; known are complete"):
        TripleTable(folder).count(0.1)


def test_a_file_that_is_no_parquet_is_refused(tmp_path):
    (tmp_path / "part-00000.parquet").write_bytes(b"not parquet at all")
    with pytest.raises(UserError, match="is not a readable Parquet file"):
        TripleTable(tmp_path)


def test_names_of_columns_that_are_no_utf8_are_refused(tmp_path):
    folder = write_one(
        tmp_path / "damaged", pa.Table.from_pylist([triple(7, "a", None, None)], schema=TRIPLES)
    )
    file = next(folder.glob("*.parquet"))
    file.write_bytes(file.read_bytes().replace(b"anchor", b"\xffnchor"))
    with pytest.raises(UserError, match="is not a readable Parquet file"):
        TripleTable(folder)


def test_damage_in_the_rows_of_a_file_without_a_manifest_is_named(tmp_path):
    rows = [triple(7, "A long anchor.", None, None)]
    folder = write_one(tmp_path / "damaged", pa.Table.from_pylist(rows, schema=TRIPLES))
    file = next(folder.glob("*.parquet"))
    whole = file.read_bytes()
    file.write_bytes(whole[:4] + bytes(200) + whole[204:])
    with pytest.raises(UserError, match=r"part-00000\.parquet cannot be read \("):
        ids(TripleTable(folder))


@pytest.mark.parametrize("make", [True, False])
def test_no_triples_names_the_command_that_makes_them(tmp_path, make):
    folder = tmp_path / "empty"
    if make:
        folder.mkdir()
    with pytest.raises(UserError, match="pipeline run all"):
        TripleTable(folder)


def varied(tmp_path):
    """Every sentence twice; of every fourth, only the second row is complete."""
    made = []
    for i in range(40):
        first = triple(
            i, f"the baker opens {i} .", f"opens {i} the baker .", "never" if i % 4 else None
        )
        other = triple(i, f"the baker opens {i} .", f"the baker {i} opens .", f"closes {i}")
        made += [first, other | {"variant": 1, "kind": "antonym"}]
    return write_triples(tmp_path / "varied", made)


def test_the_papers_rows_alone_unless_all_are_asked_for(tmp_path):
    folder = varied(tmp_path)
    paper, every = TripleTable(folder), TripleTable(folder, "all")
    assert paper.count(0.0) == Counts(rows=40, complete=30, heldout=0, training=40, unread=40)
    assert every.count(0.0) == Counts(rows=80, complete=70, heldout=0, training=80)
    assert sorted(ids(paper)) == list(range(40))
    assert sorted(ids(every)) == sorted([*range(40), *range(40)])
    assert {row.kind for row in paper.heldout(1.0)} == {"negation"}
    assert {row.kind for row in every.heldout(1.0)} == {"negation", "antonym"}


@pytest.mark.parametrize("rows", ["all", "complete"])
def test_the_variants_of_a_sentence_stay_on_one_side(tmp_path, rows):
    every = TripleTable(varied(tmp_path), "all")
    held = {row.id for row in every.heldout(0.4)}
    trained = ids(every, heldout=0.4, rows=rows)
    assert held
    assert held.isdisjoint(trained)
    assert held | set(trained) == set(range(40))
    assert every.count(0.4, rows).training == len(trained)
    assert every.count(0.4, rows).heldout == len(every.heldout(0.4))


def test_the_record_counts_complete_rows_alone(tmp_path):
    rows = [
        triple(0, "a .", "b .", "c .") | {"pivot_lang": "de", "paraphrase_rule": "order.v1"},
        triple(1, "d .", "e .", None) | {"pivot_lang": "ru", "paraphrase_rule": "order.v1"},
        triple(2, "f .", None, "g ."),
        triple(3, "h .", "i .", "j .") | {"pivot_lang": "de"},
    ]
    table = TripleTable(write_triples(tmp_path, rows))
    assert table.tally("kind") == {"negation": 3}
    made = {"kinds": {"negation": 2}, "pivots": {"de": 2}, "rephrased": 1, "translated_by": []}
    assert table.origin() == made
    table.leave_out([(0, 3, 0)])  # which counts among no complete rows of the run
    assert table.origin() == made | {"kinds": {"negation": 1}, "pivots": {"de": 1}}
