"""Mean cosines of a batch: of its positive pairs, and of its unrelated pairs."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from trainer.data.roles import Role
from trainer.losses import cosine_matrix
from trainer.objective.seen import Seen
from trainer.objective.weighting import variants_of_one

COSINES = ("positive_cosine", "negative_cosine")
"""Names of the two figures, in the order of display."""


@torch.no_grad()
def mean_cosines(seen: Seen) -> dict[str, Tensor]:
    """Mean cosines of a batch, by name: anchors with their own positives, and with all others.

    Without a contrastive term no positives are encoded; then those paraphrases are taken that the
    other terms encode, with their anchors alone. The positive of another variant of a sentence says
    the same as the anchor, so it is not among the others.

    The vectors are those that the terms compare, after head and perturbation. Empty without
    positives and paraphrases, and where there are no others.
    """
    anchor, positive = seen.of[Role.ANCHOR], seen.of[Role.POSITIVE]
    own, triples = seen.own, list(seen.triples)
    if len(anchor) != len(positive):
        pair = Role.ANCHOR, Role.PARAPHRASE
        anchor, positive = seen.together(*pair)
        own, triples = None, [seen.triples[row] for row in seen.shared(*pair)]
    same = variants_of_one(triples)
    others = len(anchor) * (len(anchor) - 1) - len(same)
    if not others:
        return {}
    near = functional.cosine_similarity(anchor, positive if own is None else own)
    every = cosine_matrix(anchor, positive)
    far = every.sum() - every.trace()
    if same:
        rows, columns = zip(*same, strict=True)
        far = far - every[list(rows), list(columns)].sum()
    return dict(zip(COSINES, (near.mean(), far / others), strict=True))
