"""Logistic regression on frozen embeddings against scikit-learn's own searches."""

from __future__ import annotations

import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from schemas.errors import UserError
from trainer.encoders.embeddings import Embeddings, unit
from trainer.evaluation.data.labelled import Labelled, TransferTask, read_transfer
from trainer.evaluation.scores.transfer import (
    STRENGTHS,
    cross_validate,
    features,
    require_classifier,
    score_transfer,
)

DRAW = np.random.default_rng(7)
TEXTS = [f"sentence {i}" for i in range(240)]
VECTORS = unit(DRAW.normal(size=(240, 6)).astype(np.float32))
EMBEDDINGS = Embeddings(VECTORS, {text: row for row, text in enumerate(TEXTS)})
LABELS = (VECTORS[:, 0] + 0.4 * DRAW.normal(size=240) > 0).astype(int).tolist()


def part(start: int, stop: int, second: bool = False) -> Labelled:
    others = TEXTS[::-1][start:stop] if second else None
    return Labelled(TEXTS[start:stop], LABELS[start:stop], others)


def search(inputs, labels, folds):
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GridSearchCV, StratifiedKFold

    return GridSearchCV(
        LogisticRegression(max_iter=1000),
        {"C": list(STRENGTHS)},
        cv=StratifiedKFold(folds, shuffle=True, random_state=1111),
    ).fit(inputs, labels)


def test_nested_cross_validation_is_scikit_learns():
    from sklearn.model_selection import StratifiedKFold

    inputs, labels = VECTORS.astype(np.float64), np.array(LABELS)
    outer, inner = [], []
    for train, test in StratifiedKFold(4, shuffle=True, random_state=1111).split(inputs, labels):
        found = search(inputs[train], labels[train], 4)
        inner.append(found.best_score_)
        outer.append(found.score(inputs[test], labels[test]))
    assert cross_validate(inputs, labels, 4) == pytest.approx(
        (np.mean(inner), np.mean(outer)), abs=1e-9
    )


def test_a_task_with_train_and_test_chooses_by_folds_of_train():
    from sklearn.metrics import f1_score

    task = TransferTask("MRPC", {"train": part(0, 160, True), "test": part(160, 240, True)})
    train, test = (features(EMBEDDINGS, task.splits[name]) for name in ("train", "test"))
    assert train.shape == (160, 12)
    found = search(train, LABELS[:160], 5)
    score = score_transfer(EMBEDDINGS, [task], folds=5).tasks["MRPC"]
    assert score.accuracy == pytest.approx(100 * found.score(test, LABELS[160:]))
    # Solvers stop within a tolerance: one row in 160 may lie between two answers.
    assert score.development == pytest.approx(100 * found.best_score_, abs=0.7)
    expected = f1_score(LABELS[160:], found.predict(test), zero_division=0.0)
    assert score.f1 == pytest.approx(100 * expected)
    assert score.rows == 80


def test_pairs_may_have_more_labels_than_two():
    labels = [index % 3 for index in range(240)]
    rows = Labelled(TEXTS, labels, TEXTS[::-1])
    task = TransferTask("SICK-E", {"train": rows, "test": rows})
    score = score_transfer(EMBEDDINGS, [task], folds=3).tasks["SICK-E"]
    assert 0 < score.accuracy <= 100
    assert score.f1 is not None
    assert 0 <= score.f1 <= 100


def test_a_task_with_dev_chooses_there():
    from sklearn.linear_model import LogisticRegression

    task = TransferTask(
        "SST2", {"train": part(0, 140), "dev": part(140, 180), "test": part(180, 240)}
    )
    models = [
        LogisticRegression(C=c, max_iter=1000).fit(VECTORS[:140], LABELS[:140]) for c in STRENGTHS
    ]
    dev = [model.score(VECTORS[140:180], LABELS[140:180]) for model in models]
    best = models[int(np.argmax(dev))]
    result = score_transfer(EMBEDDINGS, [task])
    score = result.tasks["SST2"]
    assert score.development == pytest.approx(100 * max(dev))
    assert score.accuracy == pytest.approx(100 * best.score(VECTORS[180:], LABELS[180:]))
    assert score.f1 is None
    assert result.average == score.accuracy
    assert result.absent == ["MR", "CR", "SUBJ", "MPQA", "TREC", "MRPC"]


