"""Time of an evaluation against bare encoding, and agreement with sentence-transformers.

    python benchmarks/evaluate.py DIR [--model demo] [--repeats 3]

DIR has STS sets as Parquet files. Bare encoding is one call of the encoder on the distinct
sentences of all tasks; the evaluation reads the files, encodes and scores. The two alternate, so
that other load on the machine affects both; the ratios are of the lowest times, wall clock and CPU.
Agreement compares the Spearman correlation on STS-B with EmbeddingSimilarityEvaluator on the same
folder.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from sentence_transformers import SentenceTransformer
from sentence_transformers.sentence_transformer.evaluation import EmbeddingSimilarityEvaluator

from schemas.encoders import encoder_folder
from trainer.encoders.embeddings import embed
from trainer.encoders.encoder import Encoder
from trainer.encoders.folder import load_encoder
from trainer.evaluation.data.pairs import Pairs
from trainer.evaluation.data.sts_sets import read_folder
from trainer.evaluation.scores.sts import StsScores, distinct_texts, score


def seconds(work: Callable[[], object]) -> tuple[float, float]:
    """Wall-clock seconds and CPU seconds."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - cpu


def evaluate(encoder: Encoder, tasks: Sequence[Pairs]) -> StsScores:
    return score(embed(encoder, distinct_texts(tasks)), tasks)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--model", default="demo")
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    encoder = load_encoder(arguments.model)
    tasks = read_folder(arguments.folder)
    texts = distinct_texts(tasks)
    bare, whole = [], []
    for _ in range(arguments.repeats):
        bare.append(seconds(lambda: encoder.encode(texts)))
        whole.append(seconds(lambda: evaluate(encoder, read_folder(arguments.folder))))
    print(f"tasks: {', '.join(task.name for task in tasks)}; {len(texts):,} distinct sentences")
    for label, encoding, evaluation in zip(
        ("clock", "processors"), zip(*bare, strict=True), zip(*whole, strict=True), strict=True
    ):
        print(
            f"{label}: bare encoding {min(encoding):.2f} s, evaluation {min(evaluation):.2f} s",
            end="",
        )
        print(f", ratio {min(evaluation) / min(encoding):.3f}")
    task = read_folder(arguments.folder, ["STSB"])[0]
    evaluator = EmbeddingSimilarityEvaluator(
        task.first, task.second, task.scores, main_similarity="cosine", write_csv=False
    )
    model = SentenceTransformer(encoder_folder(arguments.model), device="cpu")
    theirs = evaluator(model)["spearman_cosine"]
    ours = evaluate(encoder, [task]).spearman["STSB"] / 100
    print(f"STS-B: sentence-transformers {theirs:.6f}, ours {ours:.6f}", end="")
    print(f", difference {abs(ours - theirs):.1e}")


if __name__ == "__main__":
    main()
