"""Does an encoder separate equal meaning from similar wording? Scores with intervals.

Triples: the share whose paraphrase is nearer to the anchor than the contradiction. Pairs: the
average precision of the cosine. The bootstrap resamples anchors, so that rows which share a
sentence are drawn together. Fewer than `LEAST_ROWS` anchors have no interval.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from trainer.encoders.embeddings import Advance, Embeddings, embed
from trainer.encoders.encoder import Encoder
from trainer.evaluation.data.contrast_rows import Contrast
from trainer.evaluation.data.contrast_sets import bundled_contrast
from trainer.evaluation.scores.bootstrap import LEAST_ROWS, draws, interval, wilson
from trainer.evaluation.scores.probe import wins

SAMPLES = 1000


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Results of an encoder on contrast sets, row by row.

    Attributes:
        ranked: for each triple, 1 if the paraphrase is nearer, 0 if the contradiction is, a half if
            they are equally near.
        cosines: of each pair.
    """

    ranked: np.ndarray
    cosines: np.ndarray


@dataclass(frozen=True, slots=True)
class Figure:
    """A score with its 95 % interval, times 100, and its change from the first model.

    Attributes:
        rows: number of triples or pairs, or of sets if the score is a mean over them.
        score: share ranked correctly, or average precision.
        low: lower end; None if there are too few anchors for an interval.
        high: upper end.
        change: score minus the first model's; None for the first model.
        change_low: lower end of the change, from the same samples for both models; None if there
            are too few anchors.
        change_high: upper end.
    """

    rows: int
    score: float
    low: float | None
    high: float | None
    change: float | None = None
    change_low: float | None = None
    change_high: float | None = None

    @property
    def certain(self) -> bool:
        """Whether the interval of the change excludes zero."""
        low, high = self.change_low, self.change_high
        return low is not None and high is not None and (low > 0 or high < 0)


@dataclass(frozen=True, slots=True)
class ContrastScores:
    """Scores of one encoder.

    Attributes:
        triples: by set.
        subsets: of the triples, by set and subset; without sets that have only one.
        pairs: by set.
        triples_mean: over the sets, with equal weights; None without triples.
        pairs_mean: the same for pairs.
    """

    triples: dict[str, Figure]
    subsets: dict[str, dict[str, Figure]]
    pairs: dict[str, Figure]
    triples_mean: Figure | None
    pairs_mean: Figure | None


def judge(embeddings: Embeddings, rows: Contrast) -> Outcomes:
    """Compare the embeddings of all texts of the sets."""
    anchors = [row.anchor for row in rows.triples]
    near = embeddings.cosines(anchors, [row.paraphrase for row in rows.triples])
    far = embeddings.cosines(anchors, [row.contradiction for row in rows.triples])
    firsts, seconds = ([getattr(p, f"sentence{i}") for p in rows.pairs] for i in (1, 2))
    return Outcomes(wins(near, far), embeddings.cosines(firsts, seconds))


def bundled_share(encoder: Encoder, advance: Advance | None = None) -> float:
    """Share of the bundled triples that an encoder ranks correctly, times 100."""
    rows = bundled_contrast()
    return 100 * float(judge(embed(encoder, rows.texts, advance=advance), rows).ranked.mean())


def score_contrast(rows: Contrast, models: Mapping[str, Outcomes]) -> dict[str, ContrastScores]:
    """Scores by model; changes are relative to the first.

    Args:
        models: outcomes on these rows.
    """
    scores: dict[str, ContrastScores] = {}
    first: _Drawn | None = None
    for name, outcomes in models.items():
        drawn = _draw(rows, outcomes)
        scores[name] = _scores(drawn, first)
        first = first or drawn
    return scores


def average_precision(cosines: np.ndarray, labels: np.ndarray, weights: np.ndarray) -> float:
    """Mean precision at the ranks of the positive rows, in [0, 1]; equal cosines share a rank.

    Args:
        cosines: `(rows,)`, in descending order.
        labels: `(rows,)`, 1 for positive rows and 0 for others.
        weights: `(rows,)`, how often a row counts.

    Returns:
        Not a number if no positive row has weight.
    """
    positive = np.cumsum(weights * labels)
    total = np.cumsum(weights)
    last = np.append(np.flatnonzero(np.diff(cosines)), len(cosines) - 1)  # of each run of ties
    gained = np.diff(positive[last], prepend=0)
    if not positive[-1]:
        return float("nan")
    return float((gained * positive[last] / np.maximum(total[last], 1)).sum() / positive[-1])


Draws = np.ndarray
"""A score, times 100, for all rows and then for each bootstrap sample, `(1 + SAMPLES,)`."""


class _Sampled(NamedTuple):
    """A score on some rows, and on samples of them.

    Attributes:
        rows: their number, or that of sets for a mean over sets.
        anchors: how many different ones they have; of the smallest set for a mean.
        draws: the score.
    """

    rows: int
    anchors: int
    draws: Draws


