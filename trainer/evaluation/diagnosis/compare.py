"""Compares runs: settings that differ, and differences of scores with bootstrap intervals."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from schemas.errors import UserError
from schemas.reading import as_file
from trainer.data.triples import Triple
from trainer.encoders.embeddings import Embeddings
from trainer.evaluation.data.pairs import Pairs
from trainer.evaluation.scores.bootstrap import LEAST_ROWS, LEVEL, draws, interval
from trainer.evaluation.scores.probe import places_by_kind, wins
from trainer.evaluation.scores.sts import correlation
from trainer.runs.folder import RunFolder

Statistic = Callable[[np.ndarray], float]
"""The score of the rows with the given indices."""

_RECORDED = ("model", "triples_sha256", "dev_sha256", "device", "processes")


@dataclass(frozen=True, slots=True)
class Difference:
    """A score of a run, compared with the first run's.

    Attributes:
        score: of the run, times 100.
        change: score minus the first run's, times 100; None for the first run.
        low: lower end of the 95 % confidence interval of the change; None for fewer than
            `LEAST_ROWS` rows.
        high: upper end.
    """

    score: float
    change: float | None = None
    low: float | None = None
    high: float | None = None

    @property
    def certain(self) -> bool:
        """Whether the interval excludes zero."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)


def settings_that_differ(runs: Sequence[str]) -> dict[str, list[Any]]:
    """Values of every setting in which runs differ, one per run; None if a run lacks it.

    Raises:
        UserError: a folder is not that of a run.
    """
    settings = [_settings(Path(run)) for run in runs]
    keys = dict.fromkeys(key for one in settings for key in one)
    rows = {key: [one.get(key) for one in settings] for key in keys}
    return {key: row for key, row in rows.items() if any(value != row[0] for value in row)}


def paired_bootstrap(
    first: Statistic, second: Statistic, rows: int, samples: int = 1000
) -> tuple[float, float]:
    """Interval of the difference of two scores on the same rows (Efron and Tibshirani, 1993).

    Each sample draws rows with replacement, the same ones for both scores, so that their common
    difficulty cancels out. The interval lies between percentiles.

    Args:
        first: the score to subtract.
        second: the score to subtract it from.

    Returns:
        Lower and upper end.

    Raises:
        UserError: there are too few rows.
    """
    changes = [second(chosen) - first(chosen) for chosen in draws(rows, samples)]
    # A sample of pairs with equal scores has no correlation, which is common with few rows.
    if np.isfinite(changes).sum() < LEVEL * samples:
        raise UserError(
            f"{rows} rows are too few for an interval: too many samples of them have no"
            " correlation. Compare on a larger set."
        )
    return interval(changes)


def compare(
    models: Mapping[str, Embeddings],
    tasks: Sequence[Pairs],
    triples: Sequence[Triple] = (),
    samples: int = 1000,
) -> dict[str, dict[str, Difference]]:
    """Scores of models by task, each compared with the first model's.

    Args:
        models: embeddings of every text, by name.
        tasks: scored pairs, compared by Spearman correlation.
        triples: complete triples, compared by the share of paraphrases above negations; with
            several kinds of contradiction, also for each kind.
    """
    found = {}
    for task in tasks:
        statistics = {name: _spearman(vectors, task) for name, vectors in models.items()}
        found[task.name] = _differences(statistics, len(task.scores), samples)
    groups = {"paraphrase above negation": triples} if triples else {}
    kinds = places_by_kind(triples)
    if len(kinds) > 1:
        for kind, places in kinds.items():
            groups[f"paraphrase above kind {kind}"] = [triples[place] for place in places]
    for label, rows in groups.items():
        statistics = {name: _ranking(vectors, rows) for name, vectors in models.items()}
        found[label] = _differences(statistics, len(rows), samples)
    return found


def _differences(
    statistics: Mapping[str, Statistic], rows: int, samples: int
) -> dict[str, Difference]:
    everything = np.arange(rows)
    (first, base), *others = statistics.items()
    start = base(everything)
    found = {first: Difference(100 * start)}
    for name, own in others:
        score = own(everything)
        found[name] = Difference(100 * score, 100 * (score - start))
        if rows >= LEAST_ROWS:
            low, high = paired_bootstrap(base, own, rows, samples)
            found[name] = replace(found[name], low=100 * low, high=100 * high)
    return found


def _spearman(embeddings: Embeddings, task: Pairs) -> Statistic:
    from scipy.stats import rankdata

    cosines = embeddings.cosines(task.first, task.second)
    correlation(cosines, task)  # refuses a collapsed encoder
    scores = np.array(task.scores)

    def score(rows: np.ndarray) -> float:
        left, right = rankdata(cosines[rows]), rankdata(scores[rows])
        if np.ptp(left) == 0 or np.ptp(right) == 0:
            return float("nan")
        return float(np.corrcoef(left, right)[0, 1])

    return score


def _ranking(embeddings: Embeddings, triples: Sequence[Triple]) -> Statistic:
    anchors = [row.anchor for row in triples]
    near = embeddings.cosines(anchors, [str(row.paraphrase) for row in triples])
    far = embeddings.cosines(anchors, [str(row.negation) for row in triples])
    ranked = wins(near, far)
    return lambda rows: float(ranked[rows].mean())


def _settings(run: Path) -> dict[str, Any]:
    folder = RunFolder(run)
    record = folder.read_record()
    try:
        recipe = tomllib.loads(as_file(folder.recipe).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise UserError(f"{run} is not the folder of a run: it has no readable recipe.") from error
    versions = {f"versions.{name}": value for name, value in record.get("versions", {}).items()}
    return {**_flat(recipe), **{key: record.get(key) for key in _RECORDED}, **versions}


def _flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            found.update(_flat(value, f"{prefix}{key}."))
        else:
            found[f"{prefix}{key}"] = value
    return found
