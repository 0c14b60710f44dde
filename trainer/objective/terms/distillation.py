"""Relational distillation: texts keep the similarities that the initial encoder gave them."""

from __future__ import annotations

from torch import Tensor, cat

from trainer.data.batch import Need, Role
from trainer.encoders.encoder import Encoder
from trainer.losses import relational_distance
from trainer.objective.frozen import FrozenEncoder
from trainer.objective.seen import Seen
from trainer.objective.terms.term import Term
from trainer.recipes.settings import Recipe


def distillation(recipe: Recipe, encoder: Encoder) -> Term | None:
    """Recall of what the encoder does, beside or instead of the recall of its weights.

    It compares all anchors and paraphrases of a batch with each other, so nearly all pairs are of
    strangers. The vectors are the encoder's own, without the training head.
    """
    if not recipe.distill_weight:
        return None
    frozen = FrozenEncoder(encoder, recipe.max_sentence_tokens, recipe.precision)

    def value(seen: Seen) -> Tensor:
        texts = [seen.triples[row].anchor for row in seen.anchors[Role.ANCHOR]]
        # A row is there for every anchor that has the text.
        texts += [str(seen.triples[row].paraphrase) for row in seen.anchors[Role.PARAPHRASE]]
        vectors = cat([seen.encoded[Role.ANCHOR], seen.encoded[Role.PARAPHRASE]])
        return relational_distance(vectors, frozen.vectors(texts, vectors.device))

    return Term(recipe.distill_weight, [Need({Role.ANCHOR, Role.PARAPHRASE})], value)
