"""From token states to an embedding."""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor

from trainer.settings.values import PoolingMode


@dataclass(frozen=True, slots=True)
class Pooling:
    """Which token states make up an embedding.

    Attributes:
        mode: the first token, the mean of all tokens, or the mask token.
        mask_id: id of the mask token.
        left_out: tokens at the start of every input that the mean leaves out.
    """

    mode: PoolingMode
    mask_id: int
    left_out: int = 0

    def __call__(self, states: Tensor, input_ids: Tensor, attention_mask: Tensor) -> Tensor:
        """Embeddings `(rows, hidden)` from token states `(rows, positions, hidden)`."""
        if self.mode == "cls":
            return states[:, 0]
        if self.mode == "mean":
            chosen = attention_mask.clone()
            chosen[:, : self.left_out] = 0
        else:
            # Only the template has one: its tokenizer reads no text as the mask token.
            chosen = (input_ids == self.mask_id).long()
        weights = chosen.unsqueeze(-1).to(states.dtype)
        return (states * weights).sum(1) / weights.sum(1).clamp(min=1e-9)
