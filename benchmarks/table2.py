"""Check the match error rate against Table 2 of OssCSE: counts and medians of Cont. and Oppn.

    python benchmarks/table2.py DIR

DIR holds STS sets as Parquet files with the columns sentence1, sentence2, score, one file a set. A
pair is Cont. when its score is above the median and its match error rate below the median, or the
other way round, strictly; every tie is Oppn. Reference is sentence 1.
"""

import argparse
import statistics
from pathlib import Path

import pyarrow.parquet as pq

from schemas.mer import mer

# Set -> Cont. count, median score, median MER, as the paper prints them.
PAPER = {
    "STS12_MSRvid": (406, 2.4, 0.444),
    "STS13_headlines": (495, 2.6, 0.625),
    "STS13_OnWN": (286, 2.4, 0.556),
    "STS15_answers-students": (494, 3.0, 0.75),
    "STS15_headlines": (517, 2.6, 0.625),
    "STS15_images": (548, 2.5, 0.538),
    "STSB_all_train": (3532, 3.0, 0.536),
    "STSB_all_test": (855, 2.8, 0.516),
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    print("| set | pairs | Cont. paper | Cont. ours | median score | median MER paper | ours |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for name, (paper_cont, _, paper_mer) in PAPER.items():
        table = pq.read_table(folder / f"{name}.parquet")
        # Scores are stored as float32: round, so that equal ones compare equal.
        scores = [round(s, 4) for s in table["score"].to_pylist()]
        pairs = zip(table["sentence1"].to_pylist(), table["sentence2"].to_pylist(), strict=True)
        rates = [mer(a, b) for a, b in pairs]
        score_median, mer_median = statistics.median(scores), statistics.median(rates)
        cont = sum(
            (s > score_median and m < mer_median) or (s < score_median and m > mer_median)
            for s, m in zip(scores, rates, strict=True)
        )
        print(
            f"| {name} | {len(scores)} | {paper_cont} | {cont} | {score_median:g} |"
            f" {paper_mer} | {mer_median:.4f} |"
        )


if __name__ == "__main__":
    main()
