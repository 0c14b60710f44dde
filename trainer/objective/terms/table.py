"""The table of terms, in the order and with the names of metrics, progress and curves."""

from __future__ import annotations

from trainer.objective.terms.contrastive import contrastive
from trainer.objective.terms.distillation import distillation
from trainer.objective.terms.margin import margin
from trainer.objective.terms.paraphrase import paraphrase
from trainer.objective.terms.teacher import teacher
from trainer.objective.terms.term import MakeTerm

TERMS: dict[str, MakeTerm] = {
    "contrastive": contrastive,
    "margin": margin,
    "distillation": distillation,
    "paraphrase": paraphrase,
    "teacher": teacher,
}

ALWAYS_SHOWN = ("contrastive", "margin")
"""The terms of the paper, which every run reports, with 0 if they are off."""