def test_a_label_with_few_rows_is_named():
    rows = Labelled(TEXTS[:20], [1] * 18 + [0] * 2)
    with pytest.raises(UserError, match=r"CR .* 2 rows; --folds 10 needs at least 12 of each"):
        score_transfer(EMBEDDINGS, [TransferTask("CR", {"all": rows})])
    with pytest.raises(UserError, match=r"CR .* 2 rows; --folds 10 needs at least 10 of each"):
        score_transfer(EMBEDDINGS, [TransferTask("CR", {"train": rows, "test": rows})])


@pytest.mark.parametrize("folds", [2, 3, 5])
def test_the_fewest_rows_of_a_label_are_enough(folds):
    def scored(rows):
        labels = Labelled(TEXTS[: 2 * rows], [1, 0] * rows)
        return score_transfer(EMBEDDINGS, [TransferTask("CR", {"all": labels})], folds).tasks["CR"]

    assert scored(folds + 2).rows == 2 * folds + 4
    with pytest.raises(UserError, match=f"with {folds + 1} rows; --folds {folds} needs"):
        scored(folds + 1)


def test_a_label_may_have_few_rows_where_no_folds_are_made():
    rows = Labelled(TEXTS[:20], [1] * 18 + [0] * 2)
    task = TransferTask("SST2", {"train": rows, "dev": rows, "test": rows})
    assert score_transfer(EMBEDDINGS, [task]).tasks["SST2"].rows == 20


def test_without_scikit_learn_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(UserError, match=r"need scikit-learn: pip install 'osscse\[report\]'"):
        require_classifier()


def write(folder, name, **columns):
    folder.mkdir(exist_ok=True)
    pq.write_table(pa.table(columns), folder / f"{name}.parquet")


def test_parquet_files_are_tasks(tmp_path):
    write(tmp_path, "CR", sentence=["a b", "c"], label=[1, 0], split=["all", "all"])
    write(
        tmp_path, "MRPC", sentence=["a"] * 4, sentence2=["b"] * 4, label=[1, 0, 1, 0],
        split=["train", "train", "test", "test"],
    )  # fmt: skip
    tasks = {task.name: task for task in read_transfer(tmp_path)}
    assert list(tasks) == ["CR", "MRPC"]
    assert tasks["CR"].texts == ["a b", "c"]
    assert tasks["MRPC"].splits["test"].second == ["b", "b"]


def test_other_tasks_of_a_folder_come_after_the_standard_ones(tmp_path):
    for name in ("MINE", "ALSO", "MR", "TREC"):
        write(tmp_path, name, sentence=["a", "b"], label=[1, 0], split=["all", "all"])
    write(tmp_path, "STSB", sentence1=["a"], sentence2=["b"], score=[1.0])
    found = [task.name for task in read_transfer(tmp_path)]
    assert found == ["MR", "TREC", "ALSO", "MINE"]
    assert [task.name for task in read_transfer(tmp_path, ["MINE"])] == ["MINE"]
    write(tmp_path, "MINE", sentence=["a", "b"], label=[1, 0])
    with pytest.raises(UserError, match=r"MINE\.parquet lacks the column split"):
        read_transfer(tmp_path)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"sentence": ["a", "b"], "label": [1, 0]}, r"CR\.parquet lacks the column split"),
        ({"sentence": ["a", "b"], "label": ["x", "y"], "split": ["all"] * 2}, "integers"),
        ({"sentence": ["a", None], "label": [1, 0], "split": ["all"] * 2}, "row 2: .* missing"),
        (
            {"sentence": ["a", " "], "label": [1, 0], "split": ["all"] * 2},
            "row 2: a sentence is empty",
        ),
        ({"sentence": ["a", "b"], "label": [1, 1], "split": ["all"] * 2}, "a single label"),
        ({"sentence": ["a", "b"], "label": [1, 0], "split": ["dev"] * 2}, "it should have all"),
    ],
)
def test_tables_of_no_use_are_named(tmp_path, columns, message):
    write(tmp_path, "CR", **columns)
    with pytest.raises(UserError, match=message):
        read_transfer(tmp_path)


def test_a_folder_without_tasks_is_named(tmp_path):
    with pytest.raises(UserError, match="has no transfer task MR, CR"):
        read_transfer(tmp_path)
    with pytest.raises(UserError, match="nowhere does not exist"):
        read_transfer(tmp_path / "nowhere")
