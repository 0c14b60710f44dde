"""Runs that have numbers, are resumed by them, or are of several seeds."""

from __future__ import annotations

import re

import pytest
from typer.testing import CliRunner

from schemas.errors import UserError
from trainer.cli import app
from trainer.runs.folder import default_output


def test_runs_are_numbered(tmp_path):
    assert default_output("demo", resume=False, root=tmp_path).name == "demo-1"
    for name in ("demo-1", "demo-9", "demo-x", "osscse-12"):
        (tmp_path / name).mkdir()
    assert default_output("demo", resume=False, root=tmp_path).name == "demo-10"
    assert default_output("my/demo.toml", resume=True, root=tmp_path).name == "demo-9"


def test_other_runs_are_named_where_the_recipe_has_none(tmp_path):
    for run in (tmp_path / "meaning-1", tmp_path / "tuned" / "seed-1"):
        run.mkdir(parents=True)
        (run / "run.json").write_text("{}")
    said = f"Name one with --output: {tmp_path / 'meaning-1'}, {tmp_path / 'tuned'}."
    with pytest.raises(UserError, match=re.escape(said)):
        default_output("osscse", resume=True, root=tmp_path)


def test_a_folder_of_several_seeds_is_resumed_with_them_or_one_of_them(tmp_path, monkeypatch):
    (tmp_path / "run" / "seed-7").mkdir(parents=True)
    (tmp_path / "run" / "seed-7" / "run.json").write_text("{}")
    monkeypatch.chdir(tmp_path)
    shown = CliRunner().invoke(app, ["fit", "--resume", "--output", "run"])
    # Nothing about triples, which that run would name.
    assert str(shown.exception) == (
        "run holds several runs: resume one, as with --output run/seed-7, or give --seeds again."
    )