_Drawn = dict[tuple[str, str, str], _Sampled]
"""Samples by `triples` or `pairs`, set and subset; the latter two are empty for the mean over
sets."""


def _draw(rows: Contrast, outcomes: Outcomes) -> _Drawn:
    drawn: _Drawn = {}
    triples: dict[tuple[str, str], list[int]] = {}
    for place, row in enumerate(rows.triples):
        for subset in dict.fromkeys(("", row.subset)):
            triples.setdefault((row.set, subset), []).append(place)
    for (name, subset), places in triples.items():
        anchors = [rows.triples[place].anchor for place in places]
        share = _share(outcomes.ranked[places])
        samples = _bootstrap(f"{name}/{subset}", anchors, share)
        drawn["triples", name, subset] = _Sampled(len(places), len({*anchors}), samples)
    pairs: dict[str, list[int]] = {}
    for place, pair in enumerate(rows.pairs):
        pairs.setdefault(pair.set, []).append(place)
    for name, places in pairs.items():
        firsts = [rows.pairs[place].sentence1 for place in places]
        labels = np.array([rows.pairs[place].same for place in places])
        precision = _precision(outcomes.cosines[places], labels)
        samples = _bootstrap(name, firsts, precision)
        drawn["pairs", name, ""] = _Sampled(len(places), len({*firsts}), samples)
    for kind in ("triples", "pairs"):
        wholes = [found for (k, _, subset), found in drawn.items() if (k, subset) == (kind, "")]
        if wholes:
            fewest = min(found.anchors for found in wholes)
            mean = np.mean([found.draws for found in wholes], axis=0)
            drawn[kind, "", ""] = _Sampled(len(wholes), fewest, mean)
    return drawn


def _share(ranked: np.ndarray) -> Callable[[np.ndarray], float]:
    return lambda weights: float((weights * ranked).sum() / weights.sum())


def _precision(cosines: np.ndarray, labels: np.ndarray) -> Callable[[np.ndarray], float]:
    order = np.argsort(-cosines, kind="stable")
    cosines, labels = cosines[order], labels[order]
    return lambda weights: average_precision(cosines, labels, weights[order])


def _bootstrap(name: str, groups: Sequence[str], statistic: Callable[[np.ndarray], float]) -> Draws:
    """A statistic for all rows, then for samples of as many groups with replacement.

    The samples depend only on the name and the groups, so they are the same for every model and
    whatever else is measured.

    Args:
        groups: for each row, the sentence that it shares with others.
        statistic: computed from the weights of the rows.
    """
    known = {group: number for number, group in enumerate(sorted(set(groups)))}
    numbers = np.array([known[group] for group in groups])
    found = [statistic(np.ones(len(numbers)))]
    for drawn in draws(len(known), SAMPLES, zlib.crc32(name.encode())):
        found.append(statistic(np.bincount(drawn, minlength=len(known))[numbers]))
    return 100 * np.array(found)


def _scores(drawn: _Drawn, first: _Drawn | None) -> ContrastScores:
    figures = {
        key: _figure(found, first[key].draws if first else None, is_share=key[0] == "triples")
        for key, found in drawn.items()
    }
    subsets: dict[str, dict[str, Figure]] = {}
    for (_, name, subset), figure in figures.items():
        if subset:
            subsets.setdefault(name, {})[subset] = figure
    triples, pairs = (
        {name: f for (k, name, subset), f in figures.items() if k == kind and name and not subset}
        for kind in ("triples", "pairs")
    )
    return ContrastScores(
        triples=triples,
        subsets={name: found for name, found in subsets.items() if len(found) > 1},
        pairs=pairs,
        triples_mean=figures.get(("triples", "", "")),
        pairs_mean=figures.get(("pairs", "", "")),
    )


def _figure(found: _Sampled, first: Draws | None, *, is_share: bool) -> Figure:
    low, high = _interval(found, is_share=is_share)
    whole = Figure(found.rows, float(found.draws[0]), low, high)
    if first is None:
        return whole
    change = found.draws - first
    moved = replace(whole, change=float(change[0]))
    if found.anchors < LEAST_ROWS:
        return moved
    ends = interval(change[1:])
    return replace(moved, change_low=ends[0], change_high=ends[1])


def _interval(found: _Sampled, *, is_share: bool) -> tuple[float, float] | tuple[None, None]:
    """The interval of a score; Wilson's of a share whose samples are all alike."""
    if found.anchors < LEAST_ROWS:
        return None, None
    low, high = interval(found.draws[1:])
    if low < high:
        return low, high
    if not is_share:
        return None, None
    low, high = wilson(found.draws[0] / 100, found.anchors)
    return 100 * low, 100 * high
