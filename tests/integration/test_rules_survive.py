"""`benchmarks/rules_survive.py`: what it makes of a sentence, and what it reports."""

import pytest
import typer

from pipeline.negation.rules.order import RULES
from tests.benchmarks import benchmark

SENTENCES = ["In May, the choir won two cups.", "A dog doesn't bark.", "Stop!"]


@pytest.fixture
def survive():
    with benchmark("rules_survive") as module:
        yield module


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "in.txt"
    path.write_text("\n".join(SENTENCES), "utf-8")
    return path


def test_the_pieces_of_a_sentence_are_always_the_same(survive):
    made = survive.pieces(SENTENCES[0], 40, seed=3)
    assert made == survive.pieces(SENTENCES[0], 40, seed=3) != survive.pieces(SENTENCES[0], 40, 4)
    assert made[0] == SENTENCES[0]
    assert len(made) == len(set(made)) > 20
    assert {SENTENCES[0].upper(), SENTENCES[0].lower(), SENTENCES[0][:-1]} < set(made)
    assert any(one.endswith("choir") for one in made)
    assert any(one.startswith(",") for one in made)
    assert survive.pieces("a", 9, seed=0)[0] == "a"


def test_no_rule_fails_at_these(survive, file, capsys):
    survive.main([file], pieces_=5, count=2, paraphrases=True)
    assert capsys.readouterr().out.startswith("2 sentences, ")


def test_a_failure_is_reported_once_for_each_place(survive, file, capsys, monkeypatch):
    monkeypatch.setitem(RULES, "lets.v1", lambda clause, word: clause.verb.nbor(99))
    with pytest.raises(typer.Exit) as ended:
        survive.main([file], pieces_=0)
    assert ended.value.exit_code == 1
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith("pipeline/negation/failed.py, line ")
    assert "in lets.v1: IndexError: [E042]" in first
    assert first.endswith(f"at {SENTENCES[0]!r}")
    assert last.endswith("failures: 10, places: 1")
