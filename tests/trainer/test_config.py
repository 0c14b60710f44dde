from __future__ import annotations

import pytest

from schemas.errors import UserError
from trainer.config import Recipe, differences, load_recipe, recipe_names


def test_the_package_has_three_recipes():
    assert recipe_names() == ["demo", "osscse", "simcse"]


@pytest.mark.parametrize("name", ["demo", "osscse", "simcse"])
def test_a_recipe_survives_being_written(name, tmp_path):
    recipe = load_recipe(name)
    file = tmp_path / "recipe.toml"
    file.write_text(recipe.to_toml())
    assert load_recipe(str(file)) == recipe


def test_osscse_has_the_published_values():
    recipe = load_recipe("osscse")
    published = {
        "template_anchor": 'This sentence : "{}" means [MASK] .',
        "template_other": 'This sentence of "{}" means [MASK] .',
        "temperature": 0.05,
        "margin_weight": 1e-3,
        "margin_alpha": 0.05,
        "margin_beta": 0.2,
        "recall_gamma": 2e-3,
        "learning_rate": 1e-5,
        "batch_size": 64,
        "epochs": 2,
        "max_sentence_tokens": 32,
        "validate_every": 125,
        "seed": 42,
    }
    assert {key: getattr(recipe, key) for key in published} == published


def test_simcse_has_neither_margin_nor_recall_nor_templates():
    recipe = load_recipe("simcse")
    assert (recipe.pooling, recipe.head, recipe.learning_rate) == ("cls", "mlp", 3e-5)
    assert (recipe.margin_weight, recipe.recall_gamma) == (0.0, 0.0)
    assert (recipe.template_anchor, recipe.template_other) == ("", "")


@pytest.mark.parametrize(
    ("change", "key", "expected"),
    [
        ("epochs=3", "epochs", 3),
        ("learning_rate=1e-4", "learning_rate", 1e-4),
        ("learning_rate=1", "learning_rate", 1.0),
        ("rows=complete", "rows", "complete"),
        ('rows="complete"', "rows", "complete"),
        (" precision = bf16 ", "precision", "bf16"),
        ("model=some/folder", "model", "some/folder"),
    ],
)
def test_set_changes_one_value(change, key, expected):
    value = getattr(load_recipe("osscse", [change]), key)
    assert value == expected
    assert type(value) is type(expected)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("learning_rat=1e-5", "unknown key learning_rat. Did you mean learning_rate?"),
        ("epochs=1.5", "epochs is 1.5, it should be a whole number"),
        ("epochs=true", "epochs is True, it should be a whole number"),
        ("epochs=0", "epochs is 0, it should be at least 1"),
        ("temperature=0", "temperature is 0, it should be above 0"),
        ("temperature=nan", "temperature is nan, it should be above 0"),
        ("heldout=0.95", "heldout is 0.95, it should be at least 0 and at most 0.9"),
        ("pooling=max", "pooling is 'max', not one of cls, mean, mask"),
        ("model=3", "model is 3, it should be text"),
        ("epochs", "--set epochs: it should be key=value"),
        ("margin_alpha=0.3", "margin_alpha (0.3) must be below margin_beta (0.2)"),
        ("template_anchor=hello", "template_anchor is 'hello', it should hold {} once"),
        ("template_other=", "must both be given or both be empty"),
    ],
)
def test_a_wrong_value_is_named(change, message):
    with pytest.raises(UserError) as caught:
        load_recipe("osscse", [change])
    assert message in str(caught.value)
    assert caught.value.exit_code == 2


def test_all_problems_are_shown_at_once(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(load_recipe("osscse").to_toml().replace("epochs = 2\n", "") + "epoch = 2\n")
    with pytest.raises(UserError) as caught:
        load_recipe(str(file), ["batch_size=1", "seed=-1"])
    text = str(caught.value)
    assert "unknown key epoch. Did you mean epochs?" in text
    assert "the key epochs is missing" in text
    assert "batch_size is 1" in text
    assert "seed is -1" in text


def test_mask_pooling_needs_a_template():
    with pytest.raises(UserError, match="pooling mask needs a template"):
        load_recipe("simcse", ["pooling=mask"])


def test_an_unknown_recipe_lists_those_there_are():
    with pytest.raises(UserError, match="demo, osscse, simcse"):
        load_recipe("oscse")


def test_broken_toml_names_the_file(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("epochs = = 2")
    with pytest.raises(UserError, match=r"mine\.toml is not valid TOML.*line 1"):
        load_recipe(str(file))


def test_model_argument_comes_before_the_recipe():
    assert load_recipe("osscse", model="elsewhere").model == "elsewhere"


def test_differences_name_the_values():
    before, now = load_recipe("osscse"), load_recipe("osscse", ["epochs=5"])
    assert differences(before, now) == ["epochs: 2 -> 5"]
    assert isinstance(before, Recipe)
