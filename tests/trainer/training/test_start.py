"""A run starts from what the model states, unless a change was asked for by name."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from schemas.errors import UserError
from tests.sentence_models import KINDS, LENGTH, PROMPTS, TEXTS
from trainer.encoders.folder import load_encoder, save_encoder
from trainer.recipes.reading import load_recipe
from trainer.training.start import load_start

A = 'It is "{}" [MASK] .'
B = 'They say "{}" [MASK] .'


@pytest.fixture
def templated(tiny_bert, tmp_path):
    """Folder of an encoder that is pooled at the mask of template A."""
    folder = tmp_path / "templated"
    folder.mkdir()
    save_encoder(load_encoder(str(tiny_bert), pooling="mask", template=A, max_tokens=40), folder)
    return str(folder)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
@pytest.mark.parametrize("kind", KINDS)
def test_a_sentence_encoder_starts_as_it_is(sentence_model, kind):
    model, folder = sentence_model(kind)
    start = load_start(load_recipe("meaning", model=str(folder)))
    np.testing.assert_allclose(start.encoder.encode(TEXTS), model.encode(TEXTS), atol=1e-5)
    assert start.given is start.encoder
    assert start.encoder.settings.max_tokens == LENGTH


@pytest.mark.parametrize(
    ("kind", "recipe", "changes", "said"),
    [
        ("mean", "osscse", [], "states mean pooling and no template. .* by mask pooling and"),
        ("cls", "osscse", [], "--set pooling=mask$"),
        ("cls", "demo", [], "states cls pooling.*--set pooling=mean$"),
        ("mean", "osscse", ["pooling=mean"], "states no template.*--set template_anchor='This"),
        ("prompts", "osscse", [], "the prompt 'the nurse : '"),
        ("prompts", "demo", [f"template_other={A}", "pooling=mean"], "both be given"),
    ],
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_a_change_that_nobody_asked_for_is_refused(sentence_model, kind, recipe, changes, said):
    _, folder = sentence_model(kind)
    with pytest.raises(UserError, match=f"(?s){said}"):
        load_start(load_recipe(recipe, changes, str(folder)))


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_a_change_asked_for_by_name_is_made_and_told(sentence_model):
    model, folder = sentence_model("prompts")
    changes = ["pooling=mask", "max_eval_tokens=30"]
    start = load_start(load_recipe("osscse", changes, str(folder)))
    settings = start.encoder.settings
    assert (settings.pooling, settings.max_tokens, settings.prompts.before) == ("mask", 30, "")
    assert [note.split("; this run takes ")[1].split()[0] for note in start.notes] == [
        "mask",
        "the",
        "30.",
    ]
    # What is measured before training is the model as it was.
    np.testing.assert_allclose(start.given.encode(TEXTS), model.encode(TEXTS), atol=1e-5)
    assert start.given.backbone is start.encoder.backbone


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_prompts_that_are_not_used_are_told(sentence_model):
    _, folder = sentence_model("prompts-named")
    assert load_start(load_recipe("meaning", model=str(folder))).notes == [
        f"{folder} states the prompts document and query and no default, so none is used;"
        " `--set prompt=query` puts the prompt query before every text."
    ]
    _, folder = sentence_model("prompts")
    assert load_start(load_recipe("meaning", model=str(folder))).notes == []


@pytest.mark.parametrize(
    ("kind", "stated"),
    [
        ("prompts-named", "the prompts document and query and no default"),
        ("prompts", "the default prompt query"),
        ("prompts-left-out", "the default prompt query"),
    ],
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_a_run_takes_the_prompt_that_is_named(sentence_model, kind, stated):
    model, folder = sentence_model(kind)
    start = load_start(load_recipe("meaning", ["prompt=document"], str(folder)))
    expected = model.encode(TEXTS, prompt_name="document")
    np.testing.assert_allclose(start.encoder.encode(TEXTS), expected, atol=1e-5)
    # Before training too, so that the figures before and after compare like with like.
    assert start.given is start.encoder
    assert start.notes == [
        f"{folder} states {stated}; this run puts the prompt document ('some bread : ') before"
        " every text."
    ]


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_no_template_asked_for_by_name_is_no_prompt_either(sentence_model, tmp_path):
    from sentence_transformers import SentenceTransformer

    model, folder = sentence_model("prompts")
    start = load_start(load_recipe("meaning", ["template_anchor="], str(folder)))
    bare = model.encode(TEXTS, prompt="")
    np.testing.assert_allclose(start.encoder.encode(TEXTS), bare, atol=1e-5)
    np.testing.assert_allclose(start.given.encode(TEXTS), model.encode(TEXTS), atol=1e-5)
    assert start.notes == [f"{folder} states the prompt 'the nurse : '; this run takes no prompt."]
    (tmp_path / "saved").mkdir()
    save_encoder(start.encoder, tmp_path / "saved")
    again = SentenceTransformer(str(tmp_path / "saved"), device="cpu")
    assert (again.prompts, again.default_prompt_name) == (PROMPTS, None)
    np.testing.assert_allclose(again.encode(TEXTS), bare, atol=1e-5)


@pytest.mark.parametrize(
    ("recipe", "changes", "before"),
    [
        ("demo", [], "the nurse : "),
        ("meaning", ["template_anchor=", "prompt=document"], "some bread : "),
    ],
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_a_prompt_that_is_named_or_not_replaced_by_name_is_kept(
    sentence_model, recipe, changes, before
):
    _, folder = sentence_model("prompts")
    start = load_start(load_recipe(recipe, changes, str(folder)))
    assert start.encoder.settings.prompts.before == before


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_a_prompt_that_the_model_lacks_is_refused(sentence_model, tiny_bert):
    _, folder = sentence_model("prompts-named")
    with pytest.raises(
        UserError, match=r"no prompt named x; its prompts are document, query\. Name one"
    ):
        load_start(load_recipe("meaning", ["prompt=x"], str(folder)))
    with pytest.raises(UserError, match=r"has no prompt named query; it has none at all, or leave"):
        load_start(load_recipe("demo", ["prompt=query"], str(tiny_bert)))


def test_a_template_is_kept(templated):
    start = load_start(load_recipe("meaning", model=templated))
    expected = load_encoder(templated).encode(TEXTS)
    np.testing.assert_array_equal(start.encoder.encode(TEXTS), expected)
    assert start.encoder.settings.pooling == "mask"


def test_another_template_must_be_asked_for_and_the_same_need_not(templated):
    with pytest.raises(UserError, match=r"a template of its own.*--set template_anchor="):
        load_start(load_recipe("osscse", model=templated))
    recipe = replace(load_recipe("osscse", model=templated), template_anchor=A)
    assert load_start(recipe).notes == []
    asked = load_recipe("osscse", [f"template_anchor={B}"], templated)
    assert len(load_start(asked).notes) == 1


def test_a_recipe_file_may_ask_for_the_change_itself(templated, tmp_path):
    text = load_recipe("demo").to_toml()
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(UserError, match="states mask pooling and a template of its own"):
        load_start(load_recipe(str(file), model=templated))
    asked = 'overrides = ["pooling", "template_anchor"]'
    file.write_text(text.replace("overrides = []", asked))
    start = load_start(load_recipe(str(file), model=templated))
    assert start.encoder.settings.pooling == "mean"
    assert len(start.notes) == 2


def test_a_raw_model_takes_what_the_recipe_says(tiny_bert):
    start = load_start(load_recipe("osscse", ["max_eval_tokens=50"], str(tiny_bert)))
    assert (start.encoder.settings.pooling, start.encoder.settings.max_tokens) == ("mask", 50)
    assert start.notes == []


def test_a_raw_model_has_nothing_to_keep(tiny_bert):
    with pytest.raises(UserError, match=r"states no pooling.*--set pooling=mean"):
        load_start(load_recipe("meaning", model=str(tiny_bert)))
    start = load_start(load_recipe("meaning", ["pooling=cls"], str(tiny_bert)))
    assert start.encoder.settings.pooling == "cls"
