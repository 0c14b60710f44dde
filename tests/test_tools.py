"""Sentences that the tools write and choose for training."""

from __future__ import annotations

import importlib.util
import random
import re
import sys
from pathlib import Path

import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

from schemas.errors import UserError
from tests.triples import some_triples, write_triples
from trainer.data.triples import TripleTable

TOOLS = Path(__file__).parents[1] / "tools"


def tool(name):
    spec = importlib.util.spec_from_file_location(f"tool_{name}", TOOLS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up.
    sys.modules[spec.name] = module
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


def test_made_triples_are_different_and_the_same_for_a_seed():
    triples = tool("made_triples").triples
    made = list(triples(400, seed=1))
    assert made == list(triples(400, seed=1)) != list(triples(400, seed=2))
    assert len({t.anchor for t in made}) == 400
    assert {t.topic for t in made} == {"scenes", "facts", "denials", "opposites"}
    for t in made:
        assert len({t.anchor, t.paraphrase, t.contradiction}) == 3
        assert all(text[0].isupper() for text in t[:3])
        assert not re.search(r"[{}<>]|\b[Aa] [aeio]|\ban [^aeiou]", " ".join(t[:3]))


def test_every_kind_of_made_triples_has_forms_that_its_parts_fill():
    made = tool("made_triples")
    for kind in [kind for topic in made.TOPICS for kind in made.kinds(topic)]:
        parts = made.Draw(random.Random(3)).parts(kind.draws)
        names = {name for line in kind.draws for name in line.split(" = ")[0].split(", ")}
        for form in (*kind.forms, *kind.briefs, *kind.others):
            told = form.format(**parts)
            assert "object at" not in told
        # Every form tells all of the meaning, so that a swap changes each of them.
        for line in kind.swaps:
            other = made.swapped(parts, line)
            assert all(f.format(**other) != f.format(**parts) for f in kind.forms), kind.name
        assert {part.partition(".")[0] for line in kind.swaps for part in line.split()} <= names


def test_a_swap_moves_the_part_that_it_names():
    made = tool("made_triples")
    red, blue = made.Noun("cup", front="red"), made.Noun("girl", behind="in a blue coat")
    parts = {"x": red, "y": blue}
    told = [
        [str(part) for part in made.swapped(parts, line).values()]
        for line in ("x y", "x.quality y.quality", "x.head y.head")
    ]
    assert told == [
        ["girl in a blue coat", "red cup"],
        ["cup in a blue coat", "red girl"],
        ["red girl", "cup in a blue coat"],
    ]


def test_made_triples_stand_beside_others_in_a_file_that_the_trainer_reads(tmp_path):
    write_triples(tmp_path, some_triples(12))
    output = tmp_path / "all.parquet"
    tool("made_triples").main(output=output, count=20, beside=tmp_path, most=5, seed=1)
    assert TripleTable(output).count(0.0).complete == 25
    assert pq.read_table(output).filter(pc.field("mer").is_valid()).num_rows == 5


def test_an_unknown_kind_is_named():
    with pytest.raises(UserError, match="there is no kind 'colour'"):
        next(tool("rich_sentences").rich(iter(["A cup."]), "colour"))
