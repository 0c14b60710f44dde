"""Transfer tasks: logistic regression on frozen embeddings, with SentEval's protocol.

Conneau and Kiela (LREC 2018). A task with one split is cross-validated over stratified folds, and
the strength of regularisation is chosen in each training part by another cross-validation. A task
with `dev` chooses it there; one with only `train` and `test` by cross-validation of `train`.
Features of a pair are `|a - b|` and `a * b`, side by side. The classifier is scikit-learn's, with
an L2 penalty over all classes at once instead of one linear classifier per class.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from schemas.errors import UserError
from schemas.packages import optional
from schemas.progress import counted
from trainer.encoders.embeddings import Advance, Embeddings
from trainer.evaluation.data.labelled import TRANSFER, Labelled, TransferTask

STRENGTHS = tuple(2.0**power for power in range(-2, 4))
"""Inverse strengths of regularisation that SentEval tries for logistic regression."""

SEED = 1111
"""SentEval's seed for the folds."""


@dataclass(frozen=True, slots=True)
class TransferScore:
    """Result of a task.

    Attributes:
        accuracy: on the test part, or the mean over the outer folds; in per cent.
        development: accuracy on the data that chose the strength.
        f1: for label 1 on the test part, in per cent; None unless the task has pairs.
        rows: sentences or pairs tested.
    """

    accuracy: float
    development: float
    f1: float | None
    rows: int


@dataclass(frozen=True, slots=True)
class TransferScores:
    """Results of an encoder.

    Attributes:
        tasks: by name.
        average: mean accuracy over the standard tasks present; None if there is none.
        absent: standard tasks that were not measured.
    """

    tasks: dict[str, TransferScore]
    average: float | None
    absent: list[str] = field(default_factory=list)


def require_classifier() -> None:
    """Check, before long work, that classifiers can be trained.

    Raises:
        UserError: scikit-learn is not installed.
    """
    optional("sklearn", "The transfer tasks need scikit-learn: pip install 'osscse[report]'.")


def score_transfer(
    embeddings: Embeddings,
    tasks: Sequence[TransferTask],
    folds: int = 10,
    advance: Advance | None = None,
) -> TransferScores:
    """Train and test a classifier for each task.

    Args:
        embeddings: of every sentence of the tasks.
        folds: for outer and inner cross-validation; SentEval uses 10, or 5 in its fast setting.
        advance: called after each task.

    Raises:
        UserError: a label of a task without `dev` has too few rows for the folds.
    """
    scores = {}
    for task in tasks:
        scores[task.name] = _score(embeddings, task, folds)
        if advance is not None:
            advance(1)
    standard = [scores[name].accuracy for name in TRANSFER if name in scores]
    return TransferScores(
        scores,
        float(np.mean(standard)) if standard else None,
        [name for name in TRANSFER if name not in scores],
    )


def features(embeddings: Embeddings, rows: Labelled) -> np.ndarray:
    """Input of the classifier, float64 `(rows, hidden)`, twice as wide for pairs."""
    first = embeddings.of(rows.first).astype(np.float64)
    if rows.second is None:
        return first
    second = embeddings.of(rows.second).astype(np.float64)
    return np.hstack([np.abs(first - second), first * second])


def cross_validate(inputs: np.ndarray, labels: np.ndarray, folds: int) -> tuple[float, float]:
    """Nested cross-validation.

    Returns:
        Mean accuracy of the inner folds at the chosen strength, and of the outer folds; shares.
    """
    inner, outer = [], []
    for train, test in folds_of(inputs, labels, folds):
        strength, accuracy = _choose(inputs[train], labels[train], folds)
        inner.append(accuracy)
        model = _fit(inputs[train], labels[train], [strength])[0]
        outer.append(float(model.score(inputs[test], labels[test])))
    return float(np.mean(inner)), float(np.mean(outer))


def _score(embeddings: Embeddings, task: TransferTask, folds: int) -> TransferScore:
    parts = {name: features(embeddings, rows) for name, rows in task.splits.items()}
    labels = {name: np.array(rows.labels) for name, rows in task.splits.items()}
    if "all" in parts:
        # An outer fold may take two rows of a label, and the inner folds divide the rest.
        _check_folds(task.name, labels["all"], folds, folds + 2)
        inner, outer = cross_validate(parts["all"], labels["all"], folds)
        return TransferScore(100 * outer, 100 * inner, None, len(labels["all"]))
    if "dev" in parts:
        models = _fit(parts["train"], labels["train"], STRENGTHS)
        accuracies = [model.score(parts["dev"], labels["dev"]) for model in models]
        best = int(np.argmax(accuracies))
        model, development = models[best], float(accuracies[best])
    else:
        _check_folds(task.name, labels["train"], folds, folds)
        strength, development = _choose(parts["train"], labels["train"], folds)
        model = _fit(parts["train"], labels["train"], [strength])[0]
    predicted = model.predict(parts["test"])
    accuracy = float((predicted == labels["test"]).mean())
    return TransferScore(
        100 * accuracy,
        100 * development,
        _f1(labels["test"], predicted) if task.splits["test"].second is not None else None,
        len(predicted),
    )


def _f1(labels: np.ndarray, predicted: np.ndarray) -> float:
    from sklearn.metrics import f1_score  # type: ignore[import-untyped]

    return 100 * float(f1_score(labels == 1, predicted == 1, zero_division=0.0))


def _check_folds(task: str, labels: np.ndarray, folds: int, least: int) -> None:
    rarest = int(np.unique(labels, return_counts=True)[1].min())
    if rarest < least:
        raise UserError(
            f"{task} has a label with {counted(rarest, 'row')}; --folds {folds} needs at least"
            f" {least} of each."
        )


def _choose(inputs: np.ndarray, labels: np.ndarray, folds: int) -> tuple[float, float]:
    """The strength with the best mean accuracy over inner folds, and that accuracy."""
    table = [
        [model.score(inputs[test], labels[test]) for model in _fit(inputs[t], labels[t], STRENGTHS)]
        for t, test in folds_of(inputs, labels, folds)
    ]
    means = np.mean(table, axis=0)
    best = int(np.argmax(means))
    return STRENGTHS[best], float(means[best])


def folds_of(
    inputs: np.ndarray, labels: np.ndarray, folds: int
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Places of the rows to train and to test on, for each stratified fold."""
    from sklearn.model_selection import StratifiedKFold  # type: ignore[import-untyped]

    splitter: Any = StratifiedKFold(n_splits=folds, shuffle=True, random_state=SEED)
    yield from splitter.split(inputs, labels)


def _fit(inputs: np.ndarray, labels: np.ndarray, strengths: Sequence[float]) -> list[Any]:
    """A classifier for each strength; each starts from the one before, which saves steps."""
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

    models: list[Any] = []
    for strength in strengths:
        model: Any = LogisticRegression(C=strength, max_iter=1000, warm_start=True)
        if models:
            model.coef_ = models[-1].coef_.copy()
            model.intercept_ = models[-1].intercept_.copy()
            model.classes_ = models[-1].classes_
        models.append(model.fit(inputs, labels))
    return models
