"""The loss of a batch of triples: texts to tokens, tokens to vectors, vectors to terms.

What works row by row (encoder, pseudo tokens) is apart from what sees the whole batch (template
denoising, head, losses), so that rows can be encoded in parts and in several processes.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from contextlib import nullcontext
from typing import NamedTuple

import torch
from torch import Generator, Tensor, nn
from torch.nn import functional

from schemas.errors import WorkFailed
from trainer.data.batch import Batch, Batcher, Role, Row, template_key
from trainer.data.triples import Triple
from trainer.encoders.encoder import Encoder, pad_rows
from trainer.losses import info_nce, two_way_margin
from trainer.objective.inputs import InputHook, perturbs_inputs
from trainer.objective.negatives.drawn import Sampler
from trainer.objective.negatives.vector_queue import VectorQueue
from trainer.objective.perturbations import changed_outputs, fgsm_step
from trainer.objective.pseudo import PseudoTokens
from trainer.objective.weighting import Complementary
from trainer.recipes.settings import Recipe
from trainer.runtime.devices import autocast
from trainer.runtime.processes import ALONE, Processes


class Terms(NamedTuple):
    """Scalars of a batch; `loss` is what is differentiated (the recall term is added later)."""

    loss: Tensor
    contrastive: Tensor
    margin: Tensor

    def check_finite(self, step: int) -> None:
        """Refuse a loss that is no number.

        Raises:
            WorkFailed: where it is none, after `step` steps.
        """
        if not self.loss.isfinite():
            raise WorkFailed(
                f"The loss is not a number after step {step}. Lower learning_rate or take"
                " precision=fp32; the last checkpoint is from before."
            )


class Seen(NamedTuple):
    """Vectors of the batch whose terms were last taken, both `(rows, hidden)`, no gradient."""

    anchor: Tensor
    positive: Tensor


class Reader(nn.Module):
    """What turns the rows of a batch into vectors, each by itself.

    Args:
        encoder: backbone, tokenizer and pooling.
        recipe: for pseudo tokens and perturbed inputs.
    """

    def __init__(self, encoder: Encoder, recipe: Recipe) -> None:
        super().__init__()
        self.encoder = encoder
        self.pseudo: PseudoTokens | None = None
        if recipe.pseudo_tokens:
            self.pseudo = PseudoTokens(recipe.pseudo_tokens, encoder.state_size)
        perturbed = perturbs_inputs(recipe.perturbation)
        self.hook = InputHook(encoder.backbone, recipe.perturbation) if perturbed else None

    def forward(self, rows: Sequence[Row]) -> Tensor:
        """Vectors of rows, padded to the longest of them, `(rows, hidden)`."""
        positions: Tensor | None = None
        if any(row.positions is not None for row in rows):
            places = [row.positions or list(range(len(row.ids))) for row in rows]
            first = self.encoder.first_position
            positions = (pad_rows(places, 0) + first).to(self.encoder.device)
        ids, mask = self.encoder.padded([row.ids for row in rows])
        with self.hook.acting(rows) if self.hook else nullcontext():
            vectors: Tensor = self.encoder(ids, mask, positions, self.pseudo)
        return vectors

    def learned(self) -> list[nn.Parameter]:
        """The weights that training changes."""
        return [parameter for parameter in self.parameters() if parameter.requires_grad]


class Objective(nn.Module):
    """Encoder, training head and the terms of a batch.

    Args:
        encoder: with the anchor's template in its tokenizer, if any.
        recipe: the rest.
        complementary: gives the batch's negatives their weights, where the recipe wants it.
        processes: the processes that share the work.

    Raises:
        UserError: where a training sentence with its template exceeds the model's positions, or the
            model has no input embeddings to perturb.
    """

    def __init__(
        self,
        encoder: Encoder,
        recipe: Recipe,
        complementary: Complementary | None = None,
        processes: Processes = ALONE,
    ) -> None:
        super().__init__()
        self._batcher = Batcher(encoder, recipe)
        width = encoder.hidden_size
        self.head = _head(width, recipe)
        self.reader = Reader(encoder, recipe)
        self.sampler = Sampler(recipe.noise, width) if recipe.noise.source != "none" else None
        self.copy: nn.ModuleList | None = None
        if recipe.momentum.decay:
            self.copy = copy.deepcopy(nn.ModuleList([self.reader, self.head]))
            self.copy.requires_grad_(False)
        self.queue = VectorQueue(recipe.momentum.queue, width) if recipe.momentum.queue else None
        self._complementary = complementary
        self._recipe = recipe
        # On the CPU and apart from dropout's, so that it is the same in every process of a run.
        self.draw = Generator().manual_seed(recipe.seed)
        self.processes = processes

    @property
    def encoder(self) -> Encoder:
        """What is trained, validated and saved."""
        return self.reader.encoder

    def learned(self) -> list[nn.Parameter]:
        """All weights that training changes."""
        return [*self.clipped(), *self.sampling()]

    def clipped(self) -> list[nn.Parameter]:
        """Those whose gradients are clipped together: all but the sampler's."""
        return [*self.reader.learned(), *self.head.parameters()]

    def sampling(self) -> list[nn.Parameter]:
        """The sampler's, which learn by a loss and at a rate of their own; mostly none."""
        return list(self.sampler.parameters()) if self.sampler is not None else []

    def clear_gradients(self) -> None:
        """Begin a step without gradients.

        On a CPU the gradient of the word embeddings, the largest tensor by far, stays in memory and
        is added to row by row: a new one for every forward costs a tenth of a step.
        """
        table = self.encoder.table if self.encoder.device.type == "cpu" else None
        for parameter in self.learned():
            if table is None or parameter is not table.weight:
                parameter.grad = None
            elif parameter.grad is None:
                table.sparse, parameter.grad = True, torch.zeros_like(parameter)
            else:
                parameter.grad.zero_()

    def tokenised(self, triples: Sequence[Triple]) -> Batch:
        """The rows of a batch before any perturbation; a thread may run ahead with it."""
        return self._batcher(triples)

    def perturbed(self, batch: Batch) -> Batch:
        """The batch with its tokens perturbed, where the recipe wants it."""
        return self._batcher.perturbed(batch, self.draw)

    def prepare(self, triples: Sequence[Triple]) -> Batch:
        """The rows of a batch as they are encoded."""
        return self.perturbed(self.tokenised(triples))

    def forward(self, triples: Sequence[Triple]) -> Terms:
        """Terms of a batch of triples, encoded in one go."""
        batch = self.prepare(triples)
        return self.terms(batch, self.read(batch.rows), self.read_keys(batch))

    def read(self, rows: Sequence[Row]) -> Tensor:
        """Vectors `(rows, hidden)`, float32, of all processes; each encodes its share."""
        shares = self.processes.shares([len(row.ids) for row in rows])
        parts = self.parts(shares[self.processes.rank])
        found = [self.read_part([rows[place] for place in part]) for part in parts]
        return self.processes.gather(torch.cat([self.nothing(), *found]), shares)

    def parts(self, share: Sequence[int]) -> list[list[int]]:
        """A process's share of a batch, cut into the recipe's number of forwards."""
        size = max(1, -(-len(share) // self._recipe.forwards))
        return [list(share[start : start + size]) for start in range(0, len(share), size)]

    def read_part(self, rows: Sequence[Row]) -> Tensor:
        """Vectors `(rows, hidden)`, float32, encoded in one forward."""
        with autocast(self.encoder.device, self._recipe.precision):
            vectors: Tensor = self.reader(rows)
        return vectors.float()

    @torch.no_grad()
    def read_keys(self, batch: Batch) -> Tensor | None:
        """Positives as the momentum copy sees them, `(rows, hidden)`; None without one."""
        if self.copy is None or not batch.keys:
            return None
        reader, head = self.copy
        shares = self.processes.shares([len(row.ids) for row in batch.keys])
        found = [self.nothing()]
        with autocast(self.encoder.device, self._recipe.precision):
            for part in self.parts(shares[self.processes.rank]):
                found.append(head(reader([batch.keys[row] for row in part])).float())
        return self.processes.gather(torch.cat(found), shares)

    def nothing(self) -> Tensor:
        """Vectors of no rows, `(0, hidden)`."""
        return torch.zeros(0, self.encoder.hidden_size, device=self.encoder.device)

    def terms(self, batch: Batch, vectors: Tensor, keys: Tensor | None = None) -> Terms:
        """Terms of a batch from the vectors of its rows.

        Args:
            batch: what `prepare` made.
            vectors: `(rows, hidden)`, as `read` gives them.
            keys: positives, as `read_keys` gives them.
        """
        recipe = self._recipe
        finished = self._finished(batch, vectors)
        of = {role: finished[batch.places(role)] for role in Role}
        anchor, positive = self._views(of[Role.ANCHOR], of[Role.POSITIVE] if keys is None else keys)
        self.seen = Seen(anchor.detach(), positive.detach())
        contrastive, learning = self._contrastive(batch, anchor, positive, of[Role.NEGATION])
        negated = batch.anchors_of(Role.NEGATION)
        to_positive = recipe.margin_positive == "positive" and recipe.negation == "margin"
        near = positive[negated] if to_positive else of[Role.PARAPHRASE]
        margin = self._margin(anchor[negated], near, of[Role.NEGATION])
        loss = recipe.contrastive_weight * contrastive + recipe.margin_weight * margin + learning
        return Terms(loss, contrastive, margin)

    def _contrastive(
        self, batch: Batch, anchor: Tensor, positive: Tensor, negation: Tensor
    ) -> tuple[Tensor, Tensor]:
        """The contrastive term, and the loss of what draws negatives for it."""
        recipe, zero = self._recipe, anchor.new_zeros(())
        if not recipe.contrastive_weight:
            return zero, zero
        negatives, learning = self._negatives(anchor, negation)
        own = info_nce(
            anchor,
            positive,
            recipe.temperature,
            negatives=negatives,
            weights=self._weights(batch, negatives),
            smoothing=recipe.label_smoothing,
        )
        negated = batch.anchors_of(Role.NEGATION)
        if recipe.negation != "positive" or not negated:
            return own, learning
        other = info_nce(anchor[negated], negation, recipe.temperature)
        pairs = len(anchor) + len(negated)
        return (len(anchor) * own + len(negated) * other) / pairs, learning

    def _margin(self, anchor: Tensor, near: Tensor, negation: Tensor) -> Tensor:
        """The margin term of the anchors with a negation; zero where negations are not for it."""
        recipe = self._recipe
        if recipe.negation != "margin":
            return anchor.new_zeros(())
        return two_way_margin(
            functional.cosine_similarity(anchor, near),
            functional.cosine_similarity(anchor, negation),
            recipe.margin_alpha,
            recipe.margin_beta,
        )

    @torch.no_grad()
    def remember(self, seen: Seen) -> None:
        """Keep the vectors of a batch just trained on for those that follow."""
        if self.sampler is not None:
            self.sampler.remember(seen.anchor)
        if self.queue is not None:
            self.queue.put(seen.positive)

    @torch.no_grad()
    def follow(self) -> None:
        """Let the momentum copy follow the weights after a step: `k = decay k + (1 - decay) q`."""
        if self.copy is not None:
            now: list[Tensor] = [*self.reader.parameters(), *self.head.parameters()]
            copied: list[Tensor] = list(self.copy.parameters())
            torch._foreach_lerp_(copied, now, 1 - self._recipe.momentum.decay)

    def _finished(self, batch: Batch, vectors: Tensor) -> Tensor:
        """Vectors without their template's own state, where the recipe wants it, after the head."""
        if batch.templates:
            texts = [row for row in batch.rows if row.role != Role.TEMPLATE]
            bare = [batch.templates[template_key(row)] for row in texts]
            vectors = torch.cat([vectors[: len(texts)] - vectors[bare], vectors[len(texts) :]])
        with autocast(self.encoder.device, self._recipe.precision):
            finished: Tensor = self.head(vectors)
        return finished.float()

    def _views(self, anchor: Tensor, positive: Tensor) -> tuple[Tensor, Tensor]:
        """Anchors and positives under the recipe's perturbation of the output."""
        settings = self._recipe.perturbation
        if settings.output == "none":
            return anchor, positive
        both = settings.views == "both"
        if settings.output == "fgsm":
            views = [view.detach().requires_grad_() for view in (anchor, positive)]
            with torch.enable_grad():
                loss = info_nce(views[0], views[1], self._recipe.temperature)
                steps = torch.autograd.grad(loss, views)
            moved = [fgsm_step(step, settings.output_strength) for step in steps]
            return anchor + moved[0] if both else anchor, positive + moved[1]
        change, strength = settings.output, settings.output_strength
        if both:
            anchor = changed_outputs(anchor, change, strength, self.draw)
        return anchor, changed_outputs(positive, change, strength, self.draw)

    def _negatives(self, anchor: Tensor, negation: Tensor) -> tuple[Tensor | None, Tensor]:
        """Negatives besides the batch's own positives, and the loss of what draws them."""
        found: list[Tensor] = []
        learning = anchor.new_zeros(())
        if self.queue is not None:
            found.append(self.queue.vectors())
        if self.sampler is not None:
            drawn, learning = self.sampler(anchor, self._recipe.temperature, self.draw)
            found.append(drawn)
        if self._recipe.negation == "negative":
            found.append(negation)
        return (torch.cat(found) if found else None), learning

    def _weights(self, batch: Batch, negatives: Tensor | None) -> Tensor | None:
        """Instance weights `(rows, rows + negatives)`; those of drawn negatives are 1."""
        if self._complementary is None:
            return None
        texts = [triple.anchor for triple in batch.triples]
        own = self._complementary.weights(texts, self.encoder.device)
        return own if negatives is None else functional.pad(own, (0, len(negatives)), value=1.0)


def _head(width: int, recipe: Recipe) -> nn.Module:
    """What follows the encoder while training and is left out of the saved encoder."""
    if recipe.head == "none":
        return nn.Identity()
    return nn.Sequential(nn.Linear(width, width), nn.Tanh())
