"""Relational distillation: texts keep their similarities under the initial or another encoder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pydantic.dataclasses import dataclass

from trainer.data.roles import Need, Role
from trainer.objective.terms.term import Term
from trainer.settings.recipe import Recipe
from trainer.settings.values import FINITE, NotNegative

if TYPE_CHECKING:
    import torch
    from torch import Tensor

    from trainer.data.triples import Triple
    from trainer.encoders.encoder import Encoder
    from trainer.objective.seen import Seen
    from trainer.runtime.processes import Processes


@dataclass(frozen=True, kw_only=True, config=FINITE)
class Distillation(Recipe):
    """The settings of the term.

    Attributes:
        distill_weight: weight of the term that keeps the similarities of a batch's anchors and
            paraphrases to each other as the initial encoder has them (relational distillation); 0
            removes it.
        distill_from: the encoder whose similarities are preserved; empty for the initial one. A run
            that continues from a trained encoder can name the one before all training.
    """

    distill_weight: NotNegative = 0.0
    distill_from: str = ""


def distillation(recipe: Distillation, encoder: Encoder) -> Term:
    """Preserves the encoder's behaviour, beside or instead of its weights (recall).

    It compares all anchors and paraphrases of a batch with each other, so nearly all pairs are
    unrelated. The vectors are the encoder's own, without the training head.
    """
    import torch

    from trainer.encoders.folder import Unstated, load_encoder
    from trainer.losses import relational_distance
    from trainer.objective.frozen import FrozenEncoder

    if recipe.distill_from:
        unstated = Unstated(encoder.settings.pooling)
        encoder = load_encoder(recipe.distill_from, unstated=unstated)
    frozen = FrozenEncoder(encoder, recipe.longest_sentence, recipe.precision)

    def value(seen: Seen) -> Tensor:
        texts = [seen.triples[row].anchor for row in seen.anchors[Role.ANCHOR]]
        # There is a row for every anchor that has the text.
        texts += [str(seen.triples[row].paraphrase) for row in seen.anchors[Role.PARAPHRASE]]
        vectors = torch.cat([seen.encoded[Role.ANCHOR], seen.encoded[Role.PARAPHRASE]])
        return relational_distance(vectors, frozen.vectors(texts, vectors.device))

    def foresee(triples: Sequence[Triple], device: torch.device, processes: Processes) -> None:
        texts = [triple.anchor for triple in triples]
        texts += [triple.paraphrase for triple in triples if triple.paraphrase is not None]
        frozen.cache(texts, device, processes)

    needs = [Need({Role.ANCHOR, Role.PARAPHRASE})]
    return Term(needs, value, foresee)
