"""The pull of paraphrases: their similarity should reach a target."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from trainer.data.batch import Need, Role
from trainer.encoders.encoder import Encoder
from trainer.losses import weighted_floor
from trainer.objective.seen import Seen
from trainer.objective.terms.term import Term
from trainer.settings.recipe import Recipe


def paraphrase(recipe: Recipe, encoder: Encoder) -> Term | None:
    """Paraphrases as positives, but only up to a target similarity.

    Each is weighted by its match error rate, that is, by how much its wording differs from the
    anchor's, since a near copy teaches nothing. The vectors are the encoder's own, without the
    training head, since the target is a similarity that users see.
    """
    if not recipe.paraphrase_weight:
        return None
    roles = (Role.ANCHOR, Role.PARAPHRASE)

    def value(seen: Seen) -> Tensor:
        anchor, near = seen.together(*roles, encoded=True)
        rates = [seen.triples[row].mer for row in seen.shared(*roles)]
        weights = torch.tensor([1.0 if rate is None else rate for rate in rates]).to(anchor)
        similarity = functional.cosine_similarity(anchor, near)
        return weighted_floor(similarity, weights, recipe.paraphrase_target)

    return Term(recipe.paraphrase_weight, [Need(roles)], value)
