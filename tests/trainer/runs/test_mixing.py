"""Mixes of a run's two ends, by the run itself and afterwards."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file
from transformers import AlbertConfig, AlbertModel, AutoConfig

from schemas.errors import UserError
from tests.programs import run_program
from tests.trainer.commands.running import invoke
from tests.trainer.training.runs import stopped_before_step, weights
from trainer.commands.fit import fit_summary
from trainer.data.triples import Counts
from trainer.encoders.folder import load_encoder
from trainer.runs.mixing import write_mix
from trainer.training.fit import FitResult, fit
from trainer.training.validation import Measured, Validator


def arrays(folder):
    return load_file(folder / "model.safetensors")


def between(run, share):
    """The mix of a run's two ends, weight by weight."""
    start, end = arrays(run / "start"), arrays(run / "end")
    return {name: (1 - share) * start[name] + share * end[name] for name in start}


def assert_same(found, expected):
    assert found.keys() == expected.keys()
    for name, weight in expected.items():
        np.testing.assert_allclose(found[name], weight, atol=1e-6, err_msg=name)


@pytest.mark.parametrize("keep", ["best", "last"])
def test_a_run_ends_between_its_start_and_what_it_would_have_kept(
    recipe_for, small_bert, artifacts, tmp_path, keep
):
    recipe = recipe_for(small_bert, keep=keep)
    fit(recipe, artifacts, tmp_path / "plain", device="cpu")
    run = tmp_path / "mixed"
    result = fit(recipe_for(small_bert, keep=keep, final_mix=0.25), artifacts, run, device="cpu")
    assert (run / "end" / "model.safetensors").read_bytes() == weights(tmp_path / "plain")
    start = load_encoder(str(small_bert), pooling="mean").state_dict()
    for name, weight in arrays(run / "start").items():
        np.testing.assert_array_equal(weight, start[f"backbone.{name}"].numpy())
    assert_same(arrays(run / "best"), between(run, 0.25))
    record = json.loads((run / "run.json").read_text())
    assert (result.mix_share, record["mix_share"]) == (0.25, 0.25)
    assert record["kept_score"] == result.best_score


def test_a_mixed_run_resumes_to_the_same_weights(
    recipe_for, small_bert, artifacts, tmp_path, monkeypatch
):
    recipe = recipe_for(small_bert, final_mix=0.5, epochs=1)
    fit(recipe, artifacts, tmp_path / "whole", device="cpu")
    run = tmp_path / "stopped"
    with stopped_before_step(6, monkeypatch), pytest.raises(KeyboardInterrupt):
        fit(recipe, artifacts, run, device="cpu")
    assert not (run / "best").exists()
    for _ in range(2):  # to its end, and once more from there
        assert fit(recipe, artifacts, run, device="cpu", resume=True).resumed_from > 0
        assert weights(run) == weights(tmp_path / "whole")


def test_validation_chooses_the_share(recipe_for, small_bert, artifacts, tmp_path, monkeypatch):
    # Before the first step, after the last, then the shares 0, 1/4, 1/2, 3/4 and 1.
    given = iter([0.1, 0.2, 0.3, 0.5, 0.6, 0.6, 0.4])
    validator = Validator("made_up", lambda *_: Measured(next(given), None, None))
    monkeypatch.setattr("trainer.training.setup.build_validator", lambda *arguments: validator)
    recipe = recipe_for(small_bert, final_mix_steps=4, epochs=1, validate_every=100)
    result = fit(recipe, artifacts, tmp_path / "run", device="cpu")
    assert (result.mix_share, result.best_score) == (0.5, 0.6)
    assert_same(arrays(tmp_path / "run" / "best"), between(tmp_path / "run", 0.5))
    record = json.loads((tmp_path / "run" / "run.json").read_text())
    assert record["mix_scores"] == {"0.0": 0.3, "0.25": 0.5, "0.5": 0.6, "0.75": 0.6, "1.0": 0.4}


def test_a_share_cannot_be_chosen_without_validation(recipe_for, small_bert, artifacts, tmp_path):
    recipe = recipe_for(small_bert, final_mix_steps=4, heldout=0.0)
    with pytest.raises(UserError, match="nothing to validate on"):
        fit(recipe, artifacts, tmp_path / "run", device="cpu")
    assert not (tmp_path / "run").exists()


def test_other_shares_are_mixed_afterwards(recipe_for, small_bert, artifacts, tmp_path):
    run = tmp_path / "run"
    fit(recipe_for(small_bert, final_mix=0.5, epochs=1), artifacts, run, device="cpu")
    shown = invoke("mix", run, "--share", 0.4, "--output", tmp_path / "deep" / "mix")
    assert str(tmp_path / "deep" / "mix") in shown
    assert_same(arrays(tmp_path / "deep" / "mix"), between(run, 0.4))
    load_encoder(str(tmp_path / "deep" / "mix"))
    with pytest.raises(UserError, match="is not empty"):
        write_mix(run, 0.4, tmp_path / "deep")


@pytest.mark.parametrize(
    ("kept", "weights"),
    [
        (0.5, "0.5 x the initial ones; in the rear half of the layers 0.2 x and 0.8 x."),
        (1.0, "0 x the initial ones; in the rear half of the layers 0.4 x and 0.6 x."),
    ],
)
def test_the_rear_half_of_the_layers_gets_a_part_of_the_share(
    recipe_for, tiny_bert, artifacts, tmp_path, kept, weights
):
    run, mix = tmp_path / "run", tmp_path / "mix"
    recipe = recipe_for(tiny_bert, final_mix=kept, final_mix_rear=0.4, epochs=1)
    assert weights in fit_summary(fit(recipe, artifacts, run, device="cpu"))
    write_mix(run, 0.8, mix)
    for folder, share in ((run / "best", kept), (mix, 0.8)):
        front, rear = between(run, share), between(run, share * 0.4)
        wanted = {n: rear[n] if "layer.1." in n else front[n] for n in front}  # of two
        assert_same(arrays(folder), wanted)


