"""What surrounds training: several seeds, early stopping, trackers, early refusals."""

from __future__ import annotations

import json
import math
import sys
import types
from dataclasses import replace
from typing import ClassVar

import pytest
from typer.testing import CliRunner

from schemas.errors import UserError, run_app
from tests.trainer.commands.running import invoke, sets
from tests.trainer.training.runs import lines, weights
from tests.triples import some_triples, write_triples
from trainer.cli import app
from trainer.commands.preflight import check_alone, check_output
from trainer.data.triples import Counts, TripleTable
from trainer.encoders.folder import load_encoder
from trainer.evaluation.scores.probe import probe
from trainer.recipes.files import recipe_names
from trainer.recipes.reading import load_recipe
from trainer.runs.folder import first_run
from trainer.runs.metrics import read_metrics
from trainer.runs.tracking import check_trackers
from trainer.training.fit import FitResult, fit
from trainer.training.seeds import SeedsResult, fit_seeds, seeds_summary, spread
from trainer.training.validation import Measured, Validator


def scored(scores, monkeypatch):
    """Let validations give these scores, one after another."""
    given = iter(scores)
    validator = Validator("made_up", lambda *_: Measured(next(given), None, None))
    monkeypatch.setattr("trainer.training.setup.build_validator", lambda *arguments: validator)


def test_training_stops_when_validation_no_longer_rises(
    recipe_for, small_bert, artifacts, tmp_path, monkeypatch
):
    recipe = recipe_for(small_bert, validate_every=2, patience=2, checkpoint_every=100)
    scored([0.1, 0.3, 0.2, 0.4, 0.4, 0.3, 9.0], monkeypatch)
    result = fit(recipe, artifacts, tmp_path / "run", device="cpu")
    assert (result.steps, result.best_step, result.best_score) == (10, 6, 0.4)
    assert json.loads((tmp_path / "run" / "run.json").read_text())["stopped_early"] is True
    before = weights(tmp_path / "run")
    again = fit(recipe, artifacts, tmp_path / "run", device="cpu", resume=True)
    assert again == replace(result, resumed_from=10)
    assert weights(tmp_path / "run") == before


def test_patience_counts_on_over_an_interruption(
    recipe_for, small_bert, artifacts, tmp_path, monkeypatch
):
    from tests.trainer.training.runs import stopped_before_step

    recipe = recipe_for(small_bert, validate_every=2, patience=2, checkpoint_every=2)
    scored([0.1, 0.4, 0.3, 0.2, 9.0], monkeypatch)
    with stopped_before_step(5, monkeypatch), pytest.raises(KeyboardInterrupt):
        fit(recipe, artifacts, tmp_path / "run", device="cpu")
    result = fit(recipe, artifacts, tmp_path / "run", device="cpu", resume=True)
    assert (result.resumed_from, result.steps, result.best_step) == (4, 6, 2)


def test_a_run_has_ended_only_once_its_picture_is_drawn(
    recipe_for, small_bert, artifacts, tmp_path, monkeypatch
):
    """A run that has ended is not opened again, and would keep what a kill left of the picture."""

    def stop(*_):
        raise KeyboardInterrupt

    recipe, run = recipe_for(small_bert, epochs=1), tmp_path / "run"
    with monkeypatch.context() as patch:
        patch.setattr("trainer.training.fit.plot_run", stop)
        with pytest.raises(KeyboardInterrupt):
            fit(recipe, artifacts, run, device="cpu")
    assert not json.loads((run / "run.json").read_text())["finished"]
    fit(recipe, artifacts, run, device="cpu", resume=True)
    assert json.loads((run / "run.json").read_text())["finished"]


def test_seeds_are_runs_of_their_own_with_mean_and_deviation(small_bert, artifacts, tmp_path):
    output = tmp_path / "three"
    arguments = ("fit", "--triples", artifacts, "--output", output, "--device", "cpu")
    fresh = (*arguments, "--model", small_bert, "--seeds", 2, *sets("epochs=1", "seed=7"))
    printed = json.loads(invoke(*fresh, "--json"))
    assert printed["seeds"] == [7, 8]
    assert printed == json.loads((output / "seeds.json").read_text())
    first, second = (
        json.loads((output / f"seed-{seed}" / "run.json").read_text())["kept_score"]
        for seed in (7, 8)
    )
    assert printed["best"]["values"] == [first, second]
    assert printed["best"]["mean"] == pytest.approx((first + second) / 2)
    assert printed["best"]["deviation"] == pytest.approx(abs(first - second) / math.sqrt(2))
    assert weights(output / "seed-7") != weights(output / "seed-8")
    (output / ".seeds.json.7.tmp").touch()  # by a killed writer
    shown = invoke(*arguments, "--seeds", 2, "--resume")
    assert not list(output.rglob("*.tmp"))
    assert "2 seeds, 7 to 8." in shown
    assert f"Encoders: {output}/seed-*/best" in shown


