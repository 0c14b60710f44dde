"""The contrastive term: an anchor must find its positive among all candidates."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import torch
from torch import Tensor
from torch.nn import functional

from trainer.data.batch import Need, Role
from trainer.data.triples import Triple
from trainer.encoders.encoder import Encoder
from trainer.losses import info_nce
from trainer.objective.seen import Seen
from trainer.objective.terms.term import Term
from trainer.objective.weighting import Judge, load_judge
from trainer.settings.recipe import Recipe


def contrastive(recipe: Recipe, encoder: Encoder) -> Term | None:
    """InfoNCE over the batch, its further negatives and, optionally, negations as positives.

    For negations as positives a second InfoNCE, over the anchors that have one, is added (SNCSE,
    eq. 8).
    """
    if not recipe.contrastive_weight:
        return None
    needs = [Need({Role.ANCHOR, Role.POSITIVE})]
    if recipe.negation == "positive":
        needs.append(Need({Role.ANCHOR, Role.NEGATION}))
    judge = load_judge(recipe)

    def value(seen: Seen) -> Tensor:
        anchor = seen.of[Role.ANCHOR]
        own = info_nce(
            anchor,
            seen.of[Role.POSITIVE],
            recipe.temperature,
            negatives=seen.negatives.vectors if seen.negatives else None,
            weights=candidate_weights(seen, judge),
            smoothing=recipe.label_smoothing,
            own=seen.own,
            own_in_denominator=recipe.positive_in_denominator,
        )
        if recipe.negation != "positive" or not seen.anchors[Role.NEGATION]:
            return own
        negated, negation = seen.together(Role.ANCHOR, Role.NEGATION)
        below = recipe.positive_in_denominator
        return own + info_nce(negated, negation, recipe.temperature, own_in_denominator=below)

    return Term(recipe.contrastive_weight, needs, value)


def variants_of_one(triples: Sequence[Triple]) -> list[tuple[int, int]]:
    """Pairs of indices in a batch, in both orders, that are variants of one sentence."""
    places: dict[tuple[int, str], list[int]] = {}
    for place, triple in enumerate(triples):
        places.setdefault((triple.id, triple.anchor), []).append(place)
    return [pair for same in places.values() for pair in permutations(same, 2)]


def candidate_weights(seen: Seen, judge: Judge | None) -> Tensor | None:
    """Weights of the candidates `(rows, rows + negatives)`; None if all are 1.

    The positive of another variant says the same as the anchor: it is not a negative and gets
    weight 0.
    """
    anchor, negatives = seen.of[Role.ANCHOR], seen.negatives
    same = variants_of_one(seen.triples)
    further = negatives.weights if negatives else None
    if judge is not None:
        own = judge(seen)
    elif further is not None or same:
        own = anchor.new_ones(len(anchor), len(anchor))
    else:
        return None
    if same:
        own = own.clone()
        rows, candidates = zip(*same, strict=True)
        own[list(rows), list(candidates)] = 0.0
    if further is not None:
        return torch.cat([own, further], dim=1)
    return functional.pad(own, (0, len(negatives.vectors)), value=1.0) if negatives else own
