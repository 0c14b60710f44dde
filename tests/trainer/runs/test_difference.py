"""A run's encoder as a small file, loaded and exported by the commands."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import AutoModel
from typer.testing import CliRunner

from schemas.errors import UserError
from tests.sentence_models import make_sentence_model
from tests.trainer.commands.running import invoke
from trainer.cli import app
from trainer.encoders.difference import PUBLISHED, read_stated
from trainer.encoders.embeddings import embed
from trainer.encoders.folder import load_encoder
from trainer.encoders.onnx import OnnxEncoder
from trainer.evaluation.data import contrast_sets
from trainer.recipes.reading import load_recipe
from trainer.runs.difference import difference_card, write_run_difference
from trainer.training.fit import fit

TEXTS = ["The gate is open.", "The gate is not open."]


@pytest.fixture(scope="module")
def trained(tiny_bert, recipe_for, sixty_triples, tmp_path_factory):
    """A run that is only read."""
    folder = tmp_path_factory.mktemp("trained")
    make_sentence_model(tiny_bert, "mean", folder / "mean")
    stated = dict.fromkeys(("pooling", "template_anchor", "template_other"), "model")
    recipe = recipe_for(folder / "mean", **stated, max_eval_tokens=40)
    fit(recipe, sixty_triples, folder / "run", device="cpu")
    return folder / "run"


@pytest.fixture
def run(trained, tmp_path):
    return shutil.copytree(trained, tmp_path / "run")


def test_the_file_is_an_encoder_for_every_command(run, tmp_path):
    file, left = tmp_path / "small.safetensors", tmp_path / ".small.safetensors.9.tmp"
    left.touch()  # by one that was killed
    given = ["difference", str(run), "--output", str(file), "--megabytes", "9"]
    told = CliRunner(env={"COLUMNS": "240"}).invoke(app, given)
    assert told.stdout.endswith(" MB) keeps 100.0 % of this difference.\n")
    base = load_recipe(str(run / "recipe.toml")).model
    assert told.stderr == (
        f"Loading {run} ...\nCompressing the difference ...\n"
        f"Its base is the folder {base}: whoever loads the file needs that folder at this path.\n"
    )
    trained, loaded = (embed(load_encoder(str(p)), TEXTS).of(TEXTS) for p in (run, file))
    np.testing.assert_allclose(loaded, trained, atol=1e-3)
    told = CliRunner().invoke(app, ["export", str(file), "--output", str(tmp_path / "whole")])
    assert told.stderr == f"Loading {file} ...\n"  # and no bars of other packages
    whole = embed(load_encoder(str(tmp_path / "whole")), TEXTS).of(TEXTS)
    np.testing.assert_allclose(whole, loaded, atol=1e-6)
    assert not left.exists()
    card = (tmp_path / "whole" / "README.md").read_text()
    assert "# small" in card
    assert 'SentenceTransformer("whole")' in card


def test_a_run_that_began_with_a_difference_is_one_from_the_same_base(
    run, recipe_for, artifacts, tmp_path
):
    first, second = tmp_path / "first.safetensors", tmp_path / "second.safetensors"
    write_run_difference(run, first, most=9_000_000)
    stated = dict.fromkeys(("pooling", "template_anchor", "template_other"), "model")
    further = tmp_path / "further"
    fit(recipe_for(first, **stated, max_eval_tokens=40), artifacts, further, device="cpu")
    write_run_difference(further, second, most=9_000_000)
    assert read_stated(second).base == read_stated(first).base
    trained, loaded = (embed(load_encoder(str(p)), TEXTS).of(TEXTS) for p in (further, second))
    np.testing.assert_allclose(loaded, trained, atol=1e-3)


def test_a_base_that_is_not_where_it_was_is_named_with_the_file(
    tiny_bert, recipe_for, artifacts, tmp_path, monkeypatch
):
    (tmp_path / "here").mkdir()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    make_sentence_model(tiny_bert, "mean", Path("my base"))
    stated = dict.fromkeys(("pooling", "template_anchor", "template_other"), "model")
    recipe = recipe_for(Path("my base"), **stated, max_eval_tokens=40, epochs=1)
    fit(recipe, artifacts, Path("run"), device="cpu")
    write_run_difference(Path("run"), Path("small.safetensors"), most=9_000_000)
    assert load_encoder("small.safetensors").encode(TEXTS).shape == (2, 32)
    monkeypatch.chdir(tmp_path / "elsewhere")
    with pytest.raises(UserError) as told:
        load_encoder("../here/small.safetensors")
    assert str(told.value) == (
        "../here/small.safetensors is a difference from its base model my base. There is no model"
        " folder my base here, and it is not a hub name. Put the base model there, or run where"
        " this path leads to it."
    )


def test_the_file_is_released_like_a_run(run, tmp_path, monkeypatch):
    file, folder = tmp_path / "small.safetensors", tmp_path / "made"
    write_run_difference(run, file, most=9_000_000)
    read = contrast_sets._read
    monkeypatch.setattr(contrast_sets, "_read", lambda *of: read(*of)[::10])
    invoke("release", file, "--output", folder, "--license", "mit")
    card = (folder / "README.md").read_text()
    parts = ["# small", 'SentenceTransformer("made")', "## Forms and figures", "| ONNX int8 |"]
    parts += ["## How it was made", "## Licence\n\nmit. The terms of the base", "## Files"]
    places = [card.index(part) for part in parts]
    assert places == sorted(places)
    assert "\nlicense: mit\n" in card.split("---")[1]
    assert "None is stated here" not in card
    graph = OnnxEncoder(load_encoder(str(file)), folder / "onnx" / "model.onnx")
    stored = load_encoder(str(folder))
    np.testing.assert_allclose(graph.encode(TEXTS), stored.encode(TEXTS), atol=1e-4)


def test_the_card_of_the_published_encoder_states_its_licence():
    card = difference_card(PUBLISHED, "mine")
    assert "\nlicense: apache-2.0\n" in card.split("---")[1]
    assert "## Licence\n\napache-2.0. The terms of the base model" in card
    assert "None is stated here" not in card
    assert 'SentenceTransformer("mine")' in card


def test_a_run_is_mixed_with_its_base_or_another_encoder(run, tmp_path):
    names = ("whole", "v1.5", "most", "soup")
    whole, half, most, soup = (tmp_path / f"{name}.safetensors" for name in names)
    write_run_difference(run, whole, most=9_000_000)
    shared = ("difference", run, "--megabytes", 9, "--share", 0.5)
    invoke(*shared, "--output", half)
    invoke(*shared, "--output", most, "--with", half)
    invoke(*shared, "--output", soup, "--with", whole, "--with", read_stated(whole).base)
    base, trained, *mixed = (
        load_encoder(str(name)).backbone.state_dict()
        for name in (read_stated(whole).base, whole, half, most, soup)
    )
    card = read_stated(most).card
    assert "0.5 of the run's weights, the rest those of v1.5 |" in card
    assert "before and after" not in card  # which were measured on other weights
    assert any(not torch.equal(base[name], trained[name]) for name in base)
    for name in base:
        for share, found in zip((0.5, 0.75, 0.75), mixed, strict=True):
            wanted = base[name] + share * (trained[name] - base[name])
            torch.testing.assert_close(found[name], wanted, atol=1e-3, rtol=0)


@pytest.mark.parametrize(
    ("options", "front", "rear", "said"),
    [
        (("--change", 0.4), 0.4, 0.4, "; 0.4 of the change from the base |"),
        (
            ("--rear", 0.5), 1.0, 0.5,
            "; 1 of the change from the base, 0.5 in the rear half of the layers |",
        ),
    ],
)  # fmt: skip
def test_a_part_of_the_change_is_written(run, tmp_path, options, front, rear, said):
    whole, part = (tmp_path / f"{name}.safetensors" for name in ("whole", "part"))
    write_run_difference(run, whole, most=9_000_000)
    invoke("difference", run, "--megabytes", 9, *options, "--output", part)
    base, trained, found = (
        load_encoder(str(name)).backbone.state_dict()
        for name in (read_stated(whole).base, whole, part)
    )
    behind = [name for name in base if "layer.1." in name]  # of two
    assert any(not torch.equal(base[name], trained[name]) for name in behind)
    for name in base:
        share = rear if name in behind else front
        wanted = base[name] + share * (trained[name] - base[name])
        torch.testing.assert_close(found[name], wanted, atol=1e-3, rtol=0)
    assert said in read_stated(part).card


def test_an_encoder_that_cannot_be_mixed_with_the_run_is_refused(run, tmp_path):
    base = load_recipe(str(run / "recipe.toml")).model
    smaller = shutil.copytree(base, tmp_path / "smaller")
    AutoModel.from_pretrained(base, num_hidden_layers=1).save_pretrained(smaller)
    shared = ("difference", run, "--output", tmp_path / "d.safetensors", "--with", smaller)
    with pytest.raises(UserError, match="smaller differs from the run's base in more than weights"):
        invoke(*shared, "--share", 0.5)
    with pytest.raises(UserError, match="has no effect with --share 1: give a share below 1"):
        invoke(*shared)


def test_what_is_no_difference_of_weights_is_refused(
    run, recipe_for, small_bert, artifacts, tmp_path
):
    raw = tmp_path / "raw"
    fit(recipe_for(small_bert, epochs=1), artifacts, raw, device="cpu")
    with pytest.raises(UserError, match="is not a sentence encoder by itself"):
        write_run_difference(raw, tmp_path / "d.safetensors", most=10_000)
    with pytest.raises(UserError, match=r"the name must end in \.safetensors"):
        invoke("difference", str(run), "--output", str(tmp_path / "d.bin"))
    (tmp_path / "note.md").write_bytes(b"\xff\xfe")
    with pytest.raises(UserError, match=r"--note .*note\.md is not a text file in UTF-8"):
        invoke("difference", run, "--output", "d.safetensors", "--note", tmp_path / "note.md")
    (tmp_path / "kept.safetensors").write_text("years of work")
    with pytest.raises(UserError, match=r"kept\.safetensors is there already"):
        write_run_difference(run, tmp_path / "kept.safetensors", most=10_000)
    file = run / "best" / "sentence_bert_config.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"max_seq_length": 20}))
    with pytest.raises(
        UserError, match="differs from the run's base in more than weights: pooling"
    ):
        write_run_difference(run, tmp_path / "d.safetensors", most=10_000)
