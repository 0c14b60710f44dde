"""Real sentence-transformers folders: what they state is kept, in embeddings and when saved."""

from __future__ import annotations

import json

import numpy as np
import pytest
import torch

from schemas.errors import UserError
from trainer.encoders.folder import load_encoder, save_encoder
from trainer.encoders.prompts import Prompts
from trainer.runs.export import export
from trainer.training.fit import fit

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")

TEXTS = [
    "the baker sells some bread today .",
    "A Nurse opens the green door",
    "",
    "a gardener cleans " * 60,
]
PROMPTS = {"query": "the nurse : ", "document": "some bread : "}
KINDS = ["cls", "mean", "prompts", "prompts-left-out", "dense", "normalize"]
LENGTH = 40


@pytest.fixture
def theirs(tiny_bert, tmp_path):
    """Makes a model of a kind and its folder, written by sentence-transformers."""
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer import modules

    def make(kind):
        torch.manual_seed(3)
        parts = [
            modules.Transformer(str(tiny_bert), max_seq_length=LENGTH),
            modules.Pooling(
                32, "cls" if kind == "cls" else "mean", include_prompt=kind != "prompts-left-out"
            ),
        ]
        parts += [modules.Dense(32, 8)] if kind == "dense" else []
        parts += [modules.Normalize()] if kind == "normalize" else []
        told = {"prompts": PROMPTS, "default_prompt_name": "query"} if "prompts" in kind else {}
        model = SentenceTransformer(modules=parts, similarity_fn_name="dot", device="cpu", **told)
        model.save(str(tmp_path / kind))
        return model, tmp_path / kind

    return make


def stated(model):
    """What a model says of itself."""
    return {
        "modules": [type(module).__name__ for module in model],
        "prompts": model.prompts,
        "default": model.default_prompt_name,
        "length": model.max_seq_length,
        "similarity": model.similarity_fn_name,
        "left out": not model[1].include_prompt,
    }


@pytest.mark.parametrize("kind", KINDS)
def test_embeddings_are_those_of_sentence_transformers(theirs, kind):
    model, folder = theirs(kind)
    np.testing.assert_allclose(
        load_encoder(str(folder)).encode(TEXTS), model.encode(TEXTS), atol=1e-5
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_saved_encoder_states_what_the_folder_stated(theirs, tmp_path, kind):
    from sentence_transformers import SentenceTransformer

    model, folder = theirs(kind)
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


def test_a_run_leaves_the_prompts_where_they_were(theirs, recipe_for, artifacts, tmp_path):
    from sentence_transformers import SentenceTransformer

    model, folder = theirs("prompts")
    recipe = recipe_for(folder, base="simcse", pooling="mean", epochs=1)
    fit(recipe, artifacts, tmp_path / "run", device="cpu")
    export(tmp_path / "run", tmp_path / "published")
    again = SentenceTransformer(str(tmp_path / "published"), device="cpu")
    kept = ("modules", "prompts", "default", "similarity")
    assert [stated(again)[key] for key in kept] == [stated(model)[key] for key in kept]
    np.testing.assert_allclose(
        again.encode(TEXTS), load_encoder(str(tmp_path / "run")).encode(TEXTS), atol=1e-5
    )


def test_a_template_takes_the_place_of_prompts(theirs):
    _, folder = theirs("prompts")
    encoder = load_encoder(str(folder), pooling="mask", template='It is "{}" [MASK] .')
    assert encoder.settings.prompts == Prompts()


def test_modules_in_another_order_are_refused(theirs):
    _, folder = theirs("normalize")
    listing = folder / "modules.json"
    entries = json.loads(listing.read_text())
    entries[1], entries[2] = entries[2], entries[1]
    listing.write_text(json.dumps(entries))
    with pytest.raises(UserError, match="Transformer, Normalize, Pooling"):
        load_encoder(str(folder))


def test_a_default_prompt_that_the_folder_lacks_is_refused(theirs):
    _, folder = theirs("prompts")
    config = folder / "config_sentence_transformers.json"
    config.write_text(json.dumps({**json.loads(config.read_text()), "default_prompt_name": "x"}))
    with pytest.raises(UserError, match="has no prompt named x; its prompts are"):
        load_encoder(str(folder))
