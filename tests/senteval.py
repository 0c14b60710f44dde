"""Data in SentEval's layout."""

from __future__ import annotations

from pathlib import Path


def write_senteval(folder: Path, times: int = 1) -> None:
    """A few sentences of some of its tasks, below `data/downstream`.

    Args:
        times: how often each labelled sentence is there.
    """
    root = folder / "data" / "downstream"
    year = root / "STS" / "STS12-en-test"
    _put(year / "STS.input.MSRvid.txt", "A man cooks .\tA man is cooking .\nIt rains\tIt snows\n")
    _put(year / "STS.gs.MSRvid.txt", "4.6\n1.5\n")
    _put(year / "STS.input.OnWN.txt", "a  cup\ta mug\nlost\tfound\nopen\tshut\n")
    _put(year / "STS.gs.OnWN.txt", "3.2\n\n0.5\n")
    bench = root / "STS" / "STSBenchmark"
    row = "main-news\tMSRpar\t2012\t1\t{}\tThe shop {} .\tThe shop closed .\n"
    _put(bench / "sts-test.csv", row.format("1.000", "opened") + row.format("2.5", "shut"))
    header = "pair_ID\tsentence_A\tsentence_B\trelatedness_score\tentailment_judgment\n"
    _put(
        root / "SICK" / "SICK_test_annotated.txt",
        header + "6\tA child runs\tA child is running\t4.7\tENTAILMENT\n"
        "7\tA child runs\tNobody runs\t3.1\tCONTRADICTION\n",
    )
    _put(root / "CR" / "custrev.pos", "it works well\nnice café\n" * times, "latin-1")
    _put(root / "CR" / "custrev.neg", "it broke at once\n\n" * times)
    train, test = "LOC:city Where is it ?\nHUM:ind Who sang ?\n", "HUM:ind Who wrote it ?\n"
    _put(root / "TREC" / "train_5500.label", train * times)
    _put(root / "TREC" / "TREC_10.label", test + "LOC:other Where was that ?\n")
    mrpc = "Quality\t#1 ID\t#2 ID\t#1 String\t#2 String\n1\t1\t2\tOne\tOne again\n0\t3\t4\tTwo\tX\n"
    _put(root / "MRPC" / "msr_paraphrase_train.txt", mrpc)
    _put(root / "MRPC" / "msr_paraphrase_test.txt", mrpc)
    for split in ("train", "dev", "test"):
        _put(root / "SST" / "binary" / f"sentiment-{split}", "good film\t1\nbad film\t0\n")


def _put(path: Path, text: str, encoding: str = "utf-8") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding=encoding)
