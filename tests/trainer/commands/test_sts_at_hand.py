"""What `trainer fit` does with STS-B dev where `trainer data` has written it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from schemas.errors import run_app
from tests.scored_pairs import write_pairs
from tests.trainer.commands.running import invoke, sets
from tests.triples import some_triples, write_triples
from trainer.cli import app
from trainer.commands.fit import _sts_not_checked
from trainer.evaluation.data.convert import write_pairs as write_tasks
from trainer.evaluation.data.pairs import Part, make_pairs


def test_what_would_measure_sts_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert _sts_not_checked() == (
        "STS was not checked: `trainer data hub --output sts --tasks STSB-dev` fetches STS-B dev,"
        " which `trainer fit` then checks."
    )
    part = Part(Path("x"), "", ["a nurse .", "a boat ."], ["the nurse .", "a lamp ."], [5.0, 1.0])
    write_tasks(Path("sts"), [make_pairs("STSB-dev", [part])])
    assert _sts_not_checked() == (
        "STS was not checked: sts/STSB_all_dev.parquet was not there when the run began."
    )


def test_sts_at_hand_is_checked_before_and_after_and_chooses_nothing(
    small_bert, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    triples = write_triples(tmp_path / "mine", some_triples(60))
    given = ("fit", "--model", small_bert, "--triples", triples, *sets("epochs=1"))
    assert "STS was not checked" in invoke(*given, "--output", "without")
    write_pairs(tmp_path / "sts", "STSB", "all", "dev")
    printed = invoke(*given, "--output", "with")
    assert re.search(r"^STS-B dev, Spearman x 100: -?\d+\.\d\d before, -?\d", printed, re.M)
    assert "STS was not checked" not in printed
    assert "Held-out triples ranked correctly" in printed
    record = json.loads(Path("with/run.json").read_text())
    assert record["before"].keys() == record["after"].keys() >= {"contrast", "sts"}
    weights = [Path(run, "best/model.safetensors").read_bytes() for run in ("without", "with")]
    assert weights[0] == weights[1]
    resumed = invoke("fit", "--resume", "--output", "without")
    assert "STS was not checked: sts/STSB_all_dev.parquet was not there" in resumed


def test_a_file_of_other_columns_in_the_place_of_sts_is_named_at_once(
    small_bert, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    triples = write_triples(tmp_path / "mine", some_triples(20))
    Path("sts").mkdir()
    pq.write_table(pa.table({"text": ["a nurse ."]}), "sts/STSB_all_dev.parquet")
    with pytest.raises(SystemExit) as caught:
        run_app(app, ["fit", "--model", str(small_bert), "--triples", str(triples)])
    assert caught.value.code == 2
    assert "sts/STSB_all_dev.parquet" in capsys.readouterr().err
    assert not Path("runs").exists()
