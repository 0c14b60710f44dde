"""`trainer contrast`, from the command line to what it prints."""

from __future__ import annotations

import json

import pytest

from schemas.errors import run_app
from tests.trainer.commands.running import invoke
from trainer.cli import app

TRIPLES = [
    ("roles", "the baker sees a nurse .", "a nurse the baker sees .", "a nurse sees the baker ."),
    (
        "antonym",
        "the green door opens .",
        "green , the door opens .",
        "the green door never opens .",
    ),
    ("antonym", "some bread .", "some of the bread .", "never some bread ."),
]


@pytest.fixture
def folder(tmp_path):
    keys = ("subset", "anchor", "paraphrase", "contradiction")
    lines = [json.dumps(dict(zip(keys, row, strict=True))) for row in TRIPLES]
    (tmp_path / "mine.jsonl").write_text("\n".join(lines))
    pairs = [f"{a},{b},{same}" for _, a, p, c in TRIPLES for b, same in ((p, 1), (c, 0))]
    quoted = [line.replace("green , the", "green the") for line in pairs]
    (tmp_path / "pairs.csv").write_text("\n".join(["sentence1,sentence2,same", *quoted]))
    return tmp_path


def test_models_stand_side_by_side_with_the_change_from_the_first(tiny_bert, tiny_roberta, folder):
    models = (tiny_bert, tiny_roberta, "--pooling", "mean")
    found = json.loads(invoke("contrast", *models, "--data", folder, "--json"))
    before, after = found[str(tiny_bert)], found[str(tiny_roberta)]
    assert before["triples"]["mine"]["rows"] == 3
    assert before["triples"]["mine"]["change"] is None
    moved = after["triples"]["mine"]["score"] - before["triples"]["mine"]["score"]
    assert after["triples"]["mine"]["change"] == pytest.approx(moved)
    assert {k: v["rows"] for k, v in after["subsets"]["mine"].items()} == {"roles": 1, "antonym": 2}
    assert set(after["pairs"]) == {"pairs"}
    triples = folder / "mine.jsonl"
    few = json.loads(invoke("contrast", *models, "--data", triples, "--limit", 2, "--json"))
    assert few[str(tiny_bert)]["triples"]["mine"]["rows"] == 2
    table = invoke("contrast", *models, "--data", triples)
    assert "mine, triples ranked correctly" in table
    assert "average precision" not in table


def test_the_bundled_set_is_the_default(tiny_bert):
    table = invoke("contrast", tiny_bert, "--pooling", "mean")
    assert "bundled, triples ranked correctly" in table
    assert "negated antonym" in table


def test_a_file_of_another_shape_is_refused_before_any_model_is_loaded(folder, capsys):
    (folder / "odd.json").write_text('[{"text": "x"}]')
    with pytest.raises(SystemExit) as caught:
        run_app(app, ["contrast", "no-such-model", "--data", str(folder / "odd.json")])
    assert caught.value.code == 2
    error = " ".join(capsys.readouterr().err.split())
    assert "has the columns text. A contrast set has one of these groups" in error
