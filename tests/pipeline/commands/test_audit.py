"""`pipeline audit` from the command line."""

import json
import re
import sys

import pytest

from pipeline.cli import app
from schemas.errors import run_app
from tests.shortcuts import make_shortcuts


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return make_shortcuts(tmp_path_factory.mktemp("audit") / "a")


def run(*arguments):
    with pytest.raises(SystemExit) as caught:
        run_app(app, ["audit", *map(str, arguments)])
    return caught.value.code


def test_the_table_and_the_clearest_triples_are_printed(folder, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert run("--artifacts", folder) == 0
    shown, said = capsys.readouterr()
    assert "Measuring the cue negators, 1 of 7 ...\nMeasuring the cue forms, 2 of 7 ...\n" in said
    assert "60 triples of 60 sentences" in shown
    assert "negators:\n" in shown
    # All columns are there in a terminal of the usual width.
    assert re.search(r"^ +negation +60 +100 ", shown, re.MULTILINE)


def test_json_has_every_cue_with_its_carriers(folder, capsys):
    assert run("--artifacts", folder, "--show", 2, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["sentences"] == 60
    cues = {cue["cue"]: cue for cue in found["cues"]}
    assert [*cues] == ["negators", "forms", "overlap", "words", "length", "marks", "surface"]
    assert cues["negators"]["of_two"] == 1
    assert len(cues["negators"]["carriers"]) == 2
    assert cues["negators"]["carriers"][0]["negation"].endswith("are not here.")


def test_a_page_of_somebodys_own_is_left_alone(folder, capsys):
    page = folder / "README.md"
    kept = page.read_text()
    page.write_text("my own words")
    assert run("--artifacts", folder, "--card") == 2
    assert "is not a data card" in capsys.readouterr().err
    assert page.read_text() == "my own words"
    page.unlink()
    assert run("--artifacts", folder, "--card") == 2
    command = f"`pipeline run filter --artifacts {folder}`"
    assert f"README.md is missing: run {command} with the settings" in capsys.readouterr().err
    page.write_text(kept)


def test_a_missing_package_is_named(folder, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "sklearn", None)
    assert run("--artifacts", folder) == 2
    assert "pip install 'osscse[report]'" in capsys.readouterr().err


def test_too_few_sentences_are_told_before_the_classifiers_are_loaded(folder, capsys):
    assert run("--artifacts", folder, "--limit", 9) == 2
    assert capsys.readouterr().err == (
        f"Reading the triples of {folder} ...\n"
        "Error: An audit needs complete triples of 50 sentences or more; --limit draws 9 of 60"
        " triples, of 9 sentences: give a larger one.\n"
    )


def test_a_limit_is_not_blamed_where_there_are_no_more_triples(tmp_path, capsys):
    folder = make_shortcuts(tmp_path / "a", 42)
    assert run("--artifacts", folder, "--limit", 36) == 2
    assert capsys.readouterr().err.endswith("of 50 sentences or more; there are 36.\n")
