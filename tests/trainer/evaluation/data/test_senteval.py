"""SentEval's folder: scored pairs and labelled sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from schemas.errors import UserError
from trainer.evaluation.data.labelled import read_transfer
from trainer.evaluation.data.sts_sets import read_folder


def put(path: Path, text: str, encoding: str = "utf-8") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding=encoding)


@pytest.fixture
def senteval(tmp_path):
    root = tmp_path / "data" / "downstream"
    year = root / "STS" / "STS12-en-test"
    put(year / "STS.input.MSRvid.txt", "A man cooks .\tA man is cooking .\nIt rains\tIt snows\n")
    put(year / "STS.gs.MSRvid.txt", "4.6\n1.5\n")
    put(year / "STS.input.OnWN.txt", "a  cup\ta mug\nlost\tfound\nopen\tshut\n")
    put(year / "STS.gs.OnWN.txt", "3.2\n\n0.5\n")
    bench = root / "STS" / "STSBenchmark"
    row = "main-news\tMSRpar\t2012\t1\t{}\tThe shop opened .\tThe shop closed .\n"
    put(bench / "sts-test.csv", row.format("1.000") + row.format("2.5"))
    header = "pair_ID\tsentence_A\tsentence_B\trelatedness_score\tentailment_judgment\n"
    put(
        root / "SICK" / "SICK_test_annotated.txt",
        header + "6\tA child runs\tA child is running\t4.7\tENTAILMENT\n"
        "7\tA child runs\tNobody runs\t3.1\tCONTRADICTION\n",
    )
    put(root / "CR" / "custrev.pos", "it works well\nnice café\n", "latin-1")
    put(root / "CR" / "custrev.neg", "it broke at once\n\n")
    put(root / "TREC" / "train_5500.label", "LOC:city Where is it ?\nHUM:ind Who sang ?\n")
    put(root / "TREC" / "TREC_10.label", "HUM:ind Who wrote it ?\nLOC:other Where was that ?\n")
    mrpc = "Quality\t#1 ID\t#2 ID\t#1 String\t#2 String\n1\t1\t2\tOne\tOne again\n0\t3\t4\tTwo\tX\n"
    put(root / "MRPC" / "msr_paraphrase_train.txt", mrpc)
    put(root / "MRPC" / "msr_paraphrase_test.txt", mrpc)
    for split in ("train", "dev", "test"):
        put(root / "SST" / "binary" / f"sentiment-{split}", "good film\t1\nbad film\t0\n")
    return tmp_path


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
        ("STS12-en-test/STS.gs.OnWN.txt", "3\n2\n1\n4\n", "4 scores for the 3 pairs"),
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
