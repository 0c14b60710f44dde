"""The two-way margin: a negation stays below the paraphrase, but not far below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch
from torch import Tensor
from torch.nn import functional

from trainer.data.batch import Need, Role
from trainer.encoders.encoder import Encoder
from trainer.losses import two_way_margin
from trainer.objective.seen import Seen
from trainer.objective.terms.term import Term
from trainer.settings.recipe import Recipe
from trainer.settings.values import Bounds


def margin(recipe: Recipe, encoder: Encoder) -> Term | None:
    """The margin between the anchor's negation and its paraphrase, or its positive (SNCSE)."""
    if recipe.negation != "margin" or not recipe.margin_weight:
        return None
    roles = (Role.ANCHOR, Role(recipe.margin_positive), Role.NEGATION)
    needs = [Need(roles)]
    if recipe.margin_positive == "positive":
        # Needs every anchor, so that a run without the contrastive term encodes the same rows.
        needs.append(Need({Role.POSITIVE}))
    general = (recipe.margin_alpha, recipe.margin_beta)

    def value(seen: Seen) -> Tensor:
        anchor, near, negation = seen.together(*roles)
        alpha: float | Tensor
        beta: float | Tensor
        alpha, beta = general
        if recipe.margin_kinds:
            kinds = [seen.triples[row].kind for row in seen.shared(*roles)]
            alpha, beta = bounds_by_kind(kinds, recipe.margin_kinds, general).to(anchor)
        wanted = functional.cosine_similarity(anchor, near)
        ends = [anchor, near] if recipe.margin_from == "both" else [anchor]
        unwanted = [functional.cosine_similarity(end, negation) for end in ends]
        return torch.stack([two_way_margin(wanted, far, alpha, beta) for far in unwanted]).mean()

    return Term(recipe.margin_weight, needs, value)


def bounds_by_kind(
    kinds: Sequence[str | None], special: Mapping[str, Bounds], general: Bounds
) -> Tensor:
    """Alpha and beta of contradictions, `(2, rows)`.

    Args:
        kinds: of each row; None if unknown.
        special: bounds for some kinds.
        general: bounds for all others.
    """
    rows = [special.get(kind, general) if kind else general for kind in kinds]
    return torch.tensor(rows).reshape(-1, 2).T
