"""The teacher: another encoder's similarities as soft targets of the contrastive task."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from pydantic.dataclasses import dataclass

from trainer.data.roles import Need, Role
from trainer.objective.terms.term import Term
from trainer.settings.recipe import Recipe
from trainer.settings.values import FINITE, NotNegative, PoolingMode, Positive

if TYPE_CHECKING:
    import torch
    from torch import Tensor

    from trainer.data.triples import Triple
    from trainer.encoders.encoder import Encoder
    from trainer.objective.seen import Seen
    from trainer.runtime.processes import Processes


@dataclass(frozen=True, slots=True, config=FINITE)
class Teacher:
    """A frozen encoder whose similarities are the target of a separate term.

    Attributes:
        model: another encoder, whose similarities of a batch's sentences are the target; empty for
            none.
        pooling: pooling of the teacher, if its folder states none.
        weight: weight of the term.
        temperature: what the similarities of both encoders are divided by before they are compared
            as shares.
    """

    model: str = ""
    pooling: PoolingMode = "cls"
    weight: NotNegative = 1.0
    temperature: Positive = 0.05


@dataclass(frozen=True, kw_only=True, config=FINITE)
class Teaching(Recipe):
    """The settings of the term.

    Attributes:
        teacher: an encoder whose similarities are learned.
    """

    teacher: Teacher = field(default_factory=Teacher)


def weight(recipe: Teaching) -> float:
    """The term's weight in a recipe; 0 if it is off."""
    return recipe.teacher.weight if recipe.teacher.model else 0.0


def teacher(recipe: Teaching, encoder: Encoder) -> Term:
    """Knowledge distillation, an alternative that DCLR compares its instance weights with.

    If another sentence of the batch says what the anchor says, the teacher gives it a share of the
    target; InfoNCE gives the whole target to the anchor's own positive.
    """
    settings = recipe.teacher
    from trainer.encoders.folder import Unstated, load_encoder
    from trainer.losses import cosine_matrix, soft_target_distance
    from trainer.objective.frozen import FrozenEncoder

    loaded = load_encoder(settings.model, unstated=Unstated(settings.pooling))
    frozen = FrozenEncoder(loaded, recipe.longest_sentence, recipe.precision)

    def value(seen: Seen) -> Tensor:
        anchor, positive = seen.of[Role.ANCHOR], seen.of[Role.POSITIVE]
        vectors = frozen.vectors([triple.anchor for triple in seen.triples], anchor.device)
        similarity = cosine_matrix(vectors, vectors)
        return soft_target_distance(anchor, positive, similarity, settings.temperature)

    def foresee(triples: Sequence[Triple], device: torch.device, processes: Processes) -> None:
        frozen.cache([triple.anchor for triple in triples], device, processes)

    return Term([Need({Role.ANCHOR, Role.POSITIVE})], value, foresee)
