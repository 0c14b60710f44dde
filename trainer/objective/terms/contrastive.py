"""The contrastive term: an anchor must find its positive among all candidates."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from pydantic import StrictBool
from pydantic.dataclasses import dataclass

from trainer.data.roles import Need, Role
from trainer.objective.terms.term import Term
from trainer.objective.weighting_settings import Weighting
from trainer.settings.recipe import Recipe
from trainer.settings.values import FINITE, NotNegative, Share

if TYPE_CHECKING:
    from torch import Tensor

    from trainer.encoders.encoder import Encoder
    from trainer.objective.seen import Seen


@dataclass(frozen=True, kw_only=True, config=FINITE)
class Contrastive(Recipe):
    """The settings of the term, beside `temperature`, `positive` and `negation`.

    Attributes:
        contrastive_weight: weight of the contrastive term, in which an anchor must find its own
            positive among those of the batch; 0 removes it.
        label_smoothing: share of the target that is spread over all candidates instead of the own
            positive.
        positive_in_denominator: whether the denominator of the contrastive term includes an
            anchor's own positive beside its negatives, as in InfoNCE.
        weighting: weights of the batch's negatives.
    """

    contrastive_weight: NotNegative = 1.0
    label_smoothing: Share = 0.0
    positive_in_denominator: StrictBool = True
    weighting: Weighting = field(default_factory=Weighting)


def contrastive(recipe: Contrastive, encoder: Encoder) -> Term:
    """InfoNCE over the batch, its further negatives and, optionally, negations as positives.

    For negations as positives a second InfoNCE, over the anchors that have one, is added (SNCSE,
    eq. 8).
    """
    from trainer.losses import info_nce
    from trainer.objective.weighting import candidate_weights, load_judge

    needs = [Need({Role.ANCHOR, Role.POSITIVE})]
    if recipe.negation == "positive":
        needs.append(Need({Role.ANCHOR, Role.NEGATION}))
    judge = load_judge(recipe.weighting, recipe.precision)

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

    return Term(needs, value)
