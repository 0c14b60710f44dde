#!/usr/bin/env python3
"""Which rows of a transfer task another encoder wins and loses, and whether scale explains it.

    benchmarks/transfer_errors.py demo osscse --data transfer --task MR --task SUBJ
    benchmarks/transfer_errors.py demo osscse --data transfer --share 0.5 --share 0.75
    benchmarks/transfer_errors.py demo osscse --data transfer --where "\\b(not|no|never)\\b|n't"

Trains the classifiers of `trainer transfer` on embeddings of each encoder, one for each
`--strength`, and prints a table in Markdown: accuracy in %, and for each encoder after the first
how many rows it alone classifies correctly (+), how many the first alone does (-), and the p-value
of a sign test. Tasks with one split are cross-validated over ten folds. With `--standardise`, every
feature is scaled to a deviation of one, so that the penalty treats all alike. With `--where`, the
rows that match a pattern and the others are also shown apart; a pair matches if one sentence does.
With `--share`, encoders on the straight line between the first and the second are compared, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer
from shares import between

from schemas.errors import run_app

if TYPE_CHECKING:
    from trainer.encoders.embeddings import Embeddings
    from trainer.encoders.encoder import Encoder
    from trainer.evaluation.data.labelled import Labelled, TransferTask

FOLDS = 10
app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


def tested(task: TransferTask) -> Labelled:
    """The rows whose labels are predicted."""
    return task.splits.get("all") or task.splits["test"]


def correct(
    embeddings: Embeddings, task: TransferTask, strength: float, *, standardise: bool
) -> np.ndarray:
    """Which of the tested rows are classified correctly, as booleans.

    Args:
        embeddings: of every sentence of the task.
        task: with one split, or with `train` and `test`.
        strength: inverse strength of regularisation.
        standardise: scale each feature to a mean of zero and a deviation of one.
    """
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]
    from sklearn.pipeline import make_pipeline  # type: ignore[import-untyped]
    from sklearn.preprocessing import StandardScaler  # type: ignore[import-untyped]

    from trainer.evaluation.scores.transfer import features, folds_of

    classifier: Any = LogisticRegression(C=strength, max_iter=3000)
    model: Any = make_pipeline(StandardScaler(), classifier) if standardise else classifier
    rows = tested(task)
    inputs, labels = features(embeddings, rows), np.array(rows.labels)
    if "all" not in task.splits:
        train = task.splits["train"]
        model.fit(features(embeddings, train), np.array(train.labels))
        return np.asarray(model.predict(inputs) == labels)
    found = np.zeros(len(labels), dtype=bool)
    for fit, test in folds_of(inputs, labels, FOLDS):
        predicted = model.fit(inputs[fit], labels[fit]).predict(inputs[test])
        found[test] = predicted == labels[test]
    return found


def compared(first: np.ndarray, other: np.ndarray) -> str:
    """Accuracy of the other encoder, rows won and lost, and the p-value of a sign test."""
    from scipy.stats import binomtest

    won, lost = int((other & ~first).sum()), int((first & ~other).sum())
    chance = binomtest(won, won + lost).pvalue if won + lost else 1.0
    return f"{100 * other.mean():.2f} (+{won} -{lost}, p = {chance:.2g})"


def parts(task: TransferTask, where: str) -> list[tuple[str, np.ndarray]]:
    """All tested rows, then those that match a pattern and those that do not, if any, as masks."""
    rows = tested(task)
    every = ("all", np.ones(len(rows.labels), dtype=bool))
    if not where:
        return [every]
    words = re.compile(where, re.IGNORECASE)
    texts = [" ".join(pair) for pair in zip(rows.first, rows.second or rows.first, strict=True)]
    has = np.array([bool(words.search(text)) for text in texts])
    split = (("with", has), ("without", ~has))
    return [every, *((name, part) for name, part in split if part.any())]


@app.command(help=__doc__)
def main(
    encoders: Annotated[list[str], typer.Argument(help="The first is compared with each other.")],
    data: Annotated[Path, typer.Option(help="Folder of the transfer tasks.")],
    task: Annotated[list[str] | None, typer.Option(help="A task; repeat. All by default.")] = None,
    strength: Annotated[
        list[float] | None, typer.Option(help="Inverse strength of the penalty; repeat.")
    ] = None,
    standardise: Annotated[bool, typer.Option("--standardise", help="Scale features.")] = False,
    where: Annotated[str, typer.Option(help="Pattern to split rows by.")] = "",
    share: Annotated[
        list[float] | None, typer.Option(min=0, max=1, help="Share of the second; repeat.")
    ] = None,
) -> None:
    """Print the table."""
    from trainer.encoders.embeddings import embed
    from trainer.evaluation.data.labelled import read_transfer

    if share and len(encoders) < 2:
        raise typer.BadParameter("--share needs two encoders: it mixes the second into the first")
    tasks = read_transfer(data, task or ())
    texts = [text for one in tasks for text in one.texts]
    vectors = {name: embed(encoder, texts) for name, encoder in loaded(encoders, share or [])}
    print(f"| task | strength | rows | {' | '.join(vectors)} |")
    print(f"|---|--:|--:|{'--:|' * len(vectors)}")
    for one in tasks:
        for inverse in strength or [1.0, 4.0]:
            found = [
                correct(each, one, inverse, standardise=standardise) for each in vectors.values()
            ]
            for name, mask in parts(one, where):
                line = row(f"{one.name}, {name}", inverse, [each[mask] for each in found])
                print(line, flush=True)


def loaded(names: Sequence[str], shares: Sequence[float]) -> Iterator[tuple[str, Encoder]]:
    """The encoders with their names, then those with a share of the second's weights."""
    from trainer.encoders.folder import load_encoder

    for name in names:
        yield name, load_encoder(name)
    if shares:
        for share, encoder in between(names[0], names[1], shares):
            yield f"{share:g} of {names[1]}", encoder


def row(name: str, strength: float, found: Sequence[np.ndarray]) -> str:
    """A line of the table."""
    cells = [f"{100 * found[0].mean():.2f}", *(compared(found[0], other) for other in found[1:])]
    return f"| {name} | {strength:g} | {len(found[0])} | {' | '.join(cells)} |"


if __name__ == "__main__":
    run_app(app)
