"""One table of guards, from which everything else that speaks of them derives."""

import json

import pytest
from typer.testing import CliRunner

from pipeline.acceptance import guards
from pipeline.acceptance.guards import Candidate, Guard, guard_names, losses, refusals
from pipeline.cli import app
from tests.artifacts import make_artifacts

ANCHOR = "The old ferry leaves the harbour at seven."
SHOUTED = "The old boat leaves the harbour AT SEVEN!"


def shouts(anchor: str, candidate: Candidate) -> bool:
    return candidate.paraphrase.endswith("!") and not anchor.endswith("!")


@pytest.fixture
def toy(monkeypatch):
    entry = Guard("shouting", "it shouts where the anchor does not", shouts)
    monkeypatch.setattr(guards, "AFTER_WINDOW", (*guards.AFTER_WINDOW, entry))


@pytest.fixture
def command(tmp_path):
    folder = make_artifacts(tmp_path / "a", {ANCHOR: (None, [("de", SHOUTED, -0.1)])})

    def run(*arguments):
        found = CliRunner().invoke(app, [*arguments, "--artifacts", str(folder)])
        assert found.exit_code == 0, found.output
        return found.stdout

    return run


def test_the_order_of_the_checks():
    assert list(refusals()) == [
        "empty", "wrong_script", "untranslated", "repetition", "length_ratio", "copy", "mer_below",
        "mer_above", "polarity", "numbers", "times", "names", "roles", "pronouns", "duty",
        "degree", "owner", "prepositions", "senses", "question", "tense", "verbs", "grammar",
        "order", "articles", "compounds", "phrase", "progress", "adverb", "content", "nonword",
        "forced_score", "agreement", "trust", "new_words", "sql", "similarity", "entailment",
    ]  # fmt: skip
    assert list(losses()) == [*refusals(), "no_candidate"]
    assert set(refusals()) - set(guard_names()) == {
        "empty", "mer_below", "mer_above", "forced_score", "agreement", "trust", "new_words", "sql",
        "similarity", "entailment",
    }  # fmt: skip


@pytest.mark.usefixtures("toy")
def test_a_new_guard_is_one_function_and_one_entry(command):
    why = "it shouts where the anchor does not"
    counts = json.loads(command("run", "filter", "--workers", "1", "--json"))["counts"]
    assert (counts["candidate shouting"], counts["lost shouting"]) == (1, 1)
    for shown in (command("run", "filter", "--workers", "1"), command("inspect")):
        assert "shouting" in shown
        assert why in " ".join(shown.split())
    assert f"refused: {why}" in command("inspect", "--text", "ferry")
    assert "shouting" in command("inspect", "--sql", "select verdict from lost")
    helped = CliRunner().invoke(app, ["run", "filter", "--help"]).stdout
    assert "content, nonword, shouting." in " ".join(helped.replace("│", " ").split())


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(
    ("names", "status"),
    [("shouting", "anchor_only"), ("polarity", "no_negation"), ("none", "no_negation")],
)
def test_a_new_guard_is_selected_by_its_name(command, names, status):
    made = command("run", "filter", "--guards", names, "--workers", "1", "--json")
    assert json.loads(made)["counts"][f"status {status}"] == 1


@pytest.mark.parametrize(
    ("pivot_text", "expected"),
    [
        ("Die alte Fähre fährt um sieben ab.\nСтарый паром уходит в семь.", None),
        ("Die alte Fähre fährt um sieben ab.\nDie alte Fähre fährt um sieben ab.", "wrong_script"),
        ("Старый паром уходит в семь.\nСтарый паром уходит в семь.", "wrong_script"),
        ("Die Fähre Fähre Fähre fährt ab.\nСтарый паром уходит в семь.", "repetition"),
        ("The old ferry leaves the harbour at seven.\nСтарый паром уходит в семь.", "untranslated"),
    ],
)
def test_every_text_of_a_chain_is_checked(pivot_text, expected):
    candidate = Candidate("de>ru", 0, pivot_text, "At seven the ancient boat departs.", -0.1)
    before = guards.BEFORE_WINDOW
    names = [guard.name for guard in before]
    assert next(guards.refusing(before, names, ANCHOR, candidate), None) == expected


def test_a_leg_that_translated_nothing_is_found():
    text = "A balsa parte às sete.\nA balsa parte às sete."
    candidate = Candidate("pt>es", 0, text, "The boat departs at seven.", -0.1)
    (name,) = guards.refusing(guards.BEFORE_WINDOW, ["untranslated"], ANCHOR, candidate)
    assert name == "untranslated"


@pytest.mark.parametrize(
    ("pivot", "base", "refused"), [("pt", None, True), (None, 0, True), (None, None, False)]
)
def test_some_guards_are_for_translations_only(pivot, base, refused):
    text = "The dogs really don't bark at a piece of money."
    candidate = Candidate(pivot, 0, pivot and "Os cães não ladram.", text, None, base_rank=base)
    names = ["articles", "compounds", "phrase", "progress", "adverb"]
    anchor = "Dogs aren't really barking at a money piece."
    found = guards.refusing(guards.AFTER_WINDOW, names, anchor, candidate)
    assert list(found) == (names if refused else [])


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "name"),
    [
        ("She is very tired.", "She is exhausted.", "degree"),
        ("I want to see it.", "I would like to see it.", "content"),
        ("He built it by himself.", "He built it on his own.", "pronouns"),
    ],
)
def test_what_a_translation_seldom_gets_right_is_right_if_a_rule_made_it(anchor, paraphrase, name):
    by_rule = Candidate(None, 0, None, paraphrase, None, rule="synonyms.v1")
    translated = Candidate("pt", 0, "Ela.", paraphrase, -0.1)
    (guard,) = [guard for guard in guards.AFTER_WINDOW if guard.name == name]
    assert (guard.refuses(anchor, translated), guard.refuses(anchor, by_rule)) == (True, False)
