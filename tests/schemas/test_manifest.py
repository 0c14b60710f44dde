"""What a manifest contains, and what is not accepted as one."""

import json
import os

import pytest

from schemas.manifest import Manifest, Shard, changed_inputs, parse_manifest


def manifest():
    shards = [Shard("de/part-00000.parquet", 0, 2, 3, 400, "ab", {"seen": 2}, {"seen": ["x"]})]
    planned = ["de/part-00000.parquet", "pt-BR/part-00001.parquet"]
    return Manifest(
        "backtranslations", {"k": [1]}, {}, {"sentences": "f"}, planned, 4, shards=shards
    )


def edited(folder, change):
    manifest().save(folder)
    value = json.loads((folder / "manifest.json").read_text())
    change(value)
    (folder / "manifest.json").write_text(json.dumps(value))
    return folder


def test_it_is_read_as_it_was_written(tmp_path):
    manifest().save(tmp_path)
    found, altered = parse_manifest(tmp_path)
    assert found == manifest()
    assert found.missing() == ["pt-BR/part-00001.parquet"]
    assert not altered


@pytest.mark.parametrize(
    "change",
    [{"config": {"k": [2]}}, {"total": 5}, {"rows": 9}, {"state": "other"}, {"digest": "other"}],
)
def test_a_change_is_seen(tmp_path, change):
    assert parse_manifest(edited(tmp_path, lambda value: value.update(change))).altered


def test_a_manifest_without_a_digest_is_not_what_was_written(tmp_path):
    assert parse_manifest(edited(tmp_path, lambda value: value.pop("digest"))).altered


OUTSIDE = [
    "../x.parquet",
    "/etc/x",
    "a/../../x",
    "..",
    ".",
    "",
    "C:\\x",
    "..\\x",
    ".lock",
    "a/.lock",
    "a//b",
]


@pytest.mark.parametrize("file", OUTSIDE)
@pytest.mark.parametrize("place", ["planned", "shards"])
def test_files_outside_the_folder_are_refused(tmp_path, file, place):
    def change(value):
        if place == "planned":
            value["planned"][0] = file
        else:
            value["shards"][0]["file"] = file

    with pytest.raises(ValueError, match="does not lie below the folder"):
        parse_manifest(edited(tmp_path, change))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda value: value.pop("planned"), "planned"),
        (lambda value: value.update(planned=[7]), "expected string"),
        (lambda value: value.update(stage="tables"), "there is no table 'tables'"),
        (lambda value: value["shards"][0].update(bytes=-1), "is not valid"),
        (lambda value: value["shards"][0].update(rows="3"), "is not valid"),
        (lambda value: value["shards"][0].update(sha256=None), "is not valid"),
        (lambda value: value["shards"][0].update(more=1), "more"),
        (lambda value: value["shards"][0].update(counts=[]), "is not valid"),
        (lambda value: value["shards"][0].update(counts={"seen": None}), "is not valid"),
        (lambda value: value["shards"][0].update(examples={"seen": 1}), "is not valid"),
        (lambda value: value.update(shards=5), "int"),
        (lambda value: value.update(config="other"), "its entry 'config' is not valid"),
        (lambda value: value.update(versions=[]), "its entry 'versions' is not valid"),
        (lambda value: value.update(input={"sentences": None}), "its entry 'input' is not valid"),
        (lambda value: value.update(dropped={"empty": "1"}), "its entry 'dropped' is not valid"),
        (lambda value: value.update(planned="de"), "its entry 'planned' is not valid"),
        (lambda value: value.update(total=None), "its entry 'total' is not valid"),
    ],
)
def test_what_makes_no_sense_is_refused(tmp_path, change, reason):
    with pytest.raises(ValueError, match=reason):
        parse_manifest(edited(tmp_path, change))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "\ufeff{}", "[" * 2000])
def test_what_is_no_object_is_refused(tmp_path, text):
    (tmp_path / "manifest.json").write_text(text, "utf-8")
    with pytest.raises(ValueError, match=r"."):
        parse_manifest(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_in_the_place_of_a_manifest_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "manifest.json")
    with pytest.raises(ValueError, match="it is a pipe or a device, not a file"):
        parse_manifest(tmp_path)


def test_a_table_tells_which_of_its_inputs_changed():
    made = Manifest("triples", {}, {}, {"sentences": "a", "negations": "b"}, ["x"], 1)
    whole = Manifest("sentences", {}, {}, {}, ["x"], 1, shards=[Shard("x", 0, 1, 1, 4, "ab")])
    unfinished = Manifest("negations", {}, {}, {}, ["x"], 1)
    present = {"sentences": whole, "negations": unfinished, "verdicts": whole}
    assert changed_inputs(made, present) == ["sentences"]
    made.input["sentences"] = whole.fingerprint()
    assert changed_inputs(made, present) == []
