"""Draws of words that depend on the sentence alone, not on its batch or the device.

The chance comes from a counter-based generator keyed by the sentence: inverse transform sampling,
one uniform number a word.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

FEW = 256
"""Words among which the nucleus of top-p sampling is looked for first."""


def chances(keys: Sequence[int], candidates: int, words: int) -> Tensor:
    """Uniform numbers in [0, 1), (keys, candidates, words); a key always gives the same."""
    drawn = [
        np.random.Generator(np.random.Philox(key=key)).random((candidates, words)) for key in keys
    ]
    return torch.from_numpy(np.stack(drawn))


def draw(scores: Tensor, chance: Tensor, top_p: float) -> Tensor:
    """A word for each row.

    Args:
        scores: before the softmax, (rows, words).
        chance: uniform numbers, (rows,).
        top_p: share of the probability that is drawn from.

    Returns:
        Positions of words, (rows,).
    """
    ids, total = nucleus(scores, top_p)
    # Never above the last sum, which rounding may leave short of 1.
    at = chance.to(total.device).unsqueeze(1) * total[:, -1:]
    last = (total < total[:, -1:]).sum(-1, keepdim=True)
    place = torch.searchsorted(total, at, right=True).minimum(last)
    return (place if ids is None else ids.gather(1, place)).squeeze(1)


def nucleus(scores: Tensor, top_p: float) -> tuple[Tensor | None, Tensor]:
    """The likeliest words that together have a share of the probability.

    Sorting the whole vocabulary for that takes as long as a decoder's step; the likeliest few
    suffice unless the model spreads the rest over all words, as label smoothing teaches it to.

    Args:
        scores: before the softmax, (rows, words).
        top_p: the share, in (0, 1]; the word that reaches it still counts (Holtzman et al., ICLR
            2020).

    Returns:
        Positions of words, likeliest first, (rows, width), None for the vocabulary's own order; and
        the running sum of their probabilities, constant from the last word that counts on.
    """
    if top_p == 1:
        return None, torch.softmax(scores.double(), -1).cumsum(-1)
    scores = scores.float()
    whole = torch.logsumexp(scores, -1, keepdim=True)
    top, ids = scores.topk(min(FEW, scores.shape[1]), dim=-1)
    if not bool(((top - whole).exp().sum(-1) >= top_p).all()):
        top, ids = scores.sort(dim=-1, descending=True)
    probabilities = (top - whole).exp().double()
    total = probabilities.cumsum(-1)
    counts = total - probabilities < top_p
    return ids, (probabilities * counts).cumsum(-1)
