"""The training head: what follows the encoder while it is trained and is left out of the saved one.

Only torch is imported, so that the loss for sentence-transformers can use it.
"""

from __future__ import annotations

from torch import nn

BERT_DEVIATION = 0.02
"""Deviation of BERT's first weights, which SimCSE's head has as well."""


def mlp_head(width: int, deviation: float = BERT_DEVIATION) -> nn.Sequential:
    """Dense layer and tanh, as in SimCSE and those that are built on it.

    The first weights are BERT's for a new layer: normal with mean 0, and no bias.

    Args:
        width: of an embedding, before and after.
        deviation: of the first weights.
    """
    dense = nn.Linear(width, width)
    nn.init.normal_(dense.weight, std=deviation)
    nn.init.zeros_(dense.bias)
    return nn.Sequential(dense, nn.Tanh())
