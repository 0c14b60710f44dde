from __future__ import annotations

import json

import pytest

from schemas.errors import UserError, WorkFailed
from trainer.sweeps.grid import grid
from trainer.sweeps.running import (
    Outcome,
    begin_alike,
    check_begun,
    check_table,
    run,
    shared_start,
    trials,
)
from trainer.sweeps.showing import sweep_json


def test_runs_that_ended_are_kept_killed_ones_go_on_and_failures_stop_nothing(tmp_path):
    planned = trials(grid("demo", ["temperature=0.1,0.2"]), [4, 5], tmp_path)
    assert [str(trial) for trial in planned] == [
        "temperature=0.1, seed 4",
        "temperature=0.2, seed 4",
        "temperature=0.1, seed 5",
        "temperature=0.2, seed 5",
    ]
    for trial, finished in zip(planned[:2], (True, False), strict=True):
        trial.folder.path.mkdir(parents=True)
        trial.folder.record.write_text(json.dumps({"finished": finished}))
    trained, told, kept = [], [], []

    def train(recipe, folder, resumes):
        trained.append((recipe.temperature, recipe.seed, folder.name, resumes))
        if len(trained) == 2:
            raise WorkFailed("The loss is not a number.")

    def measure(folder, recipe):
        return {"contrast": 10 * recipe.seed + recipe.temperature}

    outcomes = run(planned, train, measure, told.append, lambda now: kept.append(len(now)))
    assert trained == [
        (0.2, 4, "seed-4", True),
        (0.1, 5, "seed-5", False),
        (0.2, 5, "seed-5", False),
    ]
    assert [outcome.runs for outcome in outcomes] == [
        {4: {"contrast": 40.1}},
        {4: {"contrast": 40.2}, 5: {"contrast": 50.2}},
    ]
    assert outcomes[0].failed == {5: "The loss is not a number."}
    assert outcomes[1].spread("contrast").mean == pytest.approx(45.2)
    assert outcomes[1].spread("dev_spearman") is None
    assert told[:2] == [
        "Run 1 of 4 is finished: temperature=0.1, seed 4",
        "Run 2 of 4 resumes: temperature=0.2, seed 4",
    ]
    assert "Failed: The loss is not a number." in told
    assert kept == [2, 2, 2, 2]


def test_the_table_of_another_sweep_is_not_replaced(tmp_path):
    table = tmp_path / "sweep.json"
    planned = trials(grid("demo", ["temperature=0.1,0.2"]), [4], tmp_path)
    check_table(planned, table)  # there is none
    done = [
        Outcome("temperature=0.1", {}, {4: {}}, {5: "infinite"}),
        Outcome("rest", {}, {4: {}}, {}),
    ]
    table.write_text(json.dumps(sweep_json(done[:1], {}, tmp_path)))
    with pytest.raises(UserError, match=r"another sweep: it has temperature=0\.1/seed-5\. Give"):
        check_table(planned, table)
    check_table(trials(grid("demo", ["temperature=0.1,0.2"]), [4, 5], tmp_path), table)
    table.write_text(json.dumps(sweep_json(done, {}, tmp_path)))
    with pytest.raises(UserError, match="seed-5 and 1 further run"):
        check_table(planned, table)


def test_a_sweep_does_not_go_into_the_folder_of_a_run(tmp_path):
    (tmp_path / "run.json").write_text("{}")
    with pytest.raises(UserError, match="a single run"):
        check_begun([], tmp_path, tmp_path / "artifacts", None)


@pytest.mark.parametrize(
    ("change", "alike"),
    [
        ("temperature=0.1,0.2", True),
        ("model=demo,osscse", False),
        ("template_anchor='{} is [MASK]','{} : [MASK]'", False),
    ],
)
def test_models_begin_alike_if_they_are_used_in_one_way(tmp_path, change, alike):
    assert begin_alike(trials(grid("osscse", [change]), [1, 2], tmp_path)) is alike


def test_models_with_different_prompts_do_not_begin_alike(tmp_path):
    assert not begin_alike(trials(grid("meaning", ["prompt=query,passage"]), [1], tmp_path))


@pytest.mark.parametrize(
    ("change", "kept"),
    [
        ("temperature=0.1,0.2", {"heldout_ranking": 80.0, "contrast": 70.0}),
        ("heldout=0.2,0.4", {"contrast": 70.0}),
        ("validation_rows=10,20", {"contrast": 70.0}),
        ("variants=paper,all", {"contrast": 70.0}),
    ],
)
def test_the_ranking_before_training_is_left_out_if_runs_rank_other_triples(tmp_path, change, kept):
    planned = trials(grid("demo", [change]), [1], tmp_path)
    assert shared_start(planned, {"heldout_ranking": 80.0, "contrast": 70.0}) == kept
