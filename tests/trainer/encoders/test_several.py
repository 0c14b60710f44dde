"""Folders of several runs are named where one run is wanted."""

from __future__ import annotations

import pytest

from schemas.errors import UserError
from trainer.encoders.folder import load_encoder
from trainer.encoders.several import refuse_several, runs_within
from trainer.runs.folder import RunFolder


def make_runs(*folders):
    for folder in folders:
        folder.mkdir(parents=True)
        (folder / "run.json").write_text("{}")


def test_a_folder_of_seeds_is_no_model_and_no_run_and_its_runs_are_named(tmp_path):
    folder = tmp_path / "first"
    make_runs(folder / "seed-10", folder / "seed-9")
    said = (
        f"{folder} holds a run for each of its seeds: {folder}/seed-9, {folder}/seed-10."
        " Give one of them."
    )
    for read in (lambda: load_encoder(str(folder)), RunFolder(folder).read_record):
        with pytest.raises(UserError) as refused:
            read()
        assert str(refused.value) == said


def test_the_runs_of_a_sweep_are_found_and_the_first_of_many_named(tmp_path):
    make_runs(*(tmp_path / f"margin_alpha=0.{i}" / "seed-0" for i in range(7)))
    assert len(runs_within(tmp_path)) == 7
    with pytest.raises(UserError, match=r"alpha=0\.4/seed-0 and 2 more\. Give one of them\."):
        refuse_several(tmp_path)


def test_a_run_holds_no_others(tmp_path):
    make_runs(tmp_path / "a", tmp_path / "a" / "seed-1")
    assert runs_within(tmp_path / "a") == []
    refuse_several(tmp_path / "nowhere")
