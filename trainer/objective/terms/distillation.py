"""Relational distillation: texts keep their similarities under the initial encoder."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from trainer.data.batch import Need, Role
from trainer.data.triples import Triple
from trainer.encoders.encoder import Encoder
from trainer.losses import relational_distance
from trainer.objective.frozen import FrozenEncoder
from trainer.objective.seen import Seen
from trainer.objective.terms.term import Term
from trainer.runtime.processes import Processes
from trainer.settings.recipe import Recipe


def distillation(recipe: Recipe, encoder: Encoder) -> Term | None:
    """Preserves the encoder's behaviour, beside or instead of its weights (recall).

    It compares all anchors and paraphrases of a batch with each other, so nearly all pairs are
    unrelated. The vectors are the encoder's own, without the training head.
    """
    if not recipe.distill_weight:
        return None
    frozen = FrozenEncoder(encoder, recipe.max_sentence_tokens, recipe.precision)

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
    return Term(recipe.distill_weight, needs, value, foresee)
