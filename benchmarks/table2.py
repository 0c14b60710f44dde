"""Check the match error rate against Table 2 of OssCSE: counts and medians of Cont. and Oppn.

    python benchmarks/table2.py DIR

DIR has STS sets as Parquet files with the columns sentence1, sentence2, score, one file per set. A
pair is Cont. if its score is above the median and its match error rate below the median, or the
reverse, strictly; every tie is Oppn. The reference is sentence 1.
"""

import argparse
from pathlib import Path

from trainer.evaluation.data.sts_sets import read_pairs
from trainer.evaluation.scores.splits import split_pairs

# Set -> Cont. count, median score, median MER, as printed in the paper.
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
        split = split_pairs(read_pairs(folder / f"{name}.parquet", name))
        print(
            f"| {name} | {len(split.cont)} | {paper_cont} | {sum(split.cont)} |"
            f" {split.median_score:g} | {paper_mer} | {split.median_mer:.4f} |"
        )


if __name__ == "__main__":
    main()
