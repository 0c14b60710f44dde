"""The model in training, and how a batch passes through it: from rows to vectors to the loss terms.

What works row by row (`trainer.objective.reader`) is separate from what needs the whole batch
(template denoising, head, perturbation, negatives), so that rows can be encoded in parts and
processes. What the terms make of it is in `trainer.objective.loss`.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from trainer.data.batch import Batch, Batcher, template_key
from trainer.data.roles import Role
from trainer.encoders.adapters import add_adapter
from trainer.encoders.backbone import first_deviation
from trainer.encoders.encoder import Encoder
from trainer.encoders.layers import train_front
from trainer.objective.head import mlp_head
from trainer.objective.loss import Loss
from trainer.objective.negatives.sources import Sources
from trainer.objective.perturbations import changed_views
from trainer.objective.reader import MomentumCopy, Reader, with_head
from trainer.objective.seen import Seen
from trainer.runtime.processes import ALONE, Processes
from trainer.runtime.random_states import RandomStates
from trainer.settings.recipe import Recipe


class Objective(nn.Module):
    """Encoder and training head, and what makes batches and their loss.

    Args:
        encoder: with the anchor's template, if any, in its tokenizer.

    Attributes:
        loss: the terms of a batch that was seen.
        reader: rows to vectors.
        head: what follows the encoder while training.
        sources: further negatives.
        momentum: the copy that encodes positives; None without one.
        batcher: triples to rows.
        random_states: the generators that training draws from.
        processes: those that train together.

    Raises:
        UserError: a training sentence with its template may exceed the model's positions, or the
            model has no input embeddings to perturb, too few layers to train, too few dimensions
            or no package for low-rank updates.
    """

    def __init__(self, encoder: Encoder, recipe: Recipe, processes: Processes = ALONE) -> None:
        super().__init__()
        if recipe.train_layers:
            train_front(encoder, recipe.train_layers)
        self.loss = Loss(recipe, encoder)
        # After the terms, which copy the encoder as it is.
        if recipe.lora_rank:
            add_adapter(encoder, recipe.lora_rank)
        width = encoder.hidden_size
        self.head: nn.Module = nn.Identity()
        if recipe.head == "mlp":
            self.head = mlp_head(width, first_deviation(encoder.backbone))
        self.reader = Reader(encoder, recipe, processes)
        self.sources = Sources(recipe, width, used="contrastive" in self.loss.active)
        self.momentum: MomentumCopy | None = None
        if recipe.momentum.decay:
            self.momentum = MomentumCopy(self.reader, self.head, recipe.momentum.decay)
        self.batcher = Batcher(encoder, recipe, [*self.loss.needs, *self.sources.needs])
        self.random_states = RandomStates(recipe.seed)
        self.processes = processes
        self._recipe = recipe

    @property
    def encoder(self) -> Encoder:
        """The encoder that is trained, validated and saved."""
        return self.reader.encoder

    def clipped(self) -> list[nn.Parameter]:
        """The weights whose gradients are clipped together: all except those of sources."""
        return [*self.reader.learned(), *self.head.parameters()]

    def sampling(self) -> list[nn.Parameter]:
        """The weights of sources, which have their own loss and learning rate; usually none."""
        return list(self.sources.parameters())

    def read_keys(self, batch: Batch) -> Tensor | None:
        """Positives encoded by the momentum copy, `(rows, hidden)`; None without one."""
        return self.momentum.read(batch.keys) if self.momentum and batch.keys else None

    def see(self, batch: Batch, vectors: Tensor, keys: Tensor | None = None) -> Seen:
        """A batch as the terms see it: after denoising, head and perturbation, with negatives.

        Args:
            batch: its rows, perturbed.
            vectors: `(rows, hidden)`, from the reader.
            keys: positives from `read_keys`.
        """
        recipe, draw = self._recipe, self.random_states.draw
        finished = with_head(self.head, _denoised(batch, vectors), recipe.precision)
        of = {role: finished[batch.places(role)] for role in Role}
        if keys is not None:
            of[Role.POSITIVE] = keys
        own_vector = recipe.positive == "anchor"
        pair = of[Role.ANCHOR], of[Role.ANCHOR if own_vector else Role.POSITIVE]
        of[Role.ANCHOR], changed = changed_views(
            *pair, recipe.perturbation, recipe.temperature, draw
        )
        if not own_vector:
            of[Role.POSITIVE] = changed
        seen = Seen(
            batch.triples,
            of,
            {role: batch.anchors_of(role) for role in Role},
            own=changed if own_vector else None,
            encoded={role: vectors[batch.places(role)] for role in Role},
        )
        return self.sources.with_negatives(seen, draw)

    def follow(self) -> None:
        """Update the momentum copy after a step."""
        if self.momentum is not None:
            self.momentum.follow(self.reader, self.head)

    def release(self) -> None:
        """Free gradients and what only the loss needs, after training."""
        self.loss.release()
        for parameter in self.parameters():
            parameter.grad = None


def _denoised(batch: Batch, vectors: Tensor) -> Tensor:
    """Vectors minus their template's own state, if the batch has bare templates."""
    if not batch.templates:
        return vectors
    texts = [row for row in batch.rows if row.role != Role.TEMPLATE]
    bare = [batch.templates[template_key(row)] for row in texts]
    return torch.cat([vectors[: len(texts)] - vectors[bare], vectors[len(texts) :]])
