"""Reading scored pairs and scoring encoders on them."""

from __future__ import annotations

import logging
import sys
from types import ModuleType, SimpleNamespace

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from schemas.errors import UserError, WorkFailed
from tests.scored_pairs import PAIRS, write_pairs
from trainer.cli import app
from trainer.encoders.embeddings import embed
from trainer.encoders.folder import load_encoder
from trainer.evaluation.data.pairs import Pairs
from trainer.evaluation.data.sts_sets import STANDARD, read_folder, read_hub, read_pairs
from trainer.evaluation.scores.sts import correlation, distinct_texts, score
from trainer.training.validation import measure_pairs


@pytest.fixture
def encoder(tiny_bert):
    return load_encoder(str(tiny_bert), pooling="mean")


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "sts"
    write_pairs(folder, "STS12", "MSRvid", "test", PAIRS[:2])
    write_pairs(folder, "STS12", "OnWN", "", PAIRS[2:])
    write_pairs(folder, "STSB", "all", "test")
    write_pairs(folder, "STSB", "all", "dev", PAIRS[::-1])
    write_pairs(folder, "STSB", "all", "train")
    write_pairs(folder, "SICK-R", "all", "trial")
    return folder


def test_a_years_subsets_are_one_task(data):
    tasks = {task.name: task for task in read_folder(data)}
    assert list(tasks) == ["STS12", "STSB", "STSB-dev"]
    assert tasks["STS12"].first == [left for left, _, _ in PAIRS]
    assert tasks["STS12"].scores == pytest.approx([4.5, 0.2, 2.5, 3.5])


def test_other_splits_are_tasks_where_they_are_named(data):
    assert [t.name for t in read_folder(data, ["SICK-R-trial", "STSB-train"])] == [
        "SICK-R-trial",
        "STSB-train",
    ]


def test_of_a_folder_without_standard_tasks_all_are_read(tmp_path):
    write_pairs(tmp_path, "Mine", "all", "test")
    write_pairs(tmp_path, "Mine", "all", "dev")
    assert [task.name for task in read_folder(tmp_path)] == ["Mine-dev", "Mine"]


def test_an_absent_task_lists_those_there_are(data):
    with pytest.raises(UserError, match=r"no task SICK-R; it has SICK-R-trial, STS12"):
        read_folder(data, ["SICK-R"])


def test_scores_are_scipys_on_plain_cosines(encoder, data):
    from scipy.stats import spearmanr

    tasks = read_folder(data)
    scores = score(embed(encoder, distinct_texts(tasks)), tasks)
    cosines = []
    for left, right, _ in PAIRS:
        a, b = encoder.encode([left, right]).astype(np.float64)
        cosines.append(a @ b / np.linalg.norm(a) / np.linalg.norm(b))
    expected = 100 * spearmanr(cosines, [s for _, _, s in PAIRS]).statistic
    assert scores.spearman == pytest.approx(
        {"STS12": expected, "STSB": expected, "STSB-dev": expected}
    )
    assert scores.averaged == ["STS12", "STSB"]
    assert scores.average == pytest.approx(expected)
    assert scores.pairs == {"STS12": 4, "STSB": 4, "STSB-dev": 4}


def test_every_distinct_sentence_is_encoded_once(encoder, data):
    tasks = read_folder(data)
    done: list[int] = []
    texts = [text for task in tasks for text in (*task.first, *task.second)]
    embed(encoder, texts, advance=done.append)
    assert sum(done) == len(distinct_texts(tasks)) == 8


def test_one_task_gives_a_share(encoder, data):
    task = read_folder(data, ["STSB"])[0]
    assert measure_pairs(encoder, task).score == pytest.approx(
        score(embed(encoder, distinct_texts([task])), [task]).spearman["STSB"] / 100
    )


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([("a", "b", float("nan")), ("a", "c", 1.0)], "row 1: the score is nan, not a number"),
        ([("a", "b", 1.0), ("a", "c", None)], "row 2: the score is None, not a number"),
        ([("a", "b", 1.0), ("", "c", 2.0)], "row 2: a sentence is empty"),
        ([("a", "b", 1.0), ("a", " ", 2.0)], "row 2: a sentence is empty"),
        ([("a", "b", 1.0), ("a", "c", 1.0)], "All scores of dev .* are equal"),
    ],
)
def test_rows_of_no_use_are_named(tmp_path, rows, message):
    path = write_pairs(tmp_path / "sts", "X", "all", "dev", rows)
    with pytest.raises(UserError, match=message) as caught:
        read_pairs(path, "dev")
    assert path.name in str(caught.value)


