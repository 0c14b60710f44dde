"""An interrupted run keeps its running step, and ends with the same weights."""

from __future__ import annotations

import pytest

from schemas.interrupts import Interrupted
from tests.trainer.training.runs import lines, signalled_in_step, stopped_before_step, weights
from trainer.runs.folder import RunFolder
from trainer.runs.metrics import read_metrics
from trainer.training.fit import fit


def test_a_run_stopped_between_checkpoints_ends_with_the_same_weights(
    recipe_for, small_bert, artifacts, tmp_path, monkeypatch
):
    recipe = recipe_for(small_bert, epochs=3, head="mlp")
    fit(recipe, artifacts, tmp_path / "whole", device="cpu")
    run = tmp_path / "stopped"
    with stopped_before_step(14, monkeypatch), pytest.raises(KeyboardInterrupt):
        fit(recipe, artifacts, run, device="cpu")
    result = fit(recipe, artifacts, run, device="cpu", resume=True)
    assert result.resumed_from == 10
    assert weights(run) == weights(tmp_path / "whole")
    kept = [
        [
            {k: v for k, v in line.items() if k not in ("examples_per_second", "waiting")}
            for line in read_metrics(m)
        ]
        for m in (run / "metrics.jsonl", tmp_path / "whole" / "metrics.jsonl")
    ]
    assert kept[0] == kept[1]


def test_an_interruption_keeps_the_running_step_and_the_run_ends_with_the_same_weights(
    recipe_for, small_bert, artifacts, tmp_path, monkeypatch, capfd
):
    """Before any checkpoint, in the middle of what a frozen encoder has foreseen."""
    recipe = recipe_for(small_bert, distill_weight=1.0, checkpoint_every=100, validate_every=4)
    fit(recipe, artifacts, tmp_path / "whole", device="cpu")
    run = tmp_path / "stopped"
    for step, at in ((4, 4), (5, 9)):
        with pytest.raises(Interrupted), signalled_in_step(step, 1, monkeypatch):
            fit(recipe, artifacts, run, device="cpu", resume=run.exists())
        assert RunFolder(run).kept_step() == at
    told = "Ending after this step, which is kept. Interrupt again to end at once.\n"
    assert capfd.readouterr().err.count(told) == 2
    assert fit(recipe, artifacts, run, device="cpu", resume=True).resumed_from == 9
    assert weights(run) == weights(tmp_path / "whole")
    scores = [
        [(line["step"], line["score"]) for line in lines(folder, "validation")]
        for folder in (run, tmp_path / "whole")
    ]
    assert scores[0] == scores[1]


def test_a_second_interruption_does_not_wait_for_the_step(
    recipe_for, small_bert, artifacts, tmp_path, monkeypatch
):
    recipe, run = recipe_for(small_bert, checkpoint_every=2), tmp_path / "run"
    with pytest.raises(Interrupted), signalled_in_step(4, 2, monkeypatch):
        fit(recipe, artifacts, run, device="cpu")
    assert RunFolder(run).kept_step() == 2
    assert [line["step"] for line in lines(run, "train")] == [1, 2, 3]
