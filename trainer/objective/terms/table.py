"""The table of terms, in the order and with the names of metrics, progress and curves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trainer.objective.terms.contrastive import Contrastive, contrastive
from trainer.objective.terms.distillation import Distillation, distillation
from trainer.objective.terms.margin import Margin, margin
from trainer.objective.terms.paraphrase import Paraphrase, paraphrase
from trainer.objective.terms.teacher import Teaching, teacher
from trainer.objective.terms.term import Term
from trainer.settings.entry import Entry

if TYPE_CHECKING:
    from trainer.encoders.encoder import Encoder

TERMS: dict[str, Entry[Any, Encoder, Term]] = {
    "contrastive": Entry(Contrastive, contrastive),
    "margin": Entry(Margin, margin),
    "distillation": Entry(Distillation, distillation),
    "paraphrase": Entry(Paraphrase, paraphrase),
    "teacher": Entry(Teaching, teacher),
}

ALWAYS_SHOWN = ("contrastive", "margin")
"""The terms of the paper, which every run reports, with 0 if they are off."""
