"""Sampling that depends on the sentence alone, not on its batch or the device.

A counter-based generator keyed by the sentence gives one uniform number for each token, which
inverse transform sampling turns into the token.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

FEW = 256
"""The nucleus of top-p sampling is first searched among this many tokens."""


def chances(keys: Sequence[int], candidates: int, words: int) -> Tensor:
    """Uniform numbers in [0, 1), (keys, candidates, words); the same for the same key."""
    drawn = [
        np.random.Generator(np.random.Philox(key=key)).random((candidates, words)) for key in keys
    ]
    return torch.from_numpy(np.stack(drawn))


def draw(scores: Tensor, chance: Tensor, top_p: float) -> Tensor:
    """Sample a token for each row.

    Args:
        scores: before the softmax, (rows, words).
        chance: uniform numbers, (rows,).
        top_p: share of the probability to sample from.

    Returns:
        Positions of the tokens, (rows,).
    """
    ids, total = nucleus(scores, top_p)
    # At most the last sum, which rounding may leave below 1.
    at = chance.to(total.device).unsqueeze(1) * total[:, -1:]
    last = (total < total[:, -1:]).sum(-1, keepdim=True)
    place = torch.searchsorted(total, at, right=True).minimum(last)
    return (place if ids is None else ids.gather(1, place)).squeeze(1)


def nucleus(scores: Tensor, top_p: float) -> tuple[Tensor | None, Tensor]:
    """The likeliest tokens that together reach a share of the probability.

    Sorting the whole vocabulary takes as long as a step of the decoder. The likeliest few suffice
    unless the model spreads the rest over all tokens, as label smoothing trains it to.

    Args:
        scores: before the softmax, (rows, words).
        top_p: the share, in (0, 1]; the token that reaches it is included (Holtzman et al., ICLR
            2020).

    Returns:
        Positions of tokens, likeliest first, (rows, width), or None for the vocabulary's own order;
        and the running sum of their probabilities, constant after the last token of the nucleus.
    """
    if top_p == 1:
        return None, torch.softmax(scores.double(), -1).cumsum(-1)
    scores = scores.float()
    highest = scores.amax(-1, keepdim=True)
    # In double precision, since the number of words depends on the batch.
    whole = highest + (scores - highest).exp_().sum(-1, keepdim=True, dtype=torch.double).log()
    top, ids = scores.topk(min(FEW, scores.shape[1]), dim=-1)
    # Words exactly as likely as the last one do not count: which of them `topk` gives is arbitrary.
    certain = (top - whole).exp() * (top > top[:, -1:])
    if not bool((certain.sum(-1) >= top_p).all()):
        ids = torch.arange(scores.shape[1], device=scores.device).expand_as(scores)
    # Equally likely words are in the order of the vocabulary, whatever the batch.
    ids = ids.sort(dim=-1).values
    top, order = scores.gather(1, ids).sort(dim=-1, descending=True, stable=True)
    ids = ids.gather(1, order)
    probabilities = (top - whole).exp()
    total = probabilities.cumsum(-1)
    counts = total - probabilities < top_p
    return ids, (probabilities * counts).cumsum(-1)
