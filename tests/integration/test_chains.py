"""A chain of pivots from the command line to the triples, with models that a package carries."""

import json
import shutil

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from pipeline.acceptance.judging import FilterConfig
from pipeline.cli import app
from pipeline.execution.local import LocalExecutor
from pipeline.stages.filter import run_filter
from tests.artifacts import make_artifacts

SENTENCES = ["The ferry to the island leaves every morning at seven.", "The children slept."]


def pipeline(*arguments):
    found = CliRunner().invoke(app, list(map(str, arguments)))
    return found.exit_code, f"{found.output}{found.exception or ''}"


@pytest.fixture(scope="module")
def translated(tmp_path_factory):
    folder = tmp_path_factory.mktemp("chain")
    (folder / "in.txt").write_text("\n".join(SENTENCES))
    artifacts = folder / "artifacts"
    assert pipeline("run", "ingest", "--input", folder / "in.txt", "--artifacts", artifacts)[0] == 0
    options = "--models firefox:pt+en+pt --beams 1 --judges forced --workers 1".split()
    code, shown = pipeline("run", "backtranslate", *options, "--artifacts", artifacts)
    assert code == 0, shown
    assert "2 candidates for 2 sentences through pt>en>pt." in shown
    return artifacts


def test_the_tables_name_each_leg(translated):
    rows = pq.read_table(translated / "backtranslations/pt+en+pt", partitioning=None).to_pylist()
    assert {row["pivot_lang"] for row in rows} == {"pt>en>pt"}
    there, english, again = rows[0]["pivot_text"].splitlines()
    assert there.startswith("A balsa para a ilha")
    assert english.startswith("The ferry to the island")
    assert again.startswith("A balsa para a ilha")
    assert "island" in rows[0]["paraphrase"]
    manifest = json.loads((translated / "backtranslations" / "manifest.json").read_text())
    assert manifest["planned"] == ["pt+en+pt/part-00000.parquet"]
    legs = {k: v.split("-")[0] for k, v in manifest["input"].items() if k.startswith("pt>")}
    assert legs == {
        "pt>en>pt forward": "enpt",
        "pt>en>pt leg 2": "pten",
        "pt>en>pt leg 3": "enpt",
        "pt>en>pt backward": "pten",
    }
    digests = {v.split()[1] for k, v in manifest["input"].items() if k.startswith("pt>")}
    assert sorted(map(len, digests)) == [64, 64]


def test_a_chain_is_verified_and_repaired(translated, tmp_path):
    artifacts = shutil.copytree(translated, tmp_path / "a")
    shard = artifacts / "backtranslations/pt+en+pt/part-00000.parquet"
    whole = shard.read_bytes()
    shard.write_bytes(whole[:-9])
    assert pipeline("verify", "--artifacts", artifacts)[0] == 1
    for given in ((), ("--models", "firefox:pt+en+pt")):  # `repair` finds these models itself
        shard.write_bytes(whole[:-9])
        code, shown = pipeline("repair", "--artifacts", artifacts, *given)
        assert code == 0, shown
        assert shard.read_bytes() == whole


def test_filter_and_inspect_know_chains(tmp_path):
    anchor, text = "The old ferry leaves at seven.", "The old boat departs at seven."
    candidates = {anchor: (None, [("de>ru", text, -0.2), ("de", "The old ship sails at 7.", -0.5)])}
    artifacts = make_artifacts(tmp_path / "a", candidates, ("de", "de>ru"))
    run_filter(artifacts, FilterConfig(guards=("copy",)), executor=LocalExecutor(1))
    (triple,) = pq.read_table(artifacts / "triples/part-00000.parquet").to_pylist()
    assert (triple["pivot_lang"], triple["paraphrase"]) == ("de>ru", text)
    for name in ("de+ru", "de>ru"):
        code, shown = pipeline("inspect", "--artifacts", artifacts, "--pivot", name)
        assert code == 0, shown
        assert "no_negation · de>ru" in " ".join(shown.split())
    code, shown = pipeline("inspect", "--artifacts", artifacts, "--pivot", "ru")
    assert code
    assert "de>ru" in shown