def test_a_missing_column_is_named(tmp_path):
    path = tmp_path / "pairs.parquet"
    pq.write_table(pa.table({"sentence1": ["a"], "sentence2": ["b"]}), path)
    with pytest.raises(UserError, match=r"pairs\.parquet lacks the column score"):
        read_pairs(path, "dev")


def test_scores_that_are_text_are_refused(tmp_path):
    path = tmp_path / "pairs.parquet"
    pq.write_table(pa.table({"sentence1": ["a"], "sentence2": ["b"], "score": ["high"]}), path)
    with pytest.raises(UserError, match="score is string, it should hold numbers"):
        read_pairs(path, "dev")


@pytest.mark.parametrize("content", [None, b"not parquet"])
def test_a_file_that_cannot_be_read_is_named(tmp_path, content):
    path = tmp_path / "pairs.parquet"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UserError, match=r"pairs\.parquet"):
        read_pairs(path, "dev")


def test_a_folder_without_data_is_refused(tmp_path):
    with pytest.raises(UserError, match="holds no Parquet files"):
        read_folder(tmp_path)
    with pytest.raises(UserError, match=r"nowhere does not exist\. Give the folder of the data"):
        read_folder(tmp_path / "nowhere")


def test_a_collapsed_encoder_is_named():
    task = Pairs("STSB", ["a", "b"], ["c", "d"], [1.0, 2.0])
    with pytest.raises(WorkFailed, match="collapsed"):
        correlation(np.ones(2), task)


def fake_datasets(load) -> ModuleType:
    module = ModuleType("datasets")
    module.load_dataset = load
    return module


def test_the_hub_gives_the_same_tasks(monkeypatch):
    asked = []

    def load(repository, *, split):
        asked.append((repository, split))
        return {
            "sentence1": [left for left, _, _ in PAIRS],
            "sentence2": [right for _, right, _ in PAIRS],
            "score": [score for _, _, score in PAIRS],
        }

    monkeypatch.setitem(sys.modules, "datasets", fake_datasets(load))
    names = [task.name for task in read_hub()]
    assert set(names) == {*STANDARD, "STSB-dev"}
    assert ("mteb/sts12-sts", "test") in asked
    assert ("mteb/stsbenchmark-sts", "validation") in asked
    assert ("mteb/sickr-sts", "test") in asked
    assert [t.name for t in read_hub(["STSB"])] == ["STSB"]


def test_fetching_from_the_hub_is_announced_and_writes_files(monkeypatch, tmp_path):
    columns = dict(zip(("sentence1", "sentence2", "score"), zip(*PAIRS, strict=True), strict=True))
    rows = {name: list(values) for name, values in columns.items()}
    monkeypatch.setitem(sys.modules, "datasets", fake_datasets(lambda *_, **__: rows))
    arguments = ["data", "hub", "--output", str(tmp_path), "--tasks", "STSB"]
    done = CliRunner().invoke(app, arguments)
    assert done.stderr == "Fetching the data sets from the hub ...\n"
    assert done.stdout == f"Wrote 1 file to {tmp_path}.\n"
    assert [file.name for file in tmp_path.rglob("*.parquet")] == ["STSB_all_test.parquet"]


def test_the_hub_without_its_package_names_the_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(UserError, match=r"pip install 'osscse\[hub\]'"):
        read_hub(["STSB"])


def test_the_hub_without_network_says_what_to_do_where_there_is_one(monkeypatch, logged):
    def load(*_args, **_options):
        logging.getLogger("huggingface_hub").warning("Retrying in 8s")
        raise ConnectionError

    monkeypatch.setitem(sys.modules, "datasets", fake_datasets(load))
    with pytest.raises(
        WorkFailed,
        match=r"Could not download mteb/stsbenchmark-sts from the hub: .*`trainer data hub --out",
    ):
        read_hub(["STSB"])
    assert not logged


def test_an_unknown_hub_task_is_refused(monkeypatch):
    monkeypatch.setitem(sys.modules, "datasets", SimpleNamespace())
    with pytest.raises(UserError, match="no task STS17"):
        read_hub(["STS17"])


def test_files_of_one_subset_count_as_one_wherever_they_are(tmp_path):
    rows = [(f"left {i}", f"right {i}", float(i)) for i in range(6)]
    for name, subset, start in (("a", "MSRvid", 0), ("b", "OnWN", 2), ("c", "MSRvid", 4)):
        written = write_pairs(tmp_path, "STS12", subset, "test", rows[start : start + 2])
        written.rename(tmp_path / f"{name}.parquet")
    (task,) = read_folder(tmp_path)
    assert {part.name: part.scores for part in task.subsets()} == {
        "STS12/MSRvid": [0.0, 1.0, 4.0, 5.0],
        "STS12/OnWN": [2.0, 3.0],
    }
