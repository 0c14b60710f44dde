"""Every setting of a recipe in words."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, is_dataclass

import pytest
from pydantic.dataclasses import dataclass

from trainer.objective.negatives.table import SOURCES
from trainer.objective.terms.table import TERMS
from trainer.objective.terms.term import TermEntry
from trainer.recipes.explained import attributes, explained
from trainer.recipes.language import language
from trainer.recipes.reading import load_recipe
from trainer.settings.recipe import Recipe
from trainer.settings.values import FINITE, NotNegative


def entries(*recipes):
    """Every setting by key, and the title of its topic."""
    topics = explained(recipes) if recipes else explained()
    return {setting.key: (topic.title, setting) for topic in topics for setting in topic.settings}


def test_every_setting_has_one_entry_and_nothing_else_has():
    found = Counter(setting.key for topic in explained() for setting in topic.settings)
    assert found == Counter(language().schemas.keys())
    for _, setting in entries().values():
        assert setting.does[0].isupper() or setting.does[0] == "`", setting
        assert setting.does.endswith("."), setting
        assert len(setting.does) > 15, setting
        assert setting.allowed, setting


def test_the_docstrings_name_the_settings_there_are():
    kinds = [Recipe, *(entry.settings for table in (TERMS, SOURCES) for entry in table.values())]
    groups = [field.annotation for kind in kinds for field in kind.__pydantic_fields__.values()]
    inherited = {field.name for field in fields(Recipe)}
    for kind in {*kinds, *filter(is_dataclass, groups)}:
        names = {field.name for field in fields(kind)}
        own = names if kind is Recipe or not issubclass(kind, Recipe) else names - inherited
        assert attributes(kind.__doc__).keys() == own, kind


@pytest.mark.parametrize(
    ("key", "topic", "does", "allowed", "shown"),
    [
        (
            "margin_alpha", "Margin term",
            "Smallest target difference: similarity of the paraphrase less that of the negation.",
            "a number from -2 to 2", ("0.3", "0.05"),
        ),
        (
            "final_mix_steps", "Weights that a run ends with",
            "Number of equal steps from the initial weights to the trained ones among which"
            " validation chooses the share, in place of `final_mix`; 0 for none.",
            "a whole number of at least 0", ("0", "0"),
        ),
        (
            "train_layers", "Optimiser",
            "Blocks of the model, from the front, that are trained with the embeddings before them;"
            " 0 for all.",
            "a whole number of at least 0", ("0", "0"),
        ),
        (
            "weighting.pooling", "Contrastive term",
            "Pooling of that encoder, if its folder states none.", "cls, mean or mask",
            ('"cls"', '"cls"'),
        ),
        (
            "momentum.decay", "Momentum encoder",
            "Share of its weights that the copy, which encodes the positives, keeps at each step;"
            " the rest comes from the trained encoder; 0 for no copy.",
            "a number of at least 0 and below 1", ("0.0", "0.0"),
        ),
    ],
)  # fmt: skip
def test_a_setting_is_explained(key, topic, does, allowed, shown):
    title, setting = entries()[key]
    assert (title, setting.does, setting.allowed) == (topic, does, allowed)
    assert (setting.shown("meaning"), setting.shown("osscse")) == shown


def test_settings_of_negatives_stand_behind_the_term_that_uses_them():
    titles = [topic.title for topic in explained()]
    place = titles.index("Contrastive term")
    assert titles[place : place + 3] == ["Contrastive term", "Further negatives", "Margin term"]
    found = {entries()[key][0] for key in ("hard_negative_weight", "noise.source")}
    assert found == {"Further negatives"}


def test_values_are_those_of_the_recipes_asked_for(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('extends = "demo"\nepochs = 9\n', encoding="utf-8")
    found = {key: setting.values for key, (_, setting) in entries(str(mine), "dclr").items()}
    assert found["epochs"] == {str(mine): 9, "dclr": 3}
    settings = load_recipe("dclr").settings()
    assert {key: values["dclr"] for key, values in found.items()} == settings


def test_a_new_term_is_a_topic_by_itself(monkeypatch):
    @dataclass(frozen=True, kw_only=True, config=FINITE)
    class Toy(Recipe):
        """The settings of the term.

        Attributes:
            toy_weight: weight of the toy; 0
                removes it.
        """

        toy_weight: NotNegative = 0.5

    entry = TermEntry(Toy, lambda recipe: recipe.toy_weight, None, "Toy", "a toy is a toy")
    monkeypatch.setitem(TERMS, "toy", entry)
    topic = next(topic for topic in explained() if topic.title == "Toy term")
    (setting,) = topic.settings
    assert (topic.note, setting.does) == ("a toy is a toy", "Weight of the toy; 0 removes it.")
    assert setting.values == {"meaning": 0.5, "osscse": 0.5}
