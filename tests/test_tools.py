"""Sentences that the tools write and choose for training."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from schemas.errors import UserError

TOOLS = Path(__file__).parents[1] / "tools"


def tool(name):
    spec = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_scenes_are_different_sentences_and_the_same_for_a_seed():
    scenes = tool("scenes").scenes
    made = list(scenes(300, seed=1))
    assert made == list(scenes(300, seed=1)) != list(scenes(300, seed=2))
    assert len(set(made)) == 300
    assert all(text[0].isupper() and text.endswith(".") for text in made)
    # No wrong form of the article, and nothing twice in one scene.
    assert not any(f" a {vowel}" in text for text in made for vowel in "aeio")


def test_rich_sentences_allow_a_swap_or_the_denial_of_an_opposite():
    texts = [
        "The report was sent yesterday.",
        "A red cup stands on a blue plate.",
        "The door is closed.",
        "Our garden is larger than yours.",
    ]
    assert list(tool("rich_sentences").rich(iter(texts))) == texts[1:]


def test_an_unknown_kind_is_named():
    with pytest.raises(UserError, match="there is no kind 'colour'"):
        next(tool("rich_sentences").rich(iter(["A cup."]), "colour"))
