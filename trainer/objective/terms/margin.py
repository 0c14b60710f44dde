"""The two-way margin: a negation stays below the paraphrase, yet not far below it."""

from __future__ import annotations

from torch import Tensor
from torch.nn import functional

from trainer.data.batch import Need, Role
from trainer.encoders.encoder import Encoder
from trainer.losses import two_way_margin
from trainer.objective.seen import Seen
from trainer.objective.terms.term import Term
from trainer.recipes.settings import Recipe


def margin(recipe: Recipe, encoder: Encoder) -> Term | None:
    """The margin between the anchor's negation and its paraphrase, or its positive (SNCSE)."""
    if recipe.negation != "margin" or not recipe.margin_weight:
        return None
    roles = (Role.ANCHOR, Role(recipe.margin_positive), Role.NEGATION)
    needs = [Need(roles)]
    if recipe.margin_positive == "positive":
        # Of every anchor, so that a run without the contrastive term encodes the same rows.
        needs.append(Need({Role.POSITIVE}))

    def value(seen: Seen) -> Tensor:
        anchor, near, negation = seen.together(*roles)
        return two_way_margin(
            functional.cosine_similarity(anchor, near),
            functional.cosine_similarity(anchor, negation),
            recipe.margin_alpha,
            recipe.margin_beta,
        )

    return Term(recipe.margin_weight, needs, value)
