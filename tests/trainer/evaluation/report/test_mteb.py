"""Result files of the shape that MTEB writes."""

from __future__ import annotations

import json

import pytest

from tests.scored_pairs import PAIRS
from trainer.encoders.embeddings import embed
from trainer.encoders.folder import load_encoder
from trainer.evaluation.data.pairs import Pairs
from trainer.evaluation.report.mteb import folder_name, write_results
from trainer.evaluation.scores.sts import distinct_texts, score


def test_result_files_have_the_shape_of_mteb(tiny_bert, tmp_path):
    columns = [list(column) for column in zip(*PAIRS, strict=True)]
    tasks = [Pairs(name, *columns) for name in ("STSB", "mine")]
    encoder = load_encoder(str(tiny_bert), pooling="cls")
    scores = score(embed(encoder, distinct_texts(tasks)), tasks)
    files = write_results(tmp_path, "runs/demo-1", scores)
    assert [str(f.relative_to(tmp_path)) for f in files] == [
        "runs__demo-1/no_revision_available/STSBenchmark.json"
    ]
    held = json.loads(files[0].read_text())
    assert held["task_name"] == "STSBenchmark"
    assert isinstance(held["dataset_revision"], str)
    entry = held["scores"]["test"][0]
    assert entry["main_score"] == pytest.approx(scores.spearman["STSB"] / 100)
    assert entry["languages"] == ["eng-Latn"]
    meta = json.loads((files[0].parent / "model_meta.json").read_text())
    assert (meta["name"], meta["revision"]) == ("runs/demo-1", "no_revision_available")
    assert list(held["scores"]) == ["test"]


@pytest.mark.parametrize(
    ("model", "expected"),
    [("demo", "demo"), ("org/name", "org__name"), ("/a/b/", "a__b"), ("..", "model")],
)
def test_names_of_models_are_names_of_folders(model, expected):
    assert folder_name(model) == expected


def test_a_path_too_long_for_a_folder_is_told_by_its_end():
    long = folder_name("/" + "a/" * 200 + "mine")
    assert len(long) == 200
    assert long.endswith("__a__mine")
    assert folder_name("/" + "b/" * 200 + "mine") != long
    assert len(folder_name("é" * 300).encode()) <= 200
