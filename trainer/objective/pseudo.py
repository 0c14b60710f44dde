"""Reads token states through a pseudo sentence of fixed length (PT-BERT)."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn


class PseudoTokens(nn.Module):
    """Attention from learned pseudo tokens to token states, and back (PT-BERT, eqs. 1-3).

    Eq. 1: `Z' = Attention(P, Y)`: the pseudo tokens P `(length, hidden)` attend over the states Y
    of a sentence's tokens, which gives every sentence the same length. Eq. 2: `Z = Attention(Y,
    Z')` maps that back to the tokens. Eq. 3 is dot-product attention, `Attention(A, B) =
    softmax(W_Q A (W_K B)^T / sqrt(hidden)) W_V B`; both directions share W_Q, W_K and W_V. Keys
    are token states, not the sentence's one vector, over which a softmax would be constant.

    Args:
        length: number of pseudo tokens.
        hidden: dimensions of a token state.
    """

    def __init__(self, length: int, hidden: int) -> None:
        super().__init__()
        self.tokens = nn.Parameter(torch.randn(length, hidden) * 0.02)
        self.query = nn.Linear(hidden, hidden, bias=False)
        self.key = nn.Linear(hidden, hidden, bias=False)
        self.value = nn.Linear(hidden, hidden, bias=False)

    def forward(self, states: Tensor, attention_mask: Tensor) -> Tensor:
        """Token states read through the pseudo sentence.

        Args:
            states: `(rows, positions, hidden)`.
            attention_mask: `(rows, positions)`, 1 at real tokens; others are not attended to.

        Returns:
            `(rows, positions, hidden)`.
        """
        pseudo = self.tokens.expand(len(states), -1, -1)
        absent = attention_mask.unsqueeze(1) == 0
        return self._attend(states, self._attend(pseudo, states, absent))

    def _attend(self, asking: Tensor, asked: Tensor, absent: Tensor | None = None) -> Tensor:
        scores = self.query(asking) @ self.key(asked).transpose(1, 2) / math.sqrt(asked.shape[-1])
        if absent is not None:
            scores = scores.masked_fill(absent, -math.inf)
        attended: Tensor = scores.softmax(-1) @ self.value(asked)
        return attended
