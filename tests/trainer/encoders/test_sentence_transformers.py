"""Real sentence-transformers folders: what they state is kept, in embeddings and when saved."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
import torch

from schemas.errors import UserError
from tests.sentence_models import KINDS, PROMPTS, TEXTS, make_sentence_model, stated
from trainer.encoders.folder import load_encoder, save_encoder
from trainer.encoders.prompts import Prompts
from trainer.runs.export import export
from trainer.training.fit import fit

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")


@pytest.mark.parametrize("kind", KINDS)
def test_embeddings_are_those_of_sentence_transformers(sentence_model, kind):
    model, folder = sentence_model(kind)
    np.testing.assert_allclose(
        load_encoder(str(folder)).encode(TEXTS), model.encode(TEXTS), atol=1e-5
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_saved_encoder_states_what_the_folder_stated(sentence_model, tmp_path, kind):
    from sentence_transformers import SentenceTransformer

    model, folder = sentence_model(kind)
    (tmp_path / "saved").mkdir()
    save_encoder(load_encoder(str(folder)), tmp_path / "saved")
    again = SentenceTransformer(str(tmp_path / "saved"), device="cpu")
    assert stated(again) == stated(model)
    np.testing.assert_allclose(again.encode(TEXTS), model.encode(TEXTS), atol=1e-5)
    for name in PROMPTS if "prompts" in kind else ():
        np.testing.assert_allclose(
            again.encode(TEXTS, prompt_name=name),
            model.encode(TEXTS, prompt_name=name),
            atol=1e-5,
        )


@pytest.mark.parametrize("kind", KINDS)
def test_a_run_and_its_export_state_what_the_folder_stated(
    sentence_model, recipe_for, artifacts, tmp_path, kind
):
    from sentence_transformers import SentenceTransformer

    model, folder = sentence_model(kind)
    recipe = replace(recipe_for(folder, base="meaning", epochs=1), overrides=())
    fit(recipe, artifacts, tmp_path / "run", device="cpu")
    export(tmp_path / "run", tmp_path / "published")
    again = SentenceTransformer(str(tmp_path / "published"), device="cpu")
    assert stated(again) == stated(model)
    trained = load_encoder(str(tmp_path / "run")).encode(TEXTS)
    np.testing.assert_allclose(again.encode(TEXTS), trained, atol=1e-5)
    assert not np.allclose(trained, model.encode(TEXTS), atol=1e-3)


def test_a_prompt_that_was_named_is_the_default_of_what_is_exported(
    sentence_model, recipe_for, artifacts, tmp_path
):
    from sentence_transformers import SentenceTransformer

    _, folder = sentence_model("prompts-named")
    recipe = recipe_for(folder, base="meaning", epochs=1, prompt="document")
    fit(replace(recipe, overrides=()), artifacts, tmp_path / "run", device="cpu")
    export(tmp_path / "run", tmp_path / "published")
    again = SentenceTransformer(str(tmp_path / "published"), device="cpu")
    assert (again.prompts, again.default_prompt_name) == (PROMPTS, "document")
    trained = load_encoder(str(tmp_path / "run"))
    np.testing.assert_allclose(again.encode(TEXTS), trained.encode(TEXTS), atol=1e-5)
    card = (tmp_path / "published" / "README.md").read_text(encoding="utf-8")
    assert "Every text begins with the prompt `some bread : `." in card


@pytest.mark.parametrize("activation", ["Identity", "Tanh", "ReLU", "GELU"])
def test_a_dense_layer_keeps_its_activation(tiny_bert, tmp_path, activation):
    from sentence_transformers import SentenceTransformer

    theirs, saved = tmp_path / "theirs", tmp_path / "saved"
    model = make_sentence_model(tiny_bert, "dense", theirs, getattr(torch.nn, activation)())
    encoder = load_encoder(str(theirs))
    np.testing.assert_allclose(encoder.encode(TEXTS), model.encode(TEXTS), atol=1e-5)
    saved.mkdir()
    save_encoder(encoder, saved)
    again = SentenceTransformer(str(saved), device="cpu")
    assert type(again[2].activation_function).__name__ == activation
    np.testing.assert_allclose(again.encode(TEXTS), model.encode(TEXTS), atol=1e-5)


def test_a_cut_to_fewer_dimensions_is_kept_and_training_reads_them_all(
    sentence_model, recipe_for, artifacts, tmp_path
):
    _, folder = sentence_model("cut")
    encoder = load_encoder(str(folder))
    assert encoder.encode(TEXTS).shape == (4, 8)
    assert encoder(*encoder.padded([[1, 2, 3]])).shape == (1, 32)
    recipe = replace(recipe_for(folder, base="meaning", epochs=1), overrides=())
    fit(recipe, artifacts, tmp_path / "run", device="cpu")
    export(tmp_path / "run", tmp_path / "published")
    stated = json.loads((tmp_path / "published/config_sentence_transformers.json").read_text())
    assert stated["truncate_dim"] == 8
    card = (tmp_path / "published" / "README.md").read_text(encoding="utf-8")
    assert "a vector\nof 8 dimensions" in card
    assert "Vectors are cut to their first 8 dimensions" in card
    assert 'SentenceTransformer("published", truncate_dim=8)' in card


@pytest.mark.parametrize("value", [0, -1, 8.5, "8", True])
def test_a_cut_that_is_no_count_is_refused(sentence_model, value):
    _, folder = sentence_model("mean")
    config = folder / "config_sentence_transformers.json"
    config.write_text(json.dumps({**json.loads(config.read_text()), "truncate_dim": value}))
    with pytest.raises(UserError, match=r"transformers\.json has the truncate_dim .*whole number"):
        load_encoder(str(folder))


def test_a_cut_beyond_the_last_dimension_cuts_nothing(sentence_model):
    _, folder = sentence_model("mean")
    config = folder / "config_sentence_transformers.json"
    config.write_text(json.dumps({**json.loads(config.read_text()), "truncate_dim": 999}))
    assert load_encoder(str(folder)).encode(TEXTS).shape == (4, 32)


def test_a_template_takes_the_place_of_prompts(sentence_model):
    _, folder = sentence_model("prompts")
    encoder = load_encoder(str(folder), pooling="mask", template='It is "{}" [MASK] .')
    assert encoder.settings.prompts == Prompts()


def test_modules_in_another_order_are_refused(sentence_model):
    _, folder = sentence_model("normalize")
    listing = folder / "modules.json"
    entries = json.loads(listing.read_text())
    entries[1], entries[2] = entries[2], entries[1]
    listing.write_text(json.dumps(entries))
    with pytest.raises(UserError, match="Transformer, Normalize, Pooling"):
        load_encoder(str(folder))


def test_a_default_prompt_that_the_folder_lacks_is_refused(sentence_model):
    _, folder = sentence_model("prompts")
    config = folder / "config_sentence_transformers.json"
    config.write_text(json.dumps({**json.loads(config.read_text()), "default_prompt_name": "x"}))
    with pytest.raises(UserError, match="has no prompt named x; its prompts are"):
        load_encoder(str(folder))
