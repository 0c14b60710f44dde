from __future__ import annotations

from dataclasses import fields, replace

import pytest
from pydantic import ValidationError

from trainer.objective.negatives.noise import Noise
from trainer.objective.terms.margin import Margin
from trainer.recipes.reading import load_recipe
from trainer.settings.recipe import ORDER, Recipe


def test_settings_made_without_a_file_are_checked_too():
    with pytest.raises(ValidationError, match="ratio"):
        Noise(ratio=0)
    with pytest.raises(ValidationError, match="seed"):
        replace(load_recipe("osscse"), seed=-1)


def test_a_whole_number_becomes_the_type_of_its_setting():
    ratio = Noise(ratio=2).ratio
    assert (ratio, type(ratio)) == (2.0, float)


def test_a_recipe_that_is_read_has_the_settings_of_every_term():
    recipe = load_recipe("osscse")
    assert recipe.of(Margin) is recipe
    assert recipe.of(Margin).margin_alpha == 0.05


def test_a_recipe_without_the_settings_of_a_term_is_refused():
    shared = {field.name for field in fields(Recipe)}
    settings = {key: value for key, value in vars(load_recipe("osscse")).items() if key in shared}
    with pytest.raises(TypeError, match="no settings of Margin"):
        Recipe(**settings).of(Margin)


def test_the_order_of_a_written_recipe_names_no_setting_that_is_gone():
    keys = load_recipe("osscse").settings()
    assert {key.partition(".")[0] for key in keys} >= set(ORDER)


def test_a_recipe_is_written_in_one_order_whatever_the_tables_order():
    keys = list(load_recipe("osscse").settings())
    assert keys[6:12] == [
        "temperature", "margin_weight", "margin_alpha", "margin_beta", "recall_gamma", "rows",
    ]  # fmt: skip
    assert keys[-1] == "overrides"
    assert keys.index("teacher.model") < keys.index("momentum.decay")
