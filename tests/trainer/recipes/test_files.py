"""Recipes that extend others, and what their files say of themselves."""

import re

import pytest

from schemas.errors import UserError
from trainer.recipes.files import recipe_names, recipe_summary
from trainer.recipes.reading import differences, load_recipe


def written(path, text):
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_two_lines_are_a_recipe(tmp_path):
    mine = written(tmp_path / "mine.toml", 'extends = "osscse"\nmargin_weight = 3.0\n')
    assert differences(load_recipe("osscse"), load_recipe(mine)) == ["margin_weight: 0.001 -> 3.0"]


def test_a_recipe_in_another_encoding_is_named(tmp_path):
    (tmp_path / "mine.toml").write_bytes('extends = "osscse" # größer'.encode("latin-1"))
    with pytest.raises(UserError, match=r"mine\.toml is not a text file in UTF-8"):
        load_recipe(str(tmp_path / "mine.toml"))


def test_settings_of_a_group_are_changed_one_by_one(tmp_path):
    text = 'extends = "gaussian-negatives"\n[noise]\nratio = 2.0\n'
    mine, base = (
        load_recipe(written(tmp_path / "mine.toml", text)),
        load_recipe("gaussian-negatives"),
    )
    assert (mine.noise.ratio, mine.noise.source) == (2.0, base.noise.source)


def test_a_file_extends_another_beside_it(tmp_path, monkeypatch):
    (tmp_path / "recipes").mkdir()
    written(tmp_path / "recipes/base.toml", 'extends = "demo"\nepochs = 7\nseed = 1\n')
    written(tmp_path / "recipes/mine.toml", 'extends = "base.toml"\nseed = 2\n')
    monkeypatch.chdir(tmp_path)
    recipe = load_recipe("recipes/mine.toml", ["batch_size=8"])
    assert (recipe.epochs, recipe.seed, recipe.batch_size) == (7, 2, 8)


def test_a_recipe_that_extends_nothing_is_told_in_a_line_what_to_do(tmp_path):
    mine = written(tmp_path / "mine.toml", 'batch_size = "a"\nepoch = 3\n')
    with pytest.raises(UserError) as caught:
        load_recipe(mine)
    # The number of keys grows with the settings that a recipe must have.
    first, unknown, where, missing, wrong = str(caught.value).splitlines()
    assert first == "The recipe cannot be used:"
    assert unknown == f"  {mine}: unknown key epoch. Did you mean epochs?"
    assert where == "  `trainer recipes --settings` explains every key."
    assert re.fullmatch(
        rf"  {re.escape(mine)}: \d+ keys are missing, such as model, pooling, template_anchor\."
        ' Say `extends = "osscse"`, or name another recipe to take them from.',
        missing,
    )
    assert wrong == f"  {mine}: batch_size is 'a', it should be a whole number."


def test_the_file_that_lacks_keys_is_named_and_not_the_one_that_extends_it(tmp_path):
    written(tmp_path / "base.toml", "epochs = 7\n")
    mine = written(tmp_path / "mine.toml", 'extends = "base.toml"\nseed = 2\n')
    with pytest.raises(UserError, match=r"base\.toml: \d+ keys are missing"):
        load_recipe(mine)


def test_a_circle_is_refused(tmp_path, monkeypatch):
    written(tmp_path / "one.toml", 'extends = "two.toml"\n')
    written(tmp_path / "two.toml", 'extends = "one.toml"\n')
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match=r"^one\.toml extends itself: .*two\.toml"):
        load_recipe("one.toml")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("extends = 3\n", "extends is 3, it should be a recipe's name or a file"),
        ('extends = "oscse"\n', r"mine\.toml extends .* There is no recipe or file named .*oscse"),
        (f'extends = "{"x" * 300}"\n', "There is no recipe or file named .*xxx"),
        ('extends = "osscse"\nmargin_wieght = 1.0\n', "mine.toml: unknown key margin_wieght"),
        ('extends = "osscse"\nepochs = 0\n', "mine.toml: epochs is 0, it should be at least 1"),
    ],
)
def test_what_cannot_be_extended_is_said(tmp_path, text, message):
    with pytest.raises(UserError, match=message):
        load_recipe(written(tmp_path / "mine.toml", text))


@pytest.mark.parametrize("name", recipe_names())
def test_each_recipe_says_in_a_sentence_what_it_is(name):
    assert 20 < len(recipe_summary(name)) < 120
    assert recipe_summary(name).endswith(".")
