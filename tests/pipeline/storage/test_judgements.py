"""Judgements are kept after every verdict, and nothing else could make them again."""

import json

import pyarrow.parquet as pq
import pytest

from pipeline.storage import judgements
from pipeline.storage.judgements import (
    FILE,
    MANIFEST,
    JudgementsOf,
    judgement_problems,
    read_judgements,
    readers,
)
from schemas.errors import UserError, WorkFailed
from schemas.tables import JUDGEMENTS
from tests.judgements import judgement


@pytest.fixture
def store(tmp_path):
    return JudgementsOf(tmp_path, "anna", "f" * 64)


def test_what_was_written_is_read_in_its_order(store, tmp_path):
    assert store.read() == []
    refused = judgement(1, variant=None, negation=None, rank=2, reason="times")
    given = [judgement(2, "both"), judgement(1), judgement(3, "negation", paraphrase=None), refused]
    for count in (1, 2, 3, 4):
        store.write(given[:count])
    assert store.read() == given
    assert [one.verdict for one in given] == ["bad", "good", "bad", "good"]
    assert (given[1].key, refused.key) == ((1, 0), (1, "de", 2))
    store.write(given[:2])
    assert store.read() == given[:2]
    assert list(judgement_problems(tmp_path)) == []


@pytest.mark.parametrize("file", [FILE, MANIFEST])
def test_a_write_that_was_cut_off_leaves_the_verdicts_before_or_after_it(store, file):
    before, after = [judgement(1)], [judgement(1), judgement(2)]
    store.write(before)
    old = (store.folder / file).read_bytes()
    store.write(after)
    if file == FILE:  # the manifest is written first
        (store.folder / FILE).write_bytes(old)
        assert store.read() == before
        store.write(after)
    assert store.read() == after


def test_a_first_write_that_was_cut_off_leaves_none(store):
    store.write([judgement(1)])
    (store.folder / FILE).unlink()
    assert store.read() == []


def test_damage_is_told_and_never_taken_for_no_judgements(store, tmp_path):
    store.write([judgement(1)])
    store.write([judgement(1), judgement(2)])
    (store.folder / FILE).unlink()
    with pytest.raises(WorkFailed, match=r"is missing\. Judgements cannot be made again"):
        store.read()
    (store.folder / FILE).write_bytes(b"other")
    assert "differs from its manifest" in next(judgement_problems(tmp_path))
    sound = json.loads((store.folder / MANIFEST).read_text())
    for damaged in (
        [],
        {},
        {**sound, "now": 5},
        {**sound, "before": {"rows": "2", "sha256": None}},
    ):
        (store.folder / MANIFEST).write_text(json.dumps(damaged))
        with pytest.raises(WorkFailed, match="is damaged"):
            store.read()


@pytest.mark.parametrize(
    ("version", "said"),
    [
        ("2", "it has schema version 2, this program reads up to 1; install a newer osscse"),
        ("many", "its schema version b'many' is not a number: the file is damaged"),
    ],
)
def test_judgements_of_another_schema_version_are_refused(store, monkeypatch, version, said):
    newer = {**JUDGEMENTS.metadata, b"osscse_schema_version": version.encode()}
    with monkeypatch.context() as patch:
        patch.setattr(judgements, "JUDGEMENTS", JUDGEMENTS.with_metadata(newer))
        store.write([judgement(1)])
    with pytest.raises(WorkFailed) as told:
        store.read()
    assert str(told.value) == (
        f"{store.folder / FILE} is not a shard of this table: {said}. Judgements cannot be made"
        f" again: restore {store.folder} from a copy, or move it away."
    )


def test_the_table_and_its_manifest_state_the_schema_version(store):
    store.write([judgement(1)])
    stated = pq.read_schema(store.folder / FILE).metadata
    assert stated[b"osscse_table"] == b"judgements"
    assert stated[b"osscse_schema_version"] == b"1"
    assert json.loads((store.folder / MANIFEST).read_text())["versions"]["schema"] == "1"


def test_judgements_of_other_triples_are_refused_and_left_out(store, tmp_path):
    store.write([judgement(1)])
    JudgementsOf(tmp_path, "bo", "e" * 64).write([judgement(1, reader="bo")])
    with pytest.raises(UserError, match="judges other triples than"):
        JudgementsOf(tmp_path, "anna", "e" * 64).read()
    found, others = read_judgements(tmp_path, "f" * 64)
    assert ([one.reader for one in found], others) == (["anna"], ["bo"])
    assert readers(tmp_path) == ["anna", "bo"]


@pytest.mark.parametrize("name", ["", "../x", "a b", "x" * 65, ".hidden"])
def test_a_name_is_no_path(tmp_path, name):
    with pytest.raises(UserError, match="give a name of letters"):
        JudgementsOf(tmp_path, name, "")


def test_the_manifest_says_what_was_judged(store):
    store.write([judgement(1)])
    said = json.loads((store.folder / MANIFEST).read_text())
    assert (said["reader"], said["triples"], said["now"]["rows"]) == ("anna", "f" * 64, 1)
    assert said["now"]["bytes"] == (store.folder / FILE).stat().st_size
