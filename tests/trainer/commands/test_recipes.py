"""`trainer recipes`."""

import json

import pytest

from tests.trainer.commands.running import invoke
from trainer.recipes.files import recipe_names, recipe_text
from trainer.recipes.reading import load_recipe


def test_all_recipes_are_listed_with_what_they_are():
    assert list(json.loads(invoke("recipes", "--json"))) == recipe_names()
    assert all(f"{name} " in invoke("recipes") for name in recipe_names())


def test_one_is_shown_with_its_sources():
    assert invoke("recipes", "osscse").rstrip() == recipe_text("osscse")[1].rstrip()


def test_its_settings_are_printed_for_programs(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('extends = "demo"\nepochs = 9\n', encoding="utf-8")
    expected = load_recipe("demo", ["epochs=9"]).settings()
    assert json.loads(invoke("recipes", mine, "--json")) == json.loads(json.dumps(expected))


def test_a_file_that_extends_another_is_shown_with_what_results(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('extends = "demo"\nepochs = 9\n', encoding="utf-8")
    told = invoke("recipes", mine)
    assert told.startswith('extends = "demo"\nepochs = 9\n\nWith what it extends, without what has')
    lines = told.splitlines()[5:]
    assert {'model = "demo"', "margin_weight = 3.0", "epochs = 9"} <= set(lines)
    assert len(lines) == 35


@pytest.mark.parametrize("name", recipe_names())
def test_each_fits_a_terminal_of_80_columns(name):
    assert [line for line in invoke("recipes", name).splitlines() if len(line) > 80] == []
