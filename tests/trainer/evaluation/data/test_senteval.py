"""SentEval's folder: scored pairs and labelled sentences."""

from __future__ import annotations

import pytest

from schemas.errors import UserError
from trainer.evaluation.data.labelled import read_transfer
from trainer.evaluation.data.senteval import senteval_root
from trainer.evaluation.data.sts_sets import read_folder


def test_pairs_are_read_and_unscored_ones_left_out(senteval):
    tasks = {task.name: task for task in read_folder(senteval)}
    assert list(tasks) == ["STS12", "STSB", "SICK-R"]
    assert tasks["STS12"].sizes == {"MSRvid": 2, "OnWN": 2}
    assert tasks["STS12"].first == ["A man cooks .", "It rains", "a cup", "open"]
    assert tasks["STS12"].scores == [4.6, 1.5, 3.2, 0.5]
    assert tasks["STSB"].second == ["The shop closed .", "The shop closed ."]
    assert tasks["SICK-R"].scores == [4.7, 3.1]


def test_labels_are_read(senteval):
    tasks = {task.name: task for task in read_transfer(senteval)}
    assert list(tasks) == ["CR", "SST2", "TREC", "MRPC"]
    assert tasks["CR"].splits["all"].first == ["it works well", "nice café", "it broke at once"]
    assert tasks["CR"].splits["all"].labels == [1, 1, 0]
    assert tasks["TREC"].splits["train"].labels == [1, 0]
    assert tasks["TREC"].splits["test"].labels == [0, 1]
    assert tasks["MRPC"].splits["test"].second == ["One again", "X"]
    assert tasks["SST2"].splits["dev"].first == ["good film", "bad film"]


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("STS12-en-test/STS.gs.OnWN.txt", "3\nhigh\n1\n", r"line 2: the score 'high' is not a num"),
        ("STS12-en-test/STS.gs.OnWN.txt", "3\nnan\n1\n", "line 2: the score is nan, not a number"),
        ("STS12-en-test/STS.gs.OnWN.txt", "3\n2\n1\n4\n", "4 scores for the 3 .* both files again"),
        ("STS12-en-test/STS.input.OnWN.txt", "a cup\n", "line 1: 1 columns, 2 are needed"),
        ("STSBenchmark/sts-test.csv", "too\tfew\n", "line 1: 2 columns, 7 are needed"),
    ],
)
def test_damaged_files_are_named_with_their_line(senteval, file, text, message):
    path = senteval / "data" / "downstream" / "STS" / file
    path.write_text(text)
    with pytest.raises(UserError, match=message) as caught:
        read_folder(senteval)
    assert path.name in str(caught.value)


def test_a_folder_of_senteval_without_sets_says_how_to_fetch_them(tmp_path):
    (tmp_path / "STS").mkdir()
    with pytest.raises(UserError, match="get_transfer_data"):
        read_folder(tmp_path)


def test_a_label_that_is_no_number_is_named(senteval):
    path = senteval / "data" / "downstream" / "SST" / "binary" / "sentiment-dev"
    path.write_text("good film\t1\nbad film\tneg\n")
    with pytest.raises(UserError, match="sentiment-dev, line 2: the label 'neg'"):
        read_transfer(senteval)


def test_pairs_without_their_file_of_scores_are_named(senteval):
    (senteval / "data/downstream/STS/STS12-en-test/STS.gs.OnWN.txt").unlink()
    with pytest.raises(UserError, match=r"STS\.gs\.OnWN\.txt cannot be read\. Is the SentEval fol"):
        read_folder(senteval)


@pytest.mark.parametrize(("name", "what"), [("file", "is a file"), ("none", "does not exist")])
def test_what_is_no_folder_is_refused(tmp_path, name, what):
    (tmp_path / "file").touch()
    with pytest.raises(UserError) as refused:
        senteval_root(tmp_path / name)
    assert str(refused.value) == f"{tmp_path / name} {what}. Give the folder of the data."