def test_seeds_without_a_measure_say_that_the_last_weights_were_saved(
    small_bert, artifacts, tmp_path
):
    output = ("--output", tmp_path / "two", "--device", "cpu")
    settings = ("--model", small_bert, "--seeds", 2, *sets("epochs=1", "heldout=0"))
    shown = invoke("fit", "--triples", artifacts, *output, *settings)
    assert "No --dev file and no held-out triples: the last weights were saved." in shown


def test_warnings_name_the_seed(tmp_path):
    counts = Counts(rows=9, complete=9, heldout=0, training=9)
    told = FitResult(tmp_path, 1, counts, None, None, None, 1, 1.0, 0, {}, {}, ["STS fell."])
    quiet = replace(told, warnings=[])
    shown = seeds_summary(SeedsResult(tmp_path, [3, 4], None, None, None, [quiet, told]))
    assert shown.splitlines()[2] == "WARNING of seed 4: STS fell."


def test_the_first_of_several_runs_is_that_of_the_least_seed(tmp_path):
    assert first_run(tmp_path) == tmp_path
    for name in ("seed-10", "seed-9", "seed-x", "best"):
        (tmp_path / name).mkdir()
    assert first_run(tmp_path) == tmp_path / "seed-9"


def test_spread_is_that_of_a_sample():
    assert spread([1.0, 2.0, 6.0]).mean == 3.0
    assert spread([1.0, 2.0, 6.0]).deviation == pytest.approx(math.sqrt(7))
    assert spread([4.0]).deviation == 0.0


def test_geometry_is_measured_along_training_and_again_on_what_is_kept(
    recipe_for, small_bert, artifacts, tmp_path
):
    recipe = recipe_for(
        small_bert, epochs=1, validate_every=3, keep="last", snapshots=True, learning_rate=1e-3
    )
    result = fit(recipe, artifacts, tmp_path / "run", device="cpu")
    lines = [
        line
        for line in read_metrics(tmp_path / "run" / "metrics.jsonl")
        if line["type"] == "validation"
    ]
    assert [line["step"] for line in lines] == [0, 3, 6, result.steps]
    kept = sorted(path.name for path in (tmp_path / "run" / "snapshots").iterdir())
    assert kept == [f"step-{step:06d}" for step in (3, 6, result.steps)]
    rows = TripleTable(artifacts).heldout(recipe.heldout, recipe.validation_rows)
    for line, name in zip(lines[1:], kept, strict=True):
        found = probe(load_encoder(str(tmp_path / "run" / "snapshots" / name)), rows)
        assert line["score"] == pytest.approx(found.ranking)
        assert line["alignment"] == pytest.approx(found.alignment, rel=1e-5)
        assert line["uniformity"] == pytest.approx(found.uniformity, rel=1e-5)
    assert len({line["alignment"] for line in lines}) == 4


class FakeWriter:
    made: ClassVar[list[FakeWriter]] = []

    def __init__(self, folder, purge_step=None):
        self.folder, self.purge_step, self.scalars, self.closed = folder, purge_step, [], False
        self.made.append(self)

    def add_text(self, *arguments):
        self.text = arguments

    def add_scalar(self, name, value, step):
        self.scalars.append((name, step))

    def close(self):
        self.closed = True


def fake_tensorboard(monkeypatch):
    board = types.ModuleType("torch.utils.tensorboard")
    board.SummaryWriter = FakeWriter
    FakeWriter.made = []
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", board)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name)
    return FakeWriter.made


def test_tensorboard_gets_what_the_metrics_file_gets(
    recipe_for, small_bert, artifacts, tmp_path, monkeypatch
):
    made = fake_tensorboard(monkeypatch)
    recipe, run = recipe_for(small_bert, epochs=1), tmp_path / "run"
    fit(recipe, artifacts, run, device="cpu", trackers=["tensorboard"])
    (writer,) = made
    assert writer.folder == str(run / "tensorboard")
    assert writer.closed
    assert ("validation/heldout_ranking", 0) in writer.scalars
    told = [step for name, step in writer.scalars if name == "train/contrastive"]
    assert told == [line["step"] for line in lines(run, "train")]
    fit(recipe, artifacts, run, device="cpu", resume=True, trackers=["tensorboard"])
    assert made[1].purge_step == told[-1] + 1


