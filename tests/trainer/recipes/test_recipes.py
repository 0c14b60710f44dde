"""Every recipe and variant trains for real on a tiny encoder, lowers its loss and resumes."""

from __future__ import annotations

import numpy as np
import pytest

from tests.open_files import moved_while_open
from tests.trainer.objective.building import objective_of
from tests.trainer.training.runs import lines, stopped_before_step, weights
from tests.triples import some_triples, triple, write_triples
from trainer.encoders.folder import load_encoder
from trainer.objective.negatives.table import SOURCES
from trainer.objective.terms.table import TERMS
from trainer.training.fit import fit

VARIANTS = {
    "promptbert": {"base": "promptbert"},
    "sncse": {"base": "sncse"},
    "negations as negatives": {"base": "sncse", "negation": "negative"},
    "negations as positives": {"base": "sncse", "negation": "positive"},
    "no contrast": {"contrastive_weight": 0.0, "margin_weight": 1.0},
    "decoupled recall": {"recall_form": "decoupled", "recall_gamma": 50.0},
    "function kept": {
        "contrastive_weight": 0.0, "margin_weight": 1.0, "margin_alpha": 0.35,
        "margin_beta": "none", "margin_from": "both", "head": "none", "recall_gamma": 0.0,
        "distill_weight": 50.0, "paraphrase_weight": 1.0,
    },
    "every term": {
        "margin_weight": 1.0, "margin_from": "both", "margin_kinds": "{negation = [0.2, 0.6]}",
        "hard_negative_weight": 1.0, "distill_weight": 5.0, "paraphrase_weight": 1.0,
        "recall_form": "decoupled", "recall_gamma": 50.0, "head": "none", "final_mix": 0.5,
        "teacher__weight": 0.5, "teacher__pooling": "mean",
        "seed": 2,  # whose first batches leave something to learn
    },
    "hard negatives": {"hard_negative_weight": 2.0},
    "first layer": {"train_layers": 1},
    "low-rank updates": {"lora_rank": 2, "recall_gamma": 0.0},
    "dclr": {"base": "dclr", "weighting__threshold": 1.0},
    "ptbert": {"base": "ptbert", "pseudo_tokens": 8, "momentum__queue": 20},
    "ptbert's equations": {
        "base": "ptbert", "pseudo_tokens": 8, "pseudo_reads": "tokens", "momentum__queue": 0,
    },
    "own vector": {
        "base": "simcse", "positive": "anchor", "perturbation__output": "batch-noise",
        "perturbation__output_strength": 1.0,
    },
    **{
        f"noise {source}": {"base": "gaussian-negatives", "noise__source": source}
        for source in (
            "standard", "mean", "deviation", "gaussian", "covariance", "mixture", "vae", "anchor",
        )
    },
    # Only of the last batch, since a whole epoch of so few sentences has every one twice; the start
    # leaves something to learn in three epochs.
    "noise memory": {
        "base": "gaussian-negatives", "noise__source": "memory", "noise__memory": 8, "seed": 1,
    },
}  # fmt: skip


@pytest.fixture
def variant(recipe_for, small_bert, tiny_bert):
    """Makes the small form of a variant."""

    def make(name, **changes):
        settings = {**VARIANTS[name], **changes}
        if settings.get("base") == "dclr":
            settings["weighting__model"] = small_bert
        if settings.get("teacher__weight"):
            settings["teacher__model"] = small_bert
        # Of two layers, one is trained.
        return recipe_for(tiny_bert if "train_layers" in settings else small_bert, **settings)

    return make


@pytest.mark.parametrize("name", VARIANTS)
def test_a_recipe_lowers_its_loss(variant, artifacts, tmp_path, name):
    recipe = variant(name, forwards=1, learning_rate=3e-3, validate_every=100, keep="last")
    fit(recipe, artifacts, tmp_path / "run", device="cpu")
    losses = [line["loss"] for line in lines(tmp_path / "run", "train")]
    assert np.mean(losses[-5:]) < np.mean(losses[:5]) - 0.005


@pytest.mark.parametrize("name", ["promptbert", "dclr", "ptbert", "noise vae", "noise mixture"])
def test_a_recipe_takes_mixed_precision_and_a_last_batch_of_one(
    variant, tmp_path, recipe_for, name
):
    rows = [triple(i, f"the baker opens {i} .", None, None) for i in range(9)]
    triples = write_triples(tmp_path / "artifacts", rows)
    recipe = variant(name, epochs=1, precision="bf16")
    result = fit(recipe, triples, tmp_path / "run", device="cpu")
    assert result.steps == 2
    assert all(np.isfinite(line["loss"]) for line in lines(tmp_path / "run", "train"))


STATEFUL = [
    "promptbert", "dclr", "ptbert", "noise vae", "noise mixture", "decoupled recall",
    "every term", "first layer", "low-rank updates", "negations as negatives",
]  # fmt: skip


@pytest.mark.parametrize("name", STATEFUL)
def test_a_recipe_with_state_of_its_own_resumes_to_the_same_weights(
    variant, tmp_path, monkeypatch, name
):
    """Stopped in the second of two epochs, resumed from a checkpoint of the first."""
    artifacts = write_triples(tmp_path / "artifacts", some_triples(30))
    recipe = variant(name, validate_every=100, checkpoint_every=3)
    fit(recipe, artifacts, tmp_path / "whole", device="cpu")
    run = tmp_path / "stopped"
    with stopped_before_step(6, monkeypatch), pytest.raises(KeyboardInterrupt):
        fit(recipe, artifacts, run, device="cpu")
    with moved_while_open(tmp_path) as moved:
        assert fit(recipe, artifacts, run, device="cpu", resume=True).resumed_from == 3
    assert moved == []  # Windows would refuse it
    assert weights(run) == weights(tmp_path / "whole")
    ends = [
        (folder / "checkpoint.safetensors").read_bytes() for folder in (run, tmp_path / "whole")
    ]
    assert content(ends[0]) == content(ends[1])


def test_every_term_and_source_of_negatives_is_among_those_resumed(variant):
    recipes = [variant(name) for name in STATEFUL]
    assert {name for recipe in recipes for name in objective_of(recipe).loss.active} == set(TERMS)
    made = [(name, entry.make(recipe, 16)) for recipe in recipes for name, entry in SOURCES.items()]
    assert {name for name, source in made if source is not None} == set(SOURCES)


def content(file: bytes) -> dict[str, bytes]:
    """Tensors of a checkpoint as bytes, all but the metadata, which has times in it."""
    from safetensors.torch import load

    return {name: tensor.numpy().tobytes() for name, tensor in load(file).items()}


def test_the_saved_encoder_has_nothing_of_the_training_machinery(variant, artifacts, tmp_path):
    from safetensors import safe_open

    recipe = variant("ptbert", epochs=1)
    fit(recipe, artifacts, tmp_path / "run", device="cpu")
    with safe_open(tmp_path / "run" / "best" / "model.safetensors", "pt") as file:
        names = list(file.keys())
    assert not [n for n in names if "pseudo" in n or "copy" in n or "queue" in n or "head" in n]
    load_encoder(str(tmp_path / "run"))
