"""The loss of a batch of triples: rows to vectors, vectors to terms.

What works row by row (`trainer.objective.reader`) is separate from what needs the whole batch
(template denoising, head, negatives, terms), so that rows can be encoded in parts and processes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import torch
from torch import Generator, Tensor, nn

from schemas.errors import UserError, WorkFailed
from trainer.data.batch import Batch, Batcher, template_key
from trainer.data.roles import Role
from trainer.data.triples import Triple
from trainer.encoders.adapters import add_adapter
from trainer.encoders.backbone import first_deviation
from trainer.encoders.encoder import Encoder
from trainer.encoders.layers import rear_blocks, train_front
from trainer.objective.cosines import mean_cosines
from trainer.objective.head import mlp_head
from trainer.objective.negatives.table import SOURCES
from trainer.objective.perturbations import changed_views
from trainer.objective.reader import MomentumCopy, Reader, with_head
from trainer.objective.seen import Seen, joined
from trainer.objective.terms.table import ALWAYS_SHOWN, TERMS, weighted
from trainer.runtime.processes import ALONE, Processes
from trainer.settings.recipe import Recipe


@dataclass(frozen=True, slots=True)
class Terms:
    """Scalars of a batch.

    Attributes:
        loss: the value to differentiate (the recall term is added later).
        values: the recipe's terms by name, in the order of the table; 0 for terms of the paper that
            the recipe does not use.
        cosines: mean cosines of positives and of negatives by name; may be empty.
        gradients: lengths of the terms' gradients by name, from `Objective.gradient_lengths`.
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


class Objective(nn.Module):
    """Encoder, training head and the terms of a batch.

    Args:
        encoder: with the anchor's template, if any, in its tokenizer.

    Raises:
        UserError: a training sentence with its template may exceed the model's positions, or the
            model has no input embeddings to perturb, too few layers to train, too few dimensions
            or no package for low-rank updates.
    """

    def __init__(self, encoder: Encoder, recipe: Recipe, processes: Processes = ALONE) -> None:
        super().__init__()
        width = encoder.hidden_size
        if recipe.nested_dimensions and recipe.nested_dimensions[0] >= width:
            raise UserError(
                f"nested_dimensions has {recipe.nested_dimensions[0]}, but the model's vectors have"
                f" {width}; give fewer."
            )
        if recipe.train_layers:
            train_front(encoder, recipe.train_layers)
        if recipe.final_mix_rear < 1:
            rear_blocks(encoder)  # refused now, not after training
        entries = weighted(recipe)
        self.active = {name: entry.make(recipe, encoder) for name, entry in entries.items()}
        self._weights = {name: entry.weight(recipe) for name, entry in entries.items()}
        # After the terms, which copy the encoder as it is.
        if recipe.lora_rank:
            add_adapter(encoder, recipe.lora_rank)
        self.head: nn.Module = nn.Identity()
        if recipe.head == "mlp":
            self.head = mlp_head(width, first_deviation(encoder.backbone))
        self.reader = Reader(encoder, recipe, processes)
        used = SOURCES if "contrastive" in self.active else {}
        sources = {name: entry.make(recipe, width) for name, entry in used.items()}
        self._sources = {name: source for name, source in sources.items() if source is not None}
        # Part of the checkpoint.
        self.sources = nn.ModuleDict(
            {name: one.state for name, one in self._sources.items() if one.state is not None}
        )
        self.momentum: MomentumCopy | None = None
        if recipe.momentum.decay:
            self.momentum = MomentumCopy(self.reader, self.head, recipe.momentum.decay)
        needs = [need for term in self.active.values() for need in term.needs]
        needs += [need for source in self._sources.values() for need in source.needs]
        self.batcher = Batcher(encoder, recipe, needs)
        self._recipe = recipe
        # On the CPU and separate from dropout's, so that it is the same in every process of a run.
        self.draw = Generator().manual_seed(recipe.seed)
        self.processes = processes

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

    @property
    def foresees(self) -> bool:
        """Whether some term prepares for the triples of the next steps."""
        return any(term.foresee for term in self.active.values())

    def foresee(self, triples: Sequence[Triple]) -> None:
        """Let the terms prepare for the triples of the next steps."""
        for term in self.active.values():
            if term.foresee is not None:
                term.foresee(triples, self.encoder.device, self.processes)

    def read_keys(self, batch: Batch) -> Tensor | None:
        """Positives encoded by the momentum copy, `(rows, hidden)`; None without one."""
        return self.momentum.read(batch.keys) if self.momentum and batch.keys else None

    def see(self, batch: Batch, vectors: Tensor, keys: Tensor | None = None) -> Seen:
        """A batch as the terms see it.

        Args:
            batch: its rows, perturbed.
            vectors: `(rows, hidden)`, from the reader.
            keys: positives from `read_keys`.
        """
        recipe = self._recipe
        finished = with_head(self.head, _denoised(batch, vectors), recipe.precision)
        of = {role: finished[batch.places(role)] for role in Role}
        positive = of[Role.POSITIVE] if keys is None else keys
        own_vector = recipe.positive == "anchor"
        of[Role.POSITIVE] = positive
        of[Role.ANCHOR], changed = changed_views(
            of[Role.ANCHOR],
            of[Role.ANCHOR] if own_vector else positive,
            recipe.perturbation,
            recipe.temperature,
            self.draw,
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
        found = [source.negatives(seen, self.draw) for source in self._sources.values()]
        return replace(seen, negatives=joined(found, len(batch.triples)))

    def terms(self, seen: Seen) -> Terms:
        """The terms of a batch."""
        zero = seen.of[Role.ANCHOR].new_zeros(())
        views = [seen, *map(seen.first, self._recipe.nested_dimensions)]
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

    @torch.no_grad()
    def remember(self, seen: Seen) -> None:
        """Let sources keep what they need of a batch just trained on."""
        for source in self._sources.values():
            if source.remember is not None:
                source.remember(seen)

    def random_state(self) -> dict[str, Tensor]:
        """States by name of dropout's generators, and of that for negatives and perturbations."""
        state = {"cpu": torch.get_rng_state(), "draw": self.draw.get_state()}
        if self.encoder.device.type == "cuda":
            state["cuda"] = torch.cuda.get_rng_state(self.encoder.device)
        return state

    def set_random_state(self, state: Mapping[str, Tensor]) -> None:
        """Restore the result of `random_state`."""
        torch.set_rng_state(state["cpu"])
        self.draw.set_state(state["draw"])
        if self.encoder.device.type == "cuda" and "cuda" in state:
            torch.cuda.set_rng_state(state["cuda"], self.encoder.device)

    def follow(self) -> None:
        """Update the momentum copy after a step."""
        if self.momentum is not None:
            self.momentum.follow(self.reader, self.head)

    def release(self) -> None:
        """Free gradients, and the copies of the initial encoder that terms have, after training."""
        self.active.clear()
        for parameter in self.parameters():
            parameter.grad = None


def _denoised(batch: Batch, vectors: Tensor) -> Tensor:
    """Vectors minus their template's own state, if the batch has bare templates."""
    if not batch.templates:
        return vectors
    texts = [row for row in batch.rows if row.role != Role.TEMPLATE]
    bare = [batch.templates[template_key(row)] for row in texts]
    return torch.cat([vectors[: len(texts)] - vectors[bare], vectors[len(texts) :]])
