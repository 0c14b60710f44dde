"""The table of terms, in the order and with the names of metrics, progress, curves and cards."""

from __future__ import annotations

from trainer.objective.terms import contrastive, distillation, margin, paraphrase, teacher
from trainer.objective.terms.term import TermEntry
from trainer.settings.recipe import Recipe

TERMS: dict[str, TermEntry] = {
    "contrastive": TermEntry(
        contrastive.Contrastive,
        lambda recipe: recipe.contrastive_weight,
        contrastive.contrastive,
        "InfoNCE",
        "a sentence is nearer to itself, or to its paraphrase, than to the other sentences of the"
        " batch",
    ),
    "margin": TermEntry(
        margin.Margin,
        margin.weight,
        margin.margin,
        "TwoWayMargin",
        "a contradiction is less similar to its sentence than the paraphrase is (OssCSE, EMNLP"
        " 2023)",
    ),
    "distillation": TermEntry(
        distillation.Distillation,
        lambda recipe: recipe.distill_weight,
        distillation.distillation,
        "SimilarityDistillation",
        "all other similarities stay as the base model has them",
    ),
    "paraphrase": TermEntry(
        paraphrase.Paraphrase,
        lambda recipe: recipe.paraphrase_weight,
        paraphrase.paraphrase,
        "SimilarityFloor",
        "a paraphrase is similar to its sentence",
    ),
    "teacher": TermEntry(
        teacher.Teaching,
        teacher.weight,
        teacher.teacher,
        "SoftTargets",
        "sentences of the batch are as near to each other as another encoder has them",
    ),
}

ALWAYS_SHOWN = ("contrastive", "margin")
"""The terms of the paper, which every run reports, with 0 if they are off."""


def weighted(recipe: Recipe) -> dict[str, TermEntry]:
    """Name -> entry of the terms that have a weight in a recipe."""
    return {name: entry for name, entry in TERMS.items() if entry.weight(recipe)}
