"""How the gradient of a step comes about: whole, in parts, from a cache, or against an adversary.

Each way ends with the gradient in `.grad` of the objective's parameters, summed over processes.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from trainer.data.batch import Batch, rows_of
from trainer.data.triples import Triple
from trainer.objective.objective import Objective, Seen, Terms
from trainer.recipes.settings import Recipe
from trainer.runtime.randomness import random_state, set_random_state
from trainer.training.sharpness import uphill


class Gradients:
    """Takes the gradient of a batch.

    Args:
        objective: what is differentiated.
        recipe: which way.
    """

    def __init__(self, objective: Objective, recipe: Recipe) -> None:
        self._objective, self._recipe = objective, recipe
        self._seen: list[Seen] = []

    def tokenised(self, triples: Sequence[Triple]) -> list[Batch]:
        """The parts of a batch as token ids. Draws nothing: a thread may run ahead with it."""
        size = -(-len(triples) // self._recipe.accumulate)
        parts = [triples[start : start + size] for start in range(0, len(triples), size)]
        return [self._objective.tokenised(part) for part in parts]

    def __call__(self, parts: Sequence[Batch]) -> Terms:
        """Leave the gradient of a batch in `.grad`, and give its terms.

        With weights moved uphill, the gradient is that of the moved weights, over the same batch,
        dropout and drawn negatives; the terms are theirs as well.

        Args:
            parts: from `tokenised`.
        """
        objective, settings = self._objective, self._recipe.perturbation
        batches = [objective.perturbed(part) for part in parts]
        steps = [self._adversarial_steps(batch) for batch in batches]
        state = self._random_state()
        terms = self._sweep(batches, steps)
        if settings.weights != "none":
            # The queue is still as it was: a batch enters it once, by the pass that counts.
            weights = [*objective.reader.parameters(), *objective.head.parameters()]
            with uphill(weights, settings.weights, settings.weights_radius):
                objective.clear_gradients()
                self._set_random_state(state)
                terms = self._sweep(batches, steps)
        for seen in self._seen:
            objective.remember(seen)
        return terms

    def _sweep(self, batches: Sequence[Batch], steps: Sequence[list[Tensor]]) -> Terms:
        """One pass over the parts of a batch; a part counts by its share of the anchors."""
        rows = rows_of(batches)
        total: list[Tensor] = []
        self._seen = []
        for batch, found in zip(batches, steps, strict=True):
            if self._objective.reader.hook is not None:
                self._objective.reader.hook.use(found)
            share = len(batch.triples) / rows
            backward = self._from_cache if self._recipe.grad_cache else self._whole
            terms = [share * term.detach() for term in backward(batch, share)]
            total = [a + b for a, b in zip(total, terms, strict=True)] if total else terms
            self._seen.append(self._objective.seen)
        self._objective.processes.sum_gradients(self._objective.reader.learned())
        return Terms(*total)

    def _whole(self, batch: Batch, share: float) -> Terms:
        """Forward and backward with all activations held."""
        objective = self._objective
        terms = objective.terms(batch, objective.read(batch.rows), objective.read_keys(batch))
        (share * terms.loss).backward()  # type: ignore[no-untyped-call]
        return terms

    def _from_cache(self, batch: Batch, share: float) -> Terms:
        """Vectors without activations, their gradient, then every part again (GradCache).

        Each part is encoded a second time with the dropout of the first, so the gradient is that of
        the whole batch (Gao et al., 2021, "Scaling deep contrastive learning batch size").
        """
        objective = self._objective
        shares = objective.processes.shares([len(row.ids) for row in batch.rows])
        parts = objective.parts(shares[objective.processes.rank])
        before, found = [], []
        with torch.no_grad():
            for part in parts:
                before.append(self._random_state())
                found.append(objective.read_part([batch.rows[row] for row in part]))
        own = torch.cat([objective.nothing(), *found])
        vectors = objective.processes.gather(own, shares).requires_grad_()
        terms = objective.terms(batch, vectors, objective.read_keys(batch))
        (share * terms.loss).backward()  # type: ignore[no-untyped-call]
        after = self._random_state()
        gradient = vectors.grad if vectors.grad is not None else torch.zeros_like(vectors)
        for part, state in zip(parts, before, strict=True):
            self._set_random_state(state)
            again = objective.read_part([batch.rows[row] for row in part])
            own_gradient = gradient[torch.tensor(part, device=gradient.device)]
            again.backward(own_gradient)  # type: ignore[no-untyped-call]
        self._set_random_state(after)
        return terms

    def _adversarial_steps(self, batch: Batch) -> list[Tensor]:
        """FGSM's step of the input embeddings for each part that this process encodes."""
        hook = self._objective.reader.hook
        if hook is None or not hook.adversarial:
            return []
        state = self._random_state()
        with hook.searching() as steps:
            self._whole(batch, 1.0)
        self._objective.clear_gradients()
        self._set_random_state(state)
        return steps

    def _random_state(self) -> dict[str, Tensor]:
        return random_state(self._objective.encoder.device, self._objective.draw)

    def _set_random_state(self, state: dict[str, Tensor]) -> None:
        set_random_state(state, self._objective.encoder.device, self._objective.draw)
