"""The record of a run is of the kinds that are written there, or is refused with a sentence."""

import json
import os

import pytest

from schemas.errors import UserError
from trainer.runs.record import read_record


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"steps": "many"}, r"run\.json is damaged \(steps: .*integer"),
        ({"counts": {"training": None}}, r"damaged \(counts\.training: "),
        ({"kept_score": [0.5]}, r"damaged \(kept_score: "),
    ],
)
def test_values_of_another_kind_are_named(tmp_path, said, message):
    (tmp_path / "run.json").write_text(json.dumps(said))
    with pytest.raises(UserError, match=message):
        read_record(tmp_path / "run.json")


def test_what_is_missing_is_named_when_it_is_asked_for(tmp_path):
    (tmp_path / "run.json").write_text('{"model": "demo", "of a later version": [1]}')
    record = read_record(tmp_path / "run.json")
    assert (record["model"], record["of a later version"]) == ("demo", [1])
    assert record.get("metric") is None
    with pytest.raises(UserError, match=r"run\.json lacks metric"):
        record["metric"]


def test_the_one_table_of_an_older_run_is_read_as_a_list(tmp_path):
    (tmp_path / "run.json").write_text('{"triples": "artifacts"}')
    assert read_record(tmp_path / "run.json")["triples"] == ["artifacts"]


def test_a_folder_without_a_record_is_none_of_a_run(tmp_path):
    with pytest.raises(UserError, match="is not the folder of a run"):
        read_record(tmp_path / "run.json")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
@pytest.mark.timeout(30)
def test_a_pipe_in_the_place_of_a_record_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "run.json")
    with pytest.raises(
        UserError, match=r"is not the folder of a run: it has no readable run\.json"
    ):
        read_record(tmp_path / "run.json")
