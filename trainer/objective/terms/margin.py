"""The two-way margin: a negation stays below the paraphrase, but not far below."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BeforeValidator, Field, StrictFloat
from pydantic.dataclasses import dataclass

from trainer.data.roles import Need, Role
from trainer.objective.terms.term import Term
from trainer.settings.recipe import Recipe
from trainer.settings.values import FINITE, NotNegative

if TYPE_CHECKING:
    from torch import Tensor

    from trainer.encoders.encoder import Encoder
    from trainer.objective.seen import Seen

Alpha = Annotated[StrictFloat, Field(ge=-2.0, le=2.0)]
# Two cosines differ by 2 at most, so a bound of 2 is none.
Beta = Annotated[Alpha, BeforeValidator(lambda v: 2.0 if v in ("none", float("inf")) else v)]
Bounds = tuple[Alpha, Beta]
"""Smallest and largest target difference of similarities."""


@dataclass(frozen=True, kw_only=True, config=FINITE)
class Margin(Recipe):
    """The settings of the term, which is off unless `negation` is `margin`.

    Attributes:
        margin_weight: weight of the margin term (lambda), which keeps the negation less similar to
            the anchor than the paraphrase is; 0 removes it, as does a `negation` other than
            `margin`.
        margin_alpha: smallest target difference: similarity of the paraphrase less that of the
            negation.
        margin_beta: largest target difference; `none`, or 2, for a margin without an upper bound.
        margin_positive: the near side of the margin: the `paraphrase`, or the anchor's `positive`.
        margin_kinds: `[alpha, beta]` of some kinds of contradiction, such as
            `{antonym = [0.2, 0.5]}`; the others have `margin_alpha` and `margin_beta`.
        margin_from: from where the similarity of the negation is measured: the `anchor`, or `both`
            anchor and near side, whose margins are averaged.
    """

    margin_weight: NotNegative
    margin_alpha: Alpha
    margin_beta: Annotated[
        Beta, Field(description='a number of at least -2 and at most 2, or "none"')
    ]
    margin_positive: Literal["paraphrase", "positive"] = "paraphrase"
    margin_kinds: Annotated[
        dict[str, Bounds],
        Field(
            description="a table of [alpha, beta] by kind, numbers of at least -2 and at most 2 (or"
            ' "none" for beta)'
        ),
    ] = field(default_factory=dict)
    margin_from: Literal["anchor", "both"] = "anchor"


def weight(recipe: Margin) -> float:
    """The term's weight in a recipe; 0 if it is off."""
    return recipe.margin_weight if recipe.negation == "margin" else 0.0


def margin(recipe: Margin, encoder: Encoder) -> Term:
    """The margin between the anchor's negation and its paraphrase, or its positive (SNCSE)."""
    import torch
    from torch.nn import functional

    from trainer.losses import two_way_margin

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
            kinds = [seen.triples[row].kind or "" for row in seen.shared(*roles)]
            bounds = [recipe.margin_kinds.get(kind, general) for kind in kinds]
            alpha, beta = anchor.new_tensor(bounds).reshape(-1, 2).T
        wanted = functional.cosine_similarity(anchor, near)
        ends = [anchor, near] if recipe.margin_from == "both" else [anchor]
        unwanted = [functional.cosine_similarity(end, negation) for end in ends]
        return torch.stack([two_way_margin(wanted, far, alpha, beta) for far in unwanted]).mean()

    return Term(needs, value)
