"""Changes a backbone's input embeddings with a hook on its embedding layer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor, nn

from schemas.errors import UserError
from trainer.data.batch import Row
from trainer.objective.perturbations import changed_inputs, cut_tokens, fgsm_step, sentence_mask
from trainer.settings.recipe import Perturbation


class InputHook:
    """Changes the embeddings of perturbed rows while part of a batch is encoded.

    The layer is the backbone's `embeddings`: words, positions and their norm, which the first block
    reads.

    Raises:
        UserError: the backbone has no such layer.
    """

    def __init__(self, backbone: nn.Module, settings: Perturbation) -> None:
        self._settings = settings
        layer = getattr(backbone, "embeddings", None)
        if not isinstance(layer, nn.Module):
            raise UserError(
                "The model has no layer named embeddings to perturb; set perturbation.tokens and"
                " perturbation.embeddings to none."
            )
        self._layer = layer
        # For FGSM: the leaves whose gradients are needed, then the steps computed from them, part
        # by part in the order of encoding.
        self._leaves: list[Tensor] | None = None
        self._steps: list[Tensor] = []

    @property
    def adversarial(self) -> bool:
        """Whether a step needs an extra pass to find the perturbation."""
        return self._settings.embeddings == "fgsm"

    @contextmanager
    def searching(self) -> Iterator[list[Tensor]]:
        """A pass, forward and backward, that finds the adversarial step of each part.

        Yields:
            The steps, which are complete when the context ends.
        """
        leaves: list[Tensor] = []
        steps: list[Tensor] = []
        self._leaves = leaves
        try:
            yield steps
        finally:
            self._leaves = None
        strength = self._settings.embeddings_strength
        steps += [fgsm_step(leaf.grad, strength) for leaf in leaves if leaf.grad is not None]

    def use(self, steps: Sequence[Tensor]) -> None:
        """Use these adversarial steps for the next parts, in order."""
        self._steps = list(steps)

    @contextmanager
    def acting(self, rows: Sequence[Row]) -> Iterator[None]:
        """Change the embeddings while the rows of a part are encoded in the body."""

        def change(_layer: nn.Module, _inputs: Any, states: Tensor) -> Tensor:
            return self._change(states, rows)

        handle = self._layer.register_forward_hook(change)
        try:
            yield
        finally:
            handle.remove()

    def _change(self, states: Tensor, rows: Sequence[Row]) -> Tensor:
        settings = self._settings
        spans = [row.sentence if row.perturbed else (0, 0) for row in rows]
        chosen = sentence_mask(spans, states.shape[1]).to(states.device)
        if self._leaves is not None:
            leaf = torch.zeros_like(states, requires_grad=True)
            self._leaves.append(leaf)
            return states + leaf
        step = self._steps.pop(0) if self.adversarial else None
        if settings.tokens in ("token-cutoff", "span-cutoff"):
            cut = cut_tokens(chosen, settings.tokens, settings.tokens_share)
            states = states.masked_fill(cut.unsqueeze(-1), 0.0)
        return changed_inputs(
            states, chosen, settings.embeddings, settings.embeddings_strength, step
        )


def perturbs_inputs(settings: Perturbation) -> bool:
    """Whether a recipe needs the hook."""
    return settings.embeddings != "none" or settings.tokens in ("token-cutoff", "span-cutoff")
