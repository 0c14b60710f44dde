"""The material of a report, and its measurements from one pass over all texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from trainer.data.triples import Triple
from trainer.encoders.embeddings import Embeddings
from trainer.evaluation.data.contrast_rows import Contrast
from trainer.evaluation.data.families import Family
from trainer.evaluation.data.labelled import TransferTask
from trainer.evaluation.data.pairs import Pairs
from trainer.evaluation.diagnosis.failures import Failures, HardSubset, hard_subset, rank_failures
from trainer.evaluation.diagnosis.transformations import Transformations, measure_families
from trainer.evaluation.scores.contrast import Outcomes, judge
from trainer.evaluation.scores.geometry import Distribution, Geometry, distributions, geometry
from trainer.evaluation.scores.probe import Probe, probe_embeddings
from trainer.evaluation.scores.splits import (
    SideMeans,
    SideScores,
    Split,
    mean_sides,
    score_sides,
    split_sets,
)
from trainer.evaluation.scores.sts import StsScores, distinct_texts, score
from trainer.evaluation.scores.transfer import TransferScores, score_transfer

_FOCUS = ("STSB", "STSB-dev", "SICK-R")
"""Tasks for geometry and failures: the first that is present, otherwise the first task."""


@dataclass(frozen=True)
class Material:
    """The data that models are diagnosed on.

    Attributes:
        families: sentences with transformations.
        tasks: scored pairs.
        triples: complete triples.
        transfer: labelled sentences.
        folds: for cross-validation in the transfer tasks.
        contrast: contrast sets.
    """

    families: Sequence[Family]
    tasks: Sequence[Pairs] = ()
    triples: Sequence[Triple] = ()
    transfer: Sequence[TransferTask] = ()
    folds: int = 10
    contrast: Contrast = field(default_factory=lambda: Contrast([], []))

    @cached_property
    def splits(self) -> list[Split]:
        """Every subset of the tasks, split."""
        return split_sets(self.tasks)

    @property
    def focus(self) -> Pairs | None:
        """The task for geometry and failures; None without tasks."""
        by_name = {task.name: task for task in self.tasks}
        named = [by_name[name] for name in _FOCUS if name in by_name]
        return next(iter(named or self.tasks), None)

    @property
    def texts(self) -> list[str]:
        """Every text, once."""
        return list(
            dict.fromkeys(
                [
                    *distinct_texts(self.tasks),
                    *(text for family in self.families for text in family.texts),
                    *(text for row in self.triples for text in row.texts),
                    *(text for task in self.transfer for text in task.texts),
                    *self.contrast.texts,
                ]
            )
        )


@dataclass(frozen=True, slots=True)
class Scatter:
    """The pairs of a set as points.

    Attributes:
        scores: by people.
        cosines: of the embeddings, in the same order.
    """

    scores: list[float]
    cosines: list[float]


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Measurements of a model on the material; None or empty if there is no data for them.

    Attributes:
        transformations: similarities by kind.
        sts: correlation with human scores.
        splits: correlation on Cont. and Oppn., by set.
        sides: mean of these over the sets, weighted by pairs.
        scatter: of the task in focus.
        geometry: on the task in focus.
        failures: on the task in focus.
        hard: pairs with misleading lengths, on the task in focus.
        probe: on the triples.
        distributions: on the triples, or on the families if those have fewer than two anchors.
        transfer: accuracies.
        contrast: outcomes on the rows of the contrast sets.
    """

    transformations: Transformations
    sts: StsScores | None
    splits: dict[str, SideScores]
    sides: SideMeans | None
    scatter: Scatter | None
    geometry: Geometry | None
    failures: Failures | None
    hard: HardSubset | None
    probe: Probe | None
    distributions: list[Distribution]
    transfer: TransferScores | None
    contrast: Outcomes


def diagnose(embeddings: Embeddings, material: Material) -> Diagnosis:
    """Measure embeddings of all texts of the material.

    Raises:
        WorkFailed: the embeddings have collapsed.
        UserError: a transfer task has too few rows of a label.
    """
    focus, triples = material.focus, material.triples
    cosines = embeddings.cosines(focus.first, focus.second).tolist() if focus else []
    splits = {s.pairs.name: score_sides(embeddings, s) for s in material.splits}
    return Diagnosis(
        transformations=measure_families(embeddings, material.families),
        sts=score(embeddings, material.tasks) if material.tasks else None,
        splits=splits,
        sides=mean_sides(material.splits, splits) if splits else None,
        scatter=Scatter(list(focus.scores), cosines) if focus else None,
        geometry=geometry(embeddings, focus) if focus else None,
        failures=rank_failures(embeddings, focus) if focus else None,
        hard=hard_subset(embeddings, focus) if focus else None,
        probe=probe_embeddings(embeddings, triples) if triples else None,
        distributions=distributions(embeddings, *_triples(material)),
        transfer=(
            score_transfer(embeddings, material.transfer, material.folds)
            if material.transfer
            else None
        ),
        contrast=judge(embeddings, material.contrast),
    )


def _triples(material: Material) -> tuple[list[str], list[str], list[str]]:
    """Anchors, paraphrases and negations of the triples, or otherwise of the families."""
    rows = material.triples
    if len({row.anchor for row in rows}) > 1:
        return (
            [row.anchor for row in rows],
            [str(row.paraphrase) for row in rows],
            [str(row.negation) for row in rows],
        )
    whole = [f for f in material.families if {"paraphrase", "negation"} <= set(f.others)]
    return (
        [family.sentence for family in whole],
        [family.others["paraphrase"][0] for family in whole],
        [family.others["negation"][0] for family in whole],
    )
