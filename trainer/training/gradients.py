"""Ways to compute a step's gradient: in one pass, accumulated, from a cache, adversarial.

Each way ends with the gradient in `.grad` of the objective's parameters, summed over processes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import torch
from torch import Tensor

from trainer.data.batch import Batch, rows_of
from trainer.data.triples import Triple
from trainer.encoders.backbone import word_table
from trainer.objective.loss import Terms
from trainer.objective.objective import Objective
from trainer.objective.seen import Seen
from trainer.settings.recipe import Recipe
from trainer.training.sharpness import uphill


class Gradients:
    """Computes the gradient of a batch."""

    def __init__(self, objective: Objective, recipe: Recipe) -> None:
        self._objective, self._recipe = objective, recipe
        self._learned = objective.reader.learned()

    def tokenised(self, triples: Sequence[Triple]) -> list[Batch]:
        """The parts of a batch as token ids. Uses no randomness, so a thread may run ahead with
        it."""
        size = -(-len(triples) // self._recipe.accumulate)
        parts = [triples[start : start + size] for start in range(0, len(triples), size)]
        return [self._objective.batcher(part) for part in parts]

    def __call__(self, parts: Sequence[Batch], lengths: bool = True) -> Terms:
        """Compute the gradient of a batch into `.grad`, and return its terms.

        If weights are moved uphill, the gradient and the terms are those of the moved weights, with
        the same batch, dropout and drawn negatives.

        Args:
            parts: from `tokenised`.
            lengths: whether the terms also get the lengths of their gradients, for the log.
        """
        objective, settings = self._objective, self._recipe.perturbation
        batches = [
            objective.batcher.perturbed(part, objective.random_states.draw) for part in parts
        ]
        steps = [self._adversarial_steps(batch) for batch in batches]
        state = self._random_state()
        terms, seen = self._sweep(batches, steps, lengths)
        if settings.weights != "none":
            # The queue is unchanged so far: a batch enters it once, in the pass that counts.
            with uphill(objective.clipped(), settings.weights, settings.weights_radius):
                clear_gradients(objective)
                self._restore(state)
                terms, seen = self._sweep(batches, steps, lengths)
        for part in seen:
            objective.sources.remember(part)
        return terms

    def _sweep(
        self, batches: Sequence[Batch], steps: Sequence[list[Tensor]], lengths: bool
    ) -> tuple[Terms, list[Seen]]:
        """One pass over the parts of a batch, each weighted by its share of the anchors."""
        found: list[tuple[float, Terms]] = []
        every: list[Seen] = []
        for batch, step in zip(batches, steps, strict=True):
            if self._objective.reader.hook is not None:
                self._objective.reader.hook.use(step)
            share = len(batch.triples) / rows_of(batches)
            backward = self._from_cache if self._recipe.grad_cache else self._whole
            terms, seen = backward(batch, share, lengths)
            found.append((share, terms))
            every.append(seen)
        self._objective.processes.sum_gradients(self._learned)
        return weighted(found), every

    def _whole(self, batch: Batch, share: float, lengths: bool) -> tuple[Terms, Seen]:
        """Forward and backward with all activations stored."""
        return self._backward(batch, self._objective.reader.read(batch.rows), share, lengths)

    def _backward(
        self, batch: Batch, vectors: Tensor, share: float, lengths: bool
    ) -> tuple[Terms, Seen]:
        """From the vectors of a batch's rows to its terms, and back."""
        seen = self._objective.see(batch, vectors, self._objective.read_keys(batch))
        terms = self._objective.loss(seen)
        if lengths:
            terms = replace(terms, gradients=self._objective.loss.gradient_lengths(terms, vectors))
        (share * terms.loss).backward()  # type: ignore[no-untyped-call]
        return terms, seen

    def _from_cache(self, batch: Batch, share: float, lengths: bool) -> tuple[Terms, Seen]:
        """Vectors without activations, their gradient, then each part again (GradCache).

        Each part is encoded a second time with the same dropout, so the gradient is that of
        the whole batch (Gao et al., 2021, "Scaling deep contrastive learning batch size").
        """
        reader = self._objective.reader
        shares, parts = reader.dealt(batch.rows)
        before, found = [], []
        with torch.no_grad():
            for part in parts:
                before.append(self._random_state())
                found.append(reader([batch.rows[row] for row in part]))
            vectors = reader.gathered(found, shares)
        vectors.requires_grad_()
        result = self._backward(batch, vectors, share, lengths)
        after = self._random_state()
        gradient = vectors.grad if vectors.grad is not None else torch.zeros_like(vectors)
        for part, state in zip(parts, before, strict=True):
            self._restore(state)
            again = reader([batch.rows[row] for row in part])
            again.backward(gradient[torch.tensor(part, device=gradient.device)])
        self._restore(after)
        return result

    def _adversarial_steps(self, batch: Batch) -> list[Tensor]:
        """FGSM's step of the input embeddings for each part that this process encodes."""
        hook = self._objective.reader.hook
        if hook is None or not hook.adversarial:
            return []
        state = self._random_state()
        with hook.searching() as steps:
            self._whole(batch, 1.0, lengths=False)
        clear_gradients(self._objective)
        self._restore(state)
        return steps

    def _random_state(self) -> dict[str, Tensor]:
        return self._objective.random_states.get(self._objective.encoder.device)

    def _restore(self, state: dict[str, Tensor]) -> None:
        self._objective.random_states.set(state, self._objective.encoder.device)


def clear_gradients(objective: Objective) -> None:
    """Start a step without gradients.

    On a CPU the gradient of the word embeddings, by far the largest tensor, stays in memory and is
    updated row by row: a new one for every forward pass costs a tenth of a step.
    """
    encoder = objective.encoder
    table = word_table(encoder.backbone) if encoder.device.type == "cpu" else None
    for parameter in (*objective.clipped(), *objective.sampling()):
        if table is None or parameter is not table.weight:
            parameter.grad = None
        elif parameter.grad is None:
            table.sparse, parameter.grad = True, torch.zeros_like(parameter)
        else:
            parameter.grad.zero_()


def weighted(parts: Sequence[tuple[float, Terms]]) -> Terms:
    """The weighted sum of the terms of parts, without gradients."""
    _, first = parts[0]
    zero = first.loss.new_zeros(())
    values = {
        name: sum((share * terms.values[name].detach() for share, terms in parts), zero)
        for name in first.values
    }
    # A part of a single anchor has no cosines.
    known = [(share, terms.cosines) for share, terms in parts if terms.cosines]
    whole = sum(share for share, _ in known)
    cosines = {
        name: sum((share * of[name] for share, of in known), zero) / whole
        for name in (known[0][1] if known else ())
    }
    # The parts have vectors of their own, so their gradients are orthogonal.
    gradients = {
        name: sum(((share * terms.gradients[name]) ** 2 for share, terms in parts), zero).sqrt()
        for name in first.gradients
    }
    loss = sum((share * terms.loss.detach() for share, terms in parts), zero)
    return Terms(loss, values, cosines, gradients)
