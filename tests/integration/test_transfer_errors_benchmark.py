"""The rows of transfer tasks that an encoder wins and loses, and how they are split and counted."""

import numpy as np
import pytest

from tests.benchmarks import benchmark
from trainer.encoders.embeddings import Embeddings
from trainer.evaluation.data.labelled import Labelled, TransferTask


@pytest.fixture
def errors():
    with benchmark("transfer_errors") as module:
        yield module


def task_and_vectors(one_split):
    """Forty sentences whose first feature is their label, but for the first one."""
    texts = [f"lamp {place}" for place in range(40)]
    labels = [place % 2 for place in range(40)]
    sides = np.array(labels)
    sides[0] = 1
    angles = np.where(sides == 1, 0.2, 1.2)
    vectors = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    rows = Labelled(texts, labels)
    splits = (
        {"all": rows} if one_split else {"train": rows, "test": Labelled(texts[:6], labels[:6])}
    )
    return TransferTask("LAMPS", splits), Embeddings(vectors, {t: i for i, t in enumerate(texts)})


@pytest.mark.parametrize("standardise", [False, True])
@pytest.mark.parametrize("one_split", [False, True])
def test_only_the_row_on_the_wrong_side_is_wrong(errors, one_split, standardise):
    task, vectors = task_and_vectors(one_split)
    found = errors.correct(vectors, task, 4.0, standardise=standardise)
    assert found.tolist() == [False] + [True] * (39 if one_split else 5)


def test_won_and_lost_rows_are_counted(errors):
    first = np.array([True] * 6 + [False] * 2)
    other = np.array([True] * 2 + [False] * 4 + [True] * 2)
    assert errors.compared(first, other) == "50.00 (+2 -4, p = 0.69)"
    assert errors.compared(first, first) == "75.00 (+0 -0, p = 1)"
    assert errors.row("LAMPS, all", 4.0, [first, other]) == (
        "| LAMPS, all | 4 | 8 | 75.00 | 50.00 (+2 -4, p = 0.69) |"
    )


def test_rows_are_split_by_a_pattern_and_a_pair_matches_by_either_sentence(errors):
    rows = Labelled(
        ["It isn't on.", "It is.", "It is."], [0, 1, 1], ["It is.", "It is.", "It's NOT."]
    )
    found = dict(errors.parts(TransferTask("LAMPS", {"all": rows}), r"\bnot\b|n't"))
    assert {name: mask.tolist() for name, mask in found.items()} == {
        "all": [True, True, True],
        "with": [True, False, True],
        "without": [False, True, False],
    }
    assert list(dict(errors.parts(TransferTask("LAMPS", {"all": rows}), ""))) == ["all"]
    assert list(dict(errors.parts(TransferTask("LAMPS", {"all": rows}), "lamp"))) == [
        "all",
        "without",
    ]
