"""`pipeline negate TEXT`."""

import json

import pytest
from typer.testing import CliRunner

from pipeline.cli import app
from schemas.errors import UserError


def printed(*arguments):
    result = CliRunner().invoke(app, ["negate", *arguments], catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def test_the_negation_is_shown_with_how_it_came_about():
    shown = printed("The tap was left open.")
    assert "The tap was not left open." in shown
    assert "auxiliary.v1" in shown
    assert "nsubjpass" in shown


def test_what_has_no_negation_has_a_reason():
    shown = printed("A quiet evening by the fire.")
    assert "no_clause: " in shown


def test_programs_get_the_parse_too():
    found = json.loads(printed("The tap was left open.", "--style", "never", "--json"))
    assert found["text"] == "The tap was never left open."
    assert found["rule"] == "auxiliary.v1"
    assert [word for word, *_ in found["parse"]] == ["The", "tap", "was", "left", "open", "."]


def test_every_contradiction_is_shown_on_request():
    sentence = "The council closed two schools before the war."
    found = json.loads(printed("--all", "--json", sentence))
    others = {one["kind"]: one["text"] for one in found["others"]}
    assert others["direction"] == "The council closed two schools after the war."
    assert others["antonym"] == "The council opened two schools before the war."
    shown = printed("--all", sentence)
    assert "other_side_of_time" in shown
    assert "others" not in json.loads(printed("--json", sentence))
    assert "no other contradiction" in printed("--all", "The tap.")


@pytest.mark.parametrize("command", ["negate", "rephrase"])
def test_a_sentence_in_another_language_is_told(command):
    told = CliRunner().invoke(app, [command, "Der Laden ist geschlossen.", "--json"])
    assert "WARNING: the sentence does not look English (de)." in told.stderr
    json.loads(told.stdout)
    said = CliRunner().invoke(app, [command, "The shop is closed."])
    assert said.stderr == "Loading the parser ...\n"


@pytest.mark.parametrize("command", ["negate", "rephrase"])
@pytest.mark.parametrize("text", ["", " \t"])
def test_an_empty_sentence_is_refused(command, text):
    result = CliRunner().invoke(app, [command, text])
    assert isinstance(result.exception, UserError)
    assert not result.stdout


def test_the_result_has_no_empty_heading():
    first, second, *_ = printed("The shop is closed.").splitlines()
    assert (first.strip(), second.split()[0]) == ("", "sentence")


def test_what_no_rule_rewords_is_told():
    shown = CliRunner().invoke(app, ["rephrase", "Hello."]).stdout
    assert "No rule fits this sentence." in shown
