"""Reads states through a pseudo sentence of fixed length (PT-BERT)."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional


class PseudoTokens(nn.Module):
    """Attention from learned pseudo tokens to states, and back (PT-BERT, eqs. 1-3).

    Eq. 1: `Z' = Attention(P, Y)`: the pseudo tokens P `(length, hidden)` attend over the states Y
    of a sentence, which gives every sentence the same length. Eq. 2: `Z = Attention(Y, Z')` maps
    that back. Eq. 3 is dot-product attention, which the authors' code takes from BERT: in several
    heads, with biases and with dropout of the weights; both directions share their weights.

    Args:
        length: number of pseudo tokens; they start as draws from N(0, 1).
        hidden: dimensions of a state, a multiple of `heads`.
    """

    def __init__(self, length: int, hidden: int, heads: int, dropout: float) -> None:
        super().__init__()
        self.tokens = nn.Parameter(torch.randn(length, hidden))
        self.query = nn.Linear(hidden, hidden)
        self.key = nn.Linear(hidden, hidden)
        self.value = nn.Linear(hidden, hidden)
        self._heads, self._dropout = heads, dropout

    def forward(self, states: Tensor, attention_mask: Tensor) -> Tensor:
        """States read through the pseudo sentence.

        Args:
            states: `(rows, positions, hidden)`.
            attention_mask: `(rows, positions)`, 1 at real states; others are not attended to.

        Returns:
            `(rows, positions, hidden)`.
        """
        pseudo = self.tokens.expand(len(states), -1, -1)
        present = (attention_mask != 0)[:, None, None]
        return self._attend(states, self._attend(pseudo, states, present))

    def vectors(self, vectors: Tensor) -> Tensor:
        """Sentence vectors `(rows, hidden)`, each read as a sentence of one state."""
        ones = torch.ones(len(vectors), 1, device=vectors.device)
        read: Tensor = self(vectors.unsqueeze(1), ones)
        return read.squeeze(1)

    def _attend(self, asking: Tensor, asked: Tensor, present: Tensor | None = None) -> Tensor:
        attended = functional.scaled_dot_product_attention(
            self._by_head(self.query(asking)),
            self._by_head(self.key(asked)),
            self._by_head(self.value(asked)),
            attn_mask=present,
            dropout_p=self._dropout if self.training else 0.0,
        )
        return attended.transpose(1, 2).flatten(2)

    def _by_head(self, states: Tensor) -> Tensor:
        """`(rows, positions, hidden)` as `(rows, heads, positions, hidden / heads)`."""
        rows, positions, hidden = states.shape
        return states.view(rows, positions, self._heads, hidden // self._heads).transpose(1, 2)
