"""Real processes: several that train as one, and runs that are killed or lose their reader.

All in one file, so that they are forked from one server, which takes seconds to start.
"""

from __future__ import annotations

import json
import shutil
import socket
import time
from pathlib import Path

import pytest
import torch

from tests.trainer import forked
from tests.trainer.commands.running import invoke, sets
from tests.trainer.training.runs import lines, stopped_before_step, weights, without_dropout
from tests.triples import some_triples, write_triples
from trainer.encoders.folder import load_encoder
from trainer.recipes.reading import load_recipe
from trainer.runs.metrics import read_metrics
from trainer.runtime.processes import in_order
from trainer.training.fit import fit

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("parts", [[[0, 1, 2]], [[2], [0, 1]], [[1, 2], [], [0]]])
def test_vectors_of_parts_come_back_in_order(parts):
    vectors = torch.tensor([[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]])
    assert torch.equal(in_order([vectors[part] for part in parts], parts), vectors)


def train_all(folder: Path, recipes: list[str]) -> None:
    """One of several processes: runs of recipes, and one that is interrupted and resumed."""
    torch.set_num_threads(1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("trainer.training.fit.plot_run", lambda metrics, picture: None)
        patch.setattr("trainer.training.side_effects.bundled_share", lambda *_: 50.0)
        for recipe in recipes:
            train(folder, recipe, f"{recipe}-two")
        train(folder, "dropout", "whole")
        with stopped_before_step(4, patch), pytest.raises(KeyboardInterrupt):
            train(folder, "dropout", "stopped")
        train(folder, "dropout", "stopped", resume=True)


def train(folder: Path, recipe: str, output: str, *, resume: bool = False) -> None:
    arguments = load_recipe(str(folder / f"{recipe}.toml")), folder / "artifacts", folder / output
    fit(*arguments, device="cpu", resume=resume)


def run_processes(count: int, *arguments: object) -> None:
    """What torchrun does: run the same program in several connected processes."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    base = {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port), "WORLD_SIZE": str(count)}
    started = [
        forked.start(
            train_all, *arguments, environment={**base, "RANK": str(rank), "LOCAL_RANK": str(rank)}
        )
        for rank in range(count)
    ]
    try:
        for process, told in started:
            errors = told.read()
            process.join(timeout=600)
            assert process.exitcode == 0, errors
    finally:
        for process, told in started:
            process.kill()
            process.join()
            told.close()


@pytest.mark.timeout(1200)
def test_two_processes_train_as_one_does_and_resume(recipe_for, small_bert, tmp_path):
    """Without dropout the batch is the same, so weights agree except for the order of sums.

    With dropout each process has its own masks; interrupted and resumed, the weights are the same
    to the last bit.
    """
    write_triples(tmp_path / "artifacts", some_triples(30))
    # Adam would amplify rounding where a gradient is always zero, as for key biases.
    settings = {"epochs": 1, "checkpoint_every": 2, "adam_epsilon": 1e-3}
    recipes = {
        "osscse": without_dropout(
            recipe_for, small_bert, margin_weight=1.0, distill_weight=1.0, **settings
        ),
        "ptbert": without_dropout(
            recipe_for, small_bert, base="ptbert", pseudo_tokens=4, grad_cache=True, **settings
        ),
    }
    for name, recipe in {**recipes, "dropout": recipe_for(small_bert, **settings)}.items():
        (tmp_path / f"{name}.toml").write_text(recipe.to_toml())
    run_processes(2, tmp_path, list(recipes))
    for name, recipe in recipes.items():
        one, two = tmp_path / f"{name}-one", tmp_path / f"{name}-two"
        fit(recipe, tmp_path / "artifacts", one, device="cpu")
        terms = ("loss", "contrastive", "margin", "recall")
        figures = [[[line[t] for t in terms] for line in lines(run, "train")] for run in (one, two)]
        torch.testing.assert_close(*map(torch.tensor, figures), atol=2e-5, rtol=0)
        states = [load_encoder(str(run)).state_dict() for run in (one, two)]
        for key, value in states[0].items():
            torch.testing.assert_close(value, states[1][key], atol=2e-5, rtol=0)
    assert weights(tmp_path / "whole") == weights(tmp_path / "stopped")
    assert json.loads((tmp_path / "whole" / "run.json").read_text())["processes"] == 2


def fit_process(arguments: list[str]):
    return forked.start(forked.run_trainer, ROOT, ["fit", *arguments])


def test_a_reader_that_leaves_early_does_not_end_a_run(small_bert, tmp_path):
    """As in `trainer fit ... 2>&1 | head -1`."""
    triples = write_triples(tmp_path / "artifacts", some_triples(20))
    given = ["--triples", str(triples), "--device", "cpu", "--model", str(small_bert)]
    output = tmp_path / "run"
    process, told = fit_process([*given, "--output", str(output), *sets("epochs=1")])
    assert told.readline() == "Checking the recipe and the triples ...\n"
    told.close()
    process.join()
    assert process.exitcode == 0
    assert json.loads((output / "run.json").read_text())["finished"]


def test_a_killed_run_resumes_to_the_same_bytes(small_bert, tmp_path):
    triples = write_triples(tmp_path / "artifacts", some_triples(60))
    common = ["--triples", str(triples), "--device", "cpu"]
    fresh = [*common, "--model", str(small_bert), *sets("epochs=3")]
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    process, told = fit_process([*fresh, "--output", str(killed)])
    metrics = killed / "metrics.jsonl"
    # Past the first checkpoint, after step 10.
    while not (metrics.exists() and len(read_metrics(metrics)) > 12):
        assert process.is_alive(), told.read()
        time.sleep(0.005)
    process.kill()
    process.join()
    told.close()
    assert not json.loads((killed / "run.json").read_text())["finished"]
    invoke("fit", *common, "--output", killed, "--resume")
    invoke("fit", *fresh, "--output", whole)
    for name in ("best/model.safetensors", "recipe.toml"):
        assert (killed / name).read_bytes() == (whole / name).read_bytes()
    steps = [line["step"] for line in read_metrics(metrics) if line["type"] == "train"]
    assert steps == list(range(1, len(steps) + 1))
    shutil.rmtree(killed)
