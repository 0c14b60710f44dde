"""The script that trains the encoder of the project, with a `python` that only notes what it is
asked for: six runs of a real encoder take minutes even on a few sentences."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.main import get_command

from tests.integration.command_lines import COMMANDS
from trainer.recipes.reading import load_recipe

TOOLS = Path(__file__).parents[2] / "tools"
STUB = """\
#!/bin/sh
printf '%s\\n' "$@" "" >>"$NOTED"
fits=false
while [ $# -gt 0 ]; do
    case $1 in
        fit) fits=true ;;
        --artifacts) mkdir -p "$2" ;;
        --output) if $fits; then mkdir -p "$2" && : >"$2/run.json"; else : >"$2"; fi ;;
    esac
    shift
done
"""


@pytest.fixture
def asked(tmp_path):
    """Runs the script with a small trial's settings; gives the command lines that it runs."""
    (tmp_path / "bin").mkdir()
    stub = tmp_path / "bin" / "python"
    stub.write_text(STUB, encoding="utf-8")
    stub.chmod(0o755)

    def run() -> list[list[str]]:
        noted = tmp_path / "noted"
        noted.unlink(missing_ok=True)
        given = {"MADE": "200", "WRITTEN": "0", "BESIDE": "100", "EXCHANGED": "20"}
        given |= {"OUTPUT": "made.safetensors", "NOTED": str(noted)}
        path = f"{stub.parent}{os.pathsep}{os.environ['PATH']}"
        subprocess.run(
            ["sh", str(TOOLS / "make_encoder.sh"), "sentences.txt", "more.txt"],
            cwd=tmp_path,
            env=os.environ | given | {"PATH": path},
            check=True,
        )
        return [one.split("\n") for one in noted.read_text("utf-8").split("\n\n")[:-1]]

    return run


def parsed(given, monkeypatch):
    """The name and the values of a command line that its program takes."""
    if given[0] == "-m":
        words = next(tuple(given[1:n]) for n in (4, 3) if tuple(given[1:n]) in COMMANDS)
        command, rest = COMMANDS[words], given[len(words) + 1 :]
    else:
        monkeypatch.syspath_prepend(TOOLS)
        spec = importlib.util.spec_from_file_location("made_triples_of_the_script", given[0])
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, spec.name, module)
        spec.loader.exec_module(module)
        app = typer.Typer()
        app.command()(module.main)
        words, command, rest = (Path(given[0]).name,), get_command(app), given[1:]
    return " ".join(words), command.make_context(words[-1], rest).params


def test_every_command_of_the_script_is_one_that_its_program_takes(asked, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = [parsed(given, monkeypatch) for given in asked()]
    names = [name for name, _ in found]
    assert names == [
        *("pipeline run all", "pipeline run ingest", "pipeline run rephrase"),
        *["made_triples.py"] * 2, *["trainer fit"] * 6, "trainer difference",
    ]  # fmt: skip
    made = [values for name, values in found if name == "made_triples.py"]
    assert [(one["count"], one["each"], one["most"]) for one in made] == [(200, 0, 100)] * 2
    assert [(one["real"], one["most_real"]) for one in made] == [
        (None, 5000), (Path("encoder/more"), 20),
    ]  # fmt: skip
    fits = [values for name, values in found if name == "trainer fit"]
    recipes = [load_recipe(one["recipe"], one["changes"], one["model"]) for one in fits]
    triples = [Path(str(one["triples"])).stem for one in fits]
    assert [(name, r.seed, r.distill_weight) for name, r in zip(triples, recipes, strict=True)] == [
        ("triples", 42, 8.0),
        ("triples", 43, 8.0),
        ("with_exchanged", 42, 16.0),
        ("with_exchanged", 43, 16.0),
        ("with_exchanged", 42, 24.0),
        ("with_exchanged", 43, 24.0),
    ]
    runs = [str(one["output"]) for one in fits]
    _, difference = found[-1]
    assert [str(difference["run"]), *difference["others"]] == runs
    assert (difference["share"], difference["rear"]) == (pytest.approx(1 / 6), 0.8)
    assert (tmp_path / "made.safetensors").is_file()


def test_the_script_goes_on_where_it_was_stopped(asked):
    asked()
    again = asked()
    assert not [given for given in again if "made_triples.py" in given[0]]
    fits = [given for given in again if given[1:3] == ["trainer", "fit"]]
    assert len(fits) == 6
    assert all(given[-1] == "--resume" for given in fits)