def test_wandb_gets_what_the_metrics_file_gets(
    recipe_for, small_bert, artifacts, tmp_path, monkeypatch
):
    told: list = []

    class Run:
        def log(self, figures, step):
            told.append((step, figures))

        def finish(self):
            told.append("finished")

    wandb = types.ModuleType("wandb")
    wandb.init = lambda **settings: told.append(settings) or Run()
    monkeypatch.setitem(sys.modules, "wandb", wandb)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name)
    run = tmp_path / "run"
    fit(recipe_for(small_bert, epochs=1), artifacts, run, device="cpu", trackers=["wandb"])
    assert (told[0]["name"], told[0]["config"]["margin_beta"]) == (str(run), 0.2)
    assert told[-1] == "finished"
    assert len(told) == 2 + len(read_metrics(run / "metrics.jsonl"))


def test_trackers_must_be_installed_and_known(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(UserError) as caught:
        check_trackers(["tensorboard", "mlflow", "wandb"])
    assert "pip install 'osscse[tensorboard]'" in str(caught.value)
    assert "pip install 'osscse[wandb]'" in str(caught.value)
    assert "mlflow is not one of tensorboard, wandb" in str(caught.value)


def test_every_problem_of_a_command_is_shown_at_once(tmp_path, capsys):
    (tmp_path / "held").mkdir()
    (tmp_path / "held" / "thesis.txt").write_text("years of work")
    paths = {"--triples": "nowhere", "--dev": "no.parquet", "--output": "held"}
    given = [part for flag, name in paths.items() for part in (flag, str(tmp_path / name))]
    given += ["--set", "epochs=0", "--set", "batch_size=1", "--track", "mlflow"]
    with pytest.raises(SystemExit) as caught:
        run_app(app, ["fit", *given])
    assert caught.value.code == 2
    shown = capsys.readouterr().err
    refused = ["epochs is 0", "batch_size is 1", "nowhere does not exist", "no.parquet"]
    for part in [*refused, "held is not empty", "mlflow is not"]:
        assert part in shown


def test_the_help_names_every_recipe():
    shown = " ".join(CliRunner().invoke(app, ["fit", "--help"]).stdout.replace("│", " ").split())
    assert [name for name in recipe_names() if name not in shown] == []


def test_several_processes_need_a_folder_that_was_named(tmp_path, monkeypatch):
    monkeypatch.setenv("WORLD_SIZE", "2")
    with pytest.raises(UserError, match="give --output"):
        check_output(tmp_path, named=False, resume=False)
    (tmp_path / "recipe.toml").write_text("")
    check_output(tmp_path, named=True, resume=False)
    with pytest.raises(UserError, match="A sweep runs in one process"):
        check_alone()


def test_accumulation_is_warned_of_where_people_look(small_bert, artifacts, tmp_path):
    paths = ["--triples", str(artifacts), "--output", str(tmp_path / "run")]
    small = ["--model", str(small_bert), *sets("epochs=1", "accumulate=2")]
    result = CliRunner().invoke(app, ["fit", *paths, *small, "--device", "cpu"])
    assert result.exit_code == 0
    assert "2 anchors, not of the batch of 4" in result.stderr


def test_bounds_for_a_kind_that_the_triples_lack_are_refused(
    recipe_for, small_bert, artifacts, tmp_path
):
    recipe = recipe_for(small_bert, margin_kinds="{negation=[0, 1], number=[0, 1]}")
    with pytest.raises(UserError, match=r"for number, but .* their kinds are negation"):
        fit(recipe, artifacts, tmp_path / "run", device="cpu")
    assert not (tmp_path / "run").exists()


def test_a_kind_of_triples_that_the_recipe_does_not_read_is_explained(
    recipe_for, small_bert, tmp_path
):
    rows = some_triples(9)
    rows += [{**row, "variant": 1, "kind": "number"} for row in rows]
    recipe = recipe_for(small_bert, margin_kinds="{number=[0, 1]}")
    with pytest.raises(UserError, match=r"are negation\. The recipe reads one .* variants=all"):
        fit(recipe, write_triples(tmp_path / "triples", rows), tmp_path / "run", device="cpu")


def test_seeds_do_not_go_into_a_folder_in_use(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(UserError, match="Resume its seeds with --resume, or give"):
        fit_seeds(load_recipe("osscse"), 2, tmp_path, lambda *_: pytest.fail("it trained"))
