"""The table of terms. Metrics, progress and curves show them in this order, under these names."""

from __future__ import annotations

from trainer.objective.terms.contrastive import contrastive
from trainer.objective.terms.margin import margin
from trainer.objective.terms.term import MakeTerm

TERMS: dict[str, MakeTerm] = {"contrastive": contrastive, "margin": margin}
