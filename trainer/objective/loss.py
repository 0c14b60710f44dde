"""The loss of a batch: the terms that a recipe asks for, weighted and added up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor

from schemas.errors import UserError, WorkFailed
from trainer.data.roles import Need, Role
from trainer.data.triples import Triple
from trainer.encoders.encoder import Encoder
from trainer.objective.cosines import mean_cosines
from trainer.objective.seen import Seen
from trainer.objective.terms.table import ALWAYS_SHOWN, TERMS, weighted
from trainer.runtime.processes import Processes
from trainer.settings.recipe import Recipe


@dataclass(frozen=True, slots=True)
class Terms:
    """Scalars of a batch.

    Attributes:
        loss: the value to differentiate (the recall term is added later).
        values: the recipe's terms by name, in the order of the table; 0 for terms of the paper that
            the recipe does not use.
        cosines: mean cosines of positives and of negatives by name; may be empty.
        gradients: lengths of the terms' gradients by name, from `Loss.gradient_lengths`.
    """

    loss: Tensor
    values: Mapping[str, Tensor]
    cosines: Mapping[str, Tensor] = field(default_factory=dict)
    gradients: Mapping[str, Tensor] = field(default_factory=dict)

    def check_finite(self, step: int) -> None:
        """Check that the loss is finite.

        Raises:
            WorkFailed: it is not, after `step` steps.
        """
        if not self.loss.isfinite():
            raise WorkFailed(
                f"The loss is not finite after step {step}. Lower learning_rate or use"
                " precision=fp32; the last checkpoint is from before."
            )


class Loss:
    """Computes the terms of a batch.

    Args:
        recipe: which terms, their weights and settings, and nested dimensions.
        encoder: the initial encoder; terms copy what they need of it.

    Attributes:
        active: the terms that have a weight, by name.

    Raises:
        UserError: the model has too few dimensions, or a term cannot be made.
    """

    def __init__(self, recipe: Recipe, encoder: Encoder) -> None:
        self._nested = recipe.nested_dimensions
        if self._nested and self._nested[0] >= encoder.hidden_size:
            raise UserError(
                f"nested_dimensions has {self._nested[0]}, but the model's vectors have"
                f" {encoder.hidden_size}; give fewer."
            )
        entries = weighted(recipe)
        self.active = {name: entry.make(recipe, encoder) for name, entry in entries.items()}
        self._weights = {name: entry.weight(recipe) for name, entry in entries.items()}

    @property
    def needs(self) -> list[Need]:
        """The rows of a batch that the terms compare."""
        return [need for term in self.active.values() for need in term.needs]

    @property
    def foresees(self) -> bool:
        """Whether some term prepares for the triples of the next steps."""
        return any(term.foresee for term in self.active.values())

    def foresee(
        self, triples: Sequence[Triple], device: torch.device, processes: Processes
    ) -> None:
        """Let the terms prepare for the triples of the next steps."""
        for term in self.active.values():
            if term.foresee is not None:
                term.foresee(triples, device, processes)

    def __call__(self, seen: Seen) -> Terms:
        """The terms of a batch, and their sum."""
        zero = seen.of[Role.ANCHOR].new_zeros(())
        views = [seen, *map(seen.first, self._nested)]
        found = {
            name: torch.stack([term.value(view) for view in views]).mean()
            for name, term in self.active.items()
        }
        loss = sum((self._weights[name] * value for name, value in found.items()), zero)
        if seen.negatives is not None and seen.negatives.loss is not None:
            loss = loss + seen.negatives.loss
        shown = [name for name in TERMS if name in found or name in ALWAYS_SHOWN]
        values = {name: found.get(name, zero) for name in shown}
        return Terms(loss, values, mean_cosines(seen))

    def gradient_lengths(self, terms: Terms, vectors: Tensor) -> dict[str, Tensor]:
        """The length of the gradient of each weighted term: how strongly it pulls.

        It is taken with respect to the vectors that the encoder gives, where it costs next to
        nothing. Empty if there is only one term to compare.

        Args:
            terms: of a batch, before `backward`.
            vectors: `(rows, hidden)`, those that the terms were computed from.
        """
        if len(self._weights) < 2:
            return {}
        found = {}
        for name, weight in self._weights.items():
            (gradient,) = torch.autograd.grad(
                weight * terms.values[name],
                vectors,
                retain_graph=True,
                materialize_grads=True,
            )
            found[name] = gradient.float().norm()
        return found

    def release(self) -> None:
        """Free the copies of the initial encoder that terms have, after training."""
        self.active.clear()