@pytest.mark.parametrize(("share", "rear"), [(0.5, 0.25), (0.0, 1.0), (0.75, 0.0), (0.5, 0.5)])
def test_front_and_rear_lie_exactly_at_the_shares_asked_for(
    recipe_for, tiny_bert, artifacts, tmp_path, share, rear
):
    run = tmp_path / "run"
    recipe = recipe_for(tiny_bert, final_mix=0.5, final_mix_rear=0.4, epochs=1)
    fit(recipe, artifacts, run, device="cpu")
    invoke("mix", run, "--share", share, "--rear", rear, "--output", tmp_path / "mix")
    start, end, found = (
        arrays(folder) for folder in (run / "start", run / "end", tmp_path / "mix")
    )
    behind = [name for name in start if "layer.1." in name]  # of two
    assert len(behind) == 16
    assert all((start[name] != end[name]).any() for name in behind if "key.bias" not in name)
    for name in start:
        pair = (torch.from_numpy(weights[name]) for weights in (start, end))
        wanted = torch.lerp(*pair, rear if name in behind else share).numpy()
        np.testing.assert_array_equal(found[name], wanted, err_msg=name)


@pytest.mark.parametrize("command", [["mix", "--share", "0.5"], ["difference"]])
def test_a_share_of_the_rear_that_cannot_be_is_refused_alike(command, tmp_path):
    done = run_program("trainer", *command, tmp_path, "--output", tmp_path / "new", "--rear", "1.5")
    assert done.returncode == 2
    told = " ".join(done.stderr.replace("│", " ").split())
    assert re.search("Invalid value for '--rear': .*less than or equal to 1", told)


@pytest.mark.parametrize(
    ("metric", "held", "share", "said"),
    [
        (
            "heldout_ranking", 15, None,
            "Held-out triples ranked correctly: 66.7 % before, 66.7 % after. Kept: the weights of"
            " step 9.\nThe held-out triples show no improvement (15 are few).\n",
        ),
        (
            "heldout_ranking", 50, 0.5,
            "Held-out triples ranked correctly: 66.7 % before, 66.7 % after, with the mixed"
            " weights. Kept: 0.5 x the weights of step 9 and 0.5 x the initial ones.\nThe held-out"
            " triples show no improvement.\n",
        ),
        (
            "dev_spearman", 15, 0.5,
            "Spearman x 100 on --dev: 66.67 before, 66.67 after, with the mixed weights. Kept:"
            " 0.5 x the weights of step 9 and 0.5 x the initial ones.\nThe pairs of --dev show no"
            " improvement.\n",
        ),
        ("heldout_ranking", 50, 1.0, " after. Kept: 1 x the weights of step 9 and 0 x the"),
    ],
)  # fmt: skip
def test_equal_scores_are_told_without_more_than_is_known(tmp_path, metric, held, share, said):
    scores = {"metric": metric, "initial_score": 2 / 3, "best_score": 2 / 3, "best_step": 9}
    told = {"seconds": 1.0, "resumed_from": 0, "before": {}, "after": {}, "warnings": []}
    counts = Counts(rows=100, complete=90, heldout=held, training=50)
    result = FitResult(tmp_path, 9, counts, mix_share=share, **scores, **told)
    assert said in fit_summary(result)
    worse = FitResult(
        tmp_path, 9, counts, mix_share=share, **(scores | {"best_score": 0.5}), **told
    )
    assert (
        "\nTraining made it worse: go on using the initial model, not this encoder.\n"
        in fit_summary(worse)
    )


def test_a_model_whose_layers_share_weights_is_refused_before_training(
    recipe_for, small_bert, artifacts, tmp_path
):
    shared = shutil.copytree(small_bert, tmp_path / "shared")
    sizes = AutoConfig.from_pretrained(small_bert)
    config = AlbertConfig(
        vocab_size=sizes.vocab_size, embedding_size=16, hidden_size=32, intermediate_size=32,
        num_hidden_layers=4, num_attention_heads=2, max_position_embeddings=80,
    )  # fmt: skip
    AlbertModel(config).save_pretrained(shared)
    recipe = recipe_for(shared, final_mix=0.5, final_mix_rear=0.4, epochs=1)
    with pytest.raises(UserError, match=r"train with `--set final_mix_rear=1\.0"):
        fit(recipe, artifacts, tmp_path / "run", device="cpu")
    assert not (tmp_path / "run").exists()
    fit(replace(recipe, final_mix_rear=1.0), artifacts, tmp_path / "run", device="cpu")


def test_a_run_without_both_ends_is_refused(recipe_for, small_bert, artifacts, tmp_path):
    with pytest.raises(UserError, match="is not the folder of a run"):
        write_mix(tmp_path, 0.4, tmp_path / "mix")
    run = tmp_path / "run"
    fit(recipe_for(small_bert, epochs=1), artifacts, run, device="cpu")
    with pytest.raises(UserError, match="does not keep its initial weights"):
        write_mix(run, 0.4, tmp_path / "mix")
    (run / "start").mkdir()
    with pytest.raises(UserError, match="no trained weights yet"):
        write_mix(run, 0.4, tmp_path / "mix")
