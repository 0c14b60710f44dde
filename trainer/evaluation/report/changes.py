"""What changed from a report's first model to the others, and what was lost. Pure functions."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rich.table import Table

from trainer.evaluation.report.material import Diagnosis
from trainer.evaluation.report.tables import columns
from trainer.evaluation.scores.contrast import ContrastScores

LEAST = 0.1
"""Points below which a score counts as unchanged."""
LEAST_COSINE = 1.0
"""The same for a mean cosine times 100."""


class Measure(NamedTuple):
    """A figure of a model, times 100.

    Attributes:
        name: what it measures, as shown.
        value: the figure.
        unit: ` %` for a share.
        sign: 1 if more is better, -1 if less is.
        least: smallest change that counts.
    """

    name: str
    value: float
    unit: str = ""
    sign: int = 1
    least: float = LEAST


class Change(NamedTuple):
    """A figure of the first model and of a later one.

    Attributes:
        measure: that of the later model.
        before: the first model's value.
    """

    measure: Measure
    before: float

    @property
    def points(self) -> float:
        """The difference, rounded as it is shown."""
        return round(self.measure.value - self.before, 1)

    @property
    def gain(self) -> float:
        """The points by which the later model is better, or worse if negative."""
        return self.points * self.measure.sign

    @property
    def is_loss(self) -> bool:
        """Whether the later model is worse by an amount that counts."""
        return self.gain <= -self.measure.least

    @property
    def said(self) -> str:
        """The change in words: the name, then the figure before and after."""
        name, value, unit, *_ = self.measure
        return f"{name} {self.before:.1f}{unit} → {value:.1f}{unit}"


def headlines(found: Diagnosis, contrast: ContrastScores | None) -> list[Measure]:
    """The figures that a reader wants first."""
    made: list[Measure] = []
    if found.transformations.ranking is not None:
        share = 100 * found.transformations.ranking
        made.append(Measure("paraphrase ranked above negation", share, " %"))
    if contrast is not None and contrast.triples_mean is not None:
        made.append(Measure("contrast triples ranked correctly", contrast.triples_mean.score, " %"))
    if contrast is not None and contrast.pairs_mean is not None:
        made.append(Measure("average precision on contrast pairs", contrast.pairs_mean.score))
    if found.probe is not None:
        made.append(Measure("held-out triples ranked correctly", 100 * found.probe.ranking, " %"))
    if found.sts is not None and found.sts.average is not None:
        made.append(Measure("average correlation with human scores", found.sts.average))
    if found.transfer is not None and found.transfer.average is not None:
        made.append(Measure("average accuracy of the transfer tasks", found.transfer.average, " %"))
    return [one for one in made if not math.isnan(one.value)]


def details(found: Diagnosis, contrast: ContrastScores | None) -> Iterator[Measure]:
    """The figures behind those: each set, kind of contradiction, task and side of a split."""
    if contrast is not None:
        yield from _contrast_details(contrast)
    kinds = found.probe.by_kind if found.probe is not None else []
    for kind in kinds if len(kinds) > 1 else ():
        yield Measure(f"held-out triples, {kind.kind}", 100 * kind.ranking, " %")
    for task, value in (found.sts.spearman if found.sts is not None else {}).items():
        yield Measure(f"correlation with human scores, {task}", value)
    for name, sides in found.splits.items():
        for side, score in (("Cont.", sides.cont), ("Oppn.", sides.oppn)):
            if score is not None:
                yield Measure(f"correlation with human scores, {name} {side}", score)
    for task, result in (found.transfer.tasks if found.transfer is not None else {}).items():
        yield Measure(f"accuracy, {task}", result.accuracy, " %")
    for distribution in found.distributions:
        if distribution.kind == "negative":
            name = "mean cosine of unrelated sentences, x 100 (less is better)"
            yield Measure(name, 100 * distribution.mean, "", -1, LEAST_COSINE)


def _contrast_details(contrast: ContrastScores) -> Iterator[Measure]:
    """The figures of each set and subset; a single set is its own mean."""
    for name, whole in contrast.triples.items() if len(contrast.triples) > 1 else ():
        yield Measure(f"contrast triples of {name}", whole.score, " %")
    for name, kinds in contrast.subsets.items():
        for kind, figure in kinds.items():
            yield Measure(f"contrast triples of {name}, {kind}", figure.score, " %")
    for name, whole in contrast.pairs.items() if len(contrast.pairs) > 1 else ():
        yield Measure(f"average precision on {name}", whole.score)


def changes(first: list[Measure], later: list[Measure]) -> list[Change]:
    """The figures that two models have in common, in the order of the later one's."""
    before = {measure.name: measure.value for measure in first}
    return [Change(one, before[one.name]) for one in later if one.name in before]


def summaries(models: Mapping[str, Diagnosis], contrast: Mapping[str, ContrastScores]) -> list[str]:
    """A sentence for each later model that says what changed from the first, and what got worse."""
    first = next(iter(models))
    every = _compared(models, contrast)
    sentences = []
    for name, main in _compared(models, contrast, headlines_only=True).items():
        lost = sum(one.is_loss for one in every[name].values())
        worse = f"{lost} of the scores below" if lost else "No score below"
        said = "; ".join(one.said for one in main.values())
        sentences.append(f"From {first} to {name}: {said}. {worse} got worse.")
    return sentences


def changes_table(models: Mapping[str, Diagnosis], contrast: Mapping[str, ContrastScores]) -> Table:
    """The headline figures of all models, with the change from the first."""
    found = _compared(models, contrast, headlines_only=True)
    shown = dict.fromkeys(name for changed in found.values() for name in changed)
    return _table("Change from the first model, in points", [*models], found, list(shown))


def losses_table(
    models: Mapping[str, Diagnosis], contrast: Mapping[str, ContrastScores]
) -> Table | None:
    """Scores that are worse for a later model than for the first, the largest loss first.

    None if there is no such score.
    """
    found = _compared(models, contrast)
    every = [(name, one) for changed in found.values() for name, one in changed.items()]
    lost = dict.fromkeys(name for name, one in every if one.is_loss)
    shown = sorted(lost, key=lambda name: min(one.gain for other, one in every if other == name))
    return _table("Scores that got worse", [*models], found, shown) if shown else None


def _compared(
    models: Mapping[str, Diagnosis],
    contrast: Mapping[str, ContrastScores],
    *,
    headlines_only: bool = False,
) -> dict[str, dict[str, Change]]:
    """The changes of each later model from the first, by the figure's name."""
    measured = {
        name: [
            *headlines(found, contrast.get(name)),
            *(() if headlines_only else details(found, contrast.get(name))),
        ]
        for name, found in models.items()
    }
    (_, first), *others = measured.items()
    return {
        name: {change.measure.name: change for change in changes(first, later)}
        for name, later in others
    }


def _table(
    title: str,
    models: Sequence[str],
    found: Mapping[str, Mapping[str, Change]],
    shown: Sequence[str],
) -> Table:
    table = columns(title, "", models)
    for name in shown:
        has = [changed.get(name) for changed in found.values()]
        known = next(one for one in has if one is not None)
        before = f"{known.before:.1f}{known.measure.unit}"
        table.add_row(name, before, *("–" if one is None else _cell(one) for one in has))
    return table


def _cell(change: Change) -> str:
    return f"{change.measure.value:.1f}{change.measure.unit} ({change.points:+.1f})"
