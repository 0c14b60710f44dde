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


def test_every_setting_is_explained_in_80_columns():
    told = invoke("recipes", "--settings")
    assert [line for line in told.splitlines() if len(line) > 80] == []
    assert (
        '\n  margin_from = "both" (osscse: "anchor")\n'
        "      From where the similarity of the negation is measured: the `anchor`, or\n"
        "      `both` anchor and near side, whose margins are averaged.\n"
        "      Allowed: anchor or both.\n"
    ) in told
    assert "\n  paraphrase_target = 0.85\n" in told
    assert "\nValues are those in meaning, and in osscse where that differs.\n" in told
    of_one = invoke("recipes", "dclr", "--settings")
    assert "\n  noise.ascent_steps = 4\n" in of_one
    assert "\nValues are those in dclr.\n" in of_one


def test_settings_are_explained_for_programs():
    found = json.loads(invoke("recipes", "--settings", "--json"))
    assert list(found["rows"]) == ["topic", "does", "allowed", "values"]
    assert found["rows"]["values"] == {"meaning": "complete", "osscse": "all"}
    assert found.keys() == load_recipe("osscse").settings().keys()


@pytest.mark.parametrize("command", ["fit", "sweep"])
def test_the_commands_that_change_settings_say_where_they_are_explained(command):
    shown = " ".join(invoke(command, "--help").replace("│", " ").split())
    assert "trainer recipes --settings explains every key." in shown


@pytest.mark.parametrize("name", recipe_names())
def test_each_fits_a_terminal_of_80_columns(name):
    assert [line for line in invoke("recipes", name).splitlines() if len(line) > 80] == []
