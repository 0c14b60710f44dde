"""The pull of paraphrases: their similarity should reach a target."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field, StrictFloat
from pydantic.dataclasses import dataclass

from trainer.data.roles import Need, Role
from trainer.objective.terms.term import Term
from trainer.settings.recipe import Recipe
from trainer.settings.values import FINITE, NotNegative

if TYPE_CHECKING:
    from torch import Tensor

    from trainer.encoders.encoder import Encoder
    from trainer.objective.seen import Seen


@dataclass(frozen=True, kw_only=True, config=FINITE)
class Paraphrase(Recipe):
    """The settings of the term.

    Attributes:
        paraphrase_weight: weight of the term that raises the similarity of anchor and paraphrase
            to `paraphrase_target`; the more the wording differs, the more a pair counts; 0 removes
            it.
        paraphrase_target: similarity above which a paraphrase is not pulled any closer.
    """

    paraphrase_weight: NotNegative = 0.0
    paraphrase_target: Annotated[StrictFloat, Field(ge=-1.0, le=1.0)] = 0.85


def paraphrase(recipe: Paraphrase, encoder: Encoder) -> Term:
    """Paraphrases as positives, but only up to a target similarity.

    Each is weighted by its match error rate, that is, by how much its wording differs from the
    anchor's, since a near copy teaches nothing. The vectors are the encoder's own, without the
    training head, since the target is a similarity that users see.
    """
    import torch
    from torch.nn import functional

    from trainer.losses import weighted_floor

    roles = (Role.ANCHOR, Role.PARAPHRASE)

    def value(seen: Seen) -> Tensor:
        anchor, near = seen.together(*roles, encoded=True)
        rates = [seen.triples[row].mer for row in seen.shared(*roles)]
        weights = torch.tensor([1.0 if rate is None else rate for rate in rates]).to(anchor)
        similarity = functional.cosine_similarity(anchor, near)
        return weighted_floor(similarity, weights, recipe.paraphrase_target)

    return Term([Need(roles)], value)
