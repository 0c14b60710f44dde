"""`trainer sweep`, from the command line to its table."""

from __future__ import annotations

import json
from statistics import mean

import pytest
from typer.testing import CliRunner

from schemas.errors import WorkFailed
from schemas.files import alone_in
from tests.scored_pairs import write_pairs
from tests.trainer.commands.running import invoke
from tests.trainer.training.runs import stopped_before_step
from tests.triples import some_triples, write_triples
from trainer.cli import app
from trainer.sweeps.running import Outcome

ROW = {
    "anchor": "the baker sees .",
    "paraphrase": "sees the baker .",
    "contradiction": "no baker .",
}
SMALL = ["batch_size=9", "max_sentence_tokens=24", "max_eval_tokens=64", "heldout=0.2", "epochs=1"]
SMALL += ["margin_weight=0,1"]


@pytest.fixture
def arguments(small_bert, artifacts, tmp_path):
    given = ["sweep", "--triples", artifacts, "--output", tmp_path / "sweep", "--device", "cpu"]
    return [
        *given,
        "--model",
        small_bert,
        *(part for change in SMALL for part in ("--set", change)),
    ]


def test_a_sweep_goes_on_where_it_was_stopped_and_seeds_may_be_added(
    arguments, tmp_path, monkeypatch
):
    output = tmp_path / "sweep"
    (tmp_path / "set.jsonl").write_text(json.dumps(ROW))
    dev = write_pairs(tmp_path / "sts", "STSB", "all", "dev")
    measured = ["--dev", dev, "--contrast", tmp_path / "set.jsonl"]
    seeded = [str(part) for part in (*arguments, *measured, "--set", "seed=1", "--seeds")]
    with stopped_before_step(9, monkeypatch):
        assert CliRunner().invoke(app, [*seeded, "1"]).exit_code != 0
    begun = sorted(output.glob("*/seed-*"))
    records = [json.loads((run / "run.json").read_text()) for run in begun]
    assert [record["finished"] for record in records] == [True, False]
    first = (begun[0] / "metrics.jsonl").stat().st_mtime_ns
    for name in (
        "start.json",
        "sweep.json",
        "sweep.svg",
        f"{begun[0].relative_to(output)}/figures.json",
    ):
        left = output / name
        left.with_name(f".{left.name}.7.tmp").write_text("a killed writer left this")

    found = json.loads(invoke(*seeded, "2", "--json"))
    assert (begun[0] / "metrics.jsonl").stat().st_mtime_ns == first
    assert found == json.loads((output / "sweep.json").read_text())
    assert not list(output.rglob("*.tmp"))
    names = {"dev_spearman", "heldout_ranking", "contrast", "contrast_triples"}
    assert set(found["start"]) == set(found["figures"]) == names
    assert [point["values"] for point in found["points"]] == [
        {"margin_weight": "0"},
        {"margin_weight": "1"},
    ]
    for point in found["points"]:
        assert list(point["seeds"]) == ["1", "2"]
        for name in names:
            figures = [run[name] for run in point["seeds"].values()]
            assert point["mean"][name] == pytest.approx(mean(figures))
    assert (output / "sweep.svg").exists()

    monkeypatch.setattr("trainer.training.fit.fit", lambda *a, **k: pytest.fail("trained again"))
    monkeypatch.setattr("trainer.sweeps.showing.plot_sweep", lambda *arguments: None)
    monkeypatch.setattr("trainer.sweeps.figures.probe", lambda *a: pytest.fail("measured again"))
    shown = invoke(*seeded, "2")
    assert f"{found['points'][0]['mean']['dev_spearman']:.2f} ±" in shown
    assert "before training" in shown
    other = ["--triples", write_triples(tmp_path / "other", some_triples(20)), "--set", "seed=1"]
    refused = CliRunner().invoke(app, [str(part) for part in (*arguments, *measured, *other)])
    assert str(refused.exception).count("triples: the content of") == 2


def test_every_problem_is_named_before_any_work(arguments, tmp_path):
    wrong = ["--set", "epoch=1,2", "--set", "seed=1,x", "--dev", tmp_path / "no.parquet"]
    refused = CliRunner().invoke(app, [str(part) for part in (*arguments, *wrong)])
    for said in ("unknown key epoch. Did you mean epochs?", "'x' is not a whole", "no.parquet"):
        assert said in str(refused.exception)
    assert not (tmp_path / "sweep").exists()


def test_what_triples_and_model_lack_is_named_before_the_first_run(small_bert, artifacts, tmp_path):
    given = ["sweep", "--triples", artifacts, "--output", tmp_path / "sweep", "--model", small_bert]
    changes = ['margin_kinds={negation=[0, "none"]},{number=[0, 1]}', "train_layers=1,99"]
    changes += ["heldout=0.0", "final_mix_steps=0,4"]
    sets = [part for change in changes for part in ("--set", change)]
    refused = CliRunner().invoke(app, [*map(str, given), *sets])
    said = str(refused.exception)
    assert said.count("margin_kinds has bounds for number") == 1
    assert said.count("final_mix_steps chooses a share by validation") == 1
    assert said.count("train_layers is 99, but the model has") == 1
    assert not (tmp_path / "sweep").exists()


def test_a_second_sweep_in_the_same_folder_is_turned_away(arguments, tmp_path):
    with alone_in(tmp_path / "sweep", "running a sweep"):
        second = CliRunner().invoke(app, [str(part) for part in arguments])
    assert isinstance(second.exception, WorkFailed)
    assert f"Another process is running a sweep in {tmp_path / 'sweep'}." in str(second.exception)
    assert [path.name for path in (tmp_path / "sweep").iterdir()] == [".lock"]


def test_runs_that_failed_are_counted_at_the_end(arguments, tmp_path, monkeypatch):
    failed = [Outcome("a", {}, {}, {1: "The loss is not finite."}), Outcome("b", {}, {}, {})]
    monkeypatch.setattr("trainer.commands.sweep._sweep", lambda *_: (failed, {}))
    done = CliRunner().invoke(app, [*map(str, arguments), "--json"])
    assert isinstance(done.exception, WorkFailed)
    said = f"1 of 2 runs failed; the reasons are above and in {tmp_path / 'sweep' / 'sweep.json'}."
    assert said in str(done.exception)


def test_a_model_that_is_not_there_is_no_fault_of_the_recipe(arguments, tmp_path):
    given = [*map(str, arguments), "--model", str(tmp_path)]
    refused = CliRunner().invoke(app, given)
    assert f"{tmp_path} is not a model" in str(refused.exception)
    assert "There is no recipe" not in str(refused.exception)


def test_a_sweep_with_low_rank_updates_goes_on(arguments):
    """The update is no part of the model that the runs began with."""
    given = [*arguments[:-2], "--set", "lora_rank=2,3", "--set", "recall_gamma=0"]
    first = invoke(*given)
    assert invoke(*given) == first
