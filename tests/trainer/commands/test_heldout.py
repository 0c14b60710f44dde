"""Which triples the commands that measure take for held out."""

from __future__ import annotations

import json

import pytest

from schemas.errors import UserError
from tests.triples import some_triples, write_triples
from trainer.commands.heldout import heldout_share
from trainer.data.triples import TripleTable
from trainer.recipes.reading import load_recipe


@pytest.fixture
def table(tmp_path):
    return TripleTable(write_triples(tmp_path / "artifacts", some_triples(12)), "all")


@pytest.fixture
def run(tmp_path, table):
    def make(share: float, name: str = "", **record: object):
        folder = tmp_path / (name or f"run-{share}")
        (folder / "best").mkdir(parents=True)
        (folder / "snapshots" / "step-000001").mkdir(parents=True)
        recipe = load_recipe("osscse", [f"heldout={share}"])
        (folder / "recipe.toml").write_text(recipe.to_toml())
        whole = {"triples": [table.name], "triples_sha256": table.fingerprint()} | record
        (folder / "run.json").write_text(json.dumps(whole))
        return str(folder)

    return make


@pytest.mark.parametrize("part", ["", "/best", "/snapshots/step-000001"])
def test_the_share_is_that_of_the_run_unless_given(run, table, part):
    assert heldout_share(["demo"], None, table) == 0.05
    assert heldout_share(["demo", run(0.2) + part], None, table) == 0.2
    assert heldout_share(["demo", run(0.3) + part], 0.1, table) == 0.1


def test_runs_of_different_shares_need_a_word(run, table):
    with pytest.raises(UserError, match=r"different shares \(0\.1, 0\.2\)"):
        heldout_share([run(0.1), run(0.2)], None, table)


@pytest.mark.parametrize(
    "record",
    [{}, {"triples": ["elsewhere"]}, {"triples_sha256": "before a stage was run again"}],
    ids=["same", "copied", "changed"],
)
def test_a_share_with_triples_that_a_run_was_trained_on_is_refused(run, table, record):
    folder = run(0.2, **record)
    with pytest.raises(UserError) as caught:
        heldout_share(["demo", f"{folder}/best"], 0.5, table)
    assert str(caught.value) == (
        f"{folder}/best held out 0.2 of these triples, so --heldout 0.5 would measure some that it"
        " was trained on. Give 0.2 at most, or another table."
    )


def test_any_share_of_a_table_that_no_run_was_trained_on_may_be_measured(run, table):
    other = run(0.0, triples=["elsewhere"], triples_sha256="of others")
    assert heldout_share([other], 1.0, table) == 1.0


def test_a_run_that_held_out_nothing_has_no_test_of_its_own_triples(run, table):
    folder = run(0.0)
    with pytest.raises(UserError) as caught:
        heldout_share([folder], None, table)
    assert str(caught.value) == (
        f"{folder} held out no triples, so those trained on are no test. Give another table with"
        " --heldout 1, or train with `--set heldout=0.05`."
    )
    with pytest.raises(UserError, match=r"^\S+ held out no triples, so those trained on"):
        heldout_share([folder, run(0.2)], None, table)
    with pytest.raises(UserError) as caught:
        heldout_share([folder], 0.5, table)
    assert str(caught.value) == (
        f"{folder} was trained on these triples and held out none of them, so --heldout 0.5 would"
        " measure what it was trained on. Give another table."
    )


def test_an_encoder_without_a_record_gets_a_note(tmp_path, table, capsys):
    assert heldout_share([str(tmp_path)], None, table) == 0.05
    assert capsys.readouterr().err == (
        f"{tmp_path} does not record what share of the triples was held out: 0.05 is assumed. Give"
        " --heldout the share of the run, if there was one.\n"
    )
    assert heldout_share([str(tmp_path)], 0.2, table) == 0.2
    assert capsys.readouterr().err == ""
