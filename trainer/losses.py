"""The objective's terms as pure functions: float tensors in, one scalar out.

Equations are those of OssCSE (EMNLP 2023). Nothing here depends on models, batches or
configuration.
"""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import Tensor
from torch.nn import functional


def info_nce(
    anchor: Tensor,
    positive: Tensor,
    temperature: float,
    *,
    negatives: Tensor | None = None,
    weights: Tensor | None = None,
    smoothing: float = 0.0,
    own: Tensor | None = None,
    own_in_denominator: bool = True,
) -> Tensor:
    """Contrastive loss (eq. 2): cross-entropy of each anchor's positive among all candidates.

    The candidates of row i are every row of `positive` (its own is row i) and every row of
    `negatives`. Similarity is the cosine divided by `temperature`. Only the anchors' direction
    counts, as in SimCSE.

    Args:
        anchor: `(batch, hidden)`.
        positive: `(batch, hidden)`.
        temperature: above 0.
        negatives: `(extra, hidden)`, further negatives that all anchors share.
        weights: `(batch, batch + extra)`, at least 0; factor on the exponential of each candidate,
            so that 0 removes the candidate from the sum. An anchor's own positive always has weight
            1, whatever the diagonal.
        smoothing: share of the target that is spread evenly over the candidates with a weight above
            0 (label smoothing; Szegedy et al., 2016, section 7).
        own: `(batch, hidden)`, each anchor's own positive, if it is not its row of `positive`; that
            row is then a negative of the other anchors only.
        own_in_denominator: whether the sum in the denominator includes an anchor's own positive, as
            in eq. 2. If not, it has negatives only (DCLR, eq. 6); an anchor without any counts 0.

    Returns:
        Mean over the batch, a scalar.

    Raises:
        ValueError: `smoothing` is set, but not `own_in_denominator`.
    """
    if smoothing and not own_in_denominator:
        raise ValueError("label smoothing needs the anchor's own positive among the candidates")
    candidates = positive if negatives is None else torch.cat([positive, negatives])
    logits = cosine_matrix(anchor, candidates) / temperature
    mine = torch.eye(*logits.shape, dtype=torch.bool, device=logits.device)
    if own is not None:
        nearness = functional.cosine_similarity(anchor, own) / temperature
        logits = torch.where(mine, nearness.unsqueeze(1), logits)
    if weights is not None:
        # log 0 = -inf adds nothing to the sum and has no gradient.
        logits = logits + weights.masked_fill(mine, 1.0).log()
    if not own_in_denominator:
        return _fraction_of_others(logits, mine)
    own_place = torch.arange(len(anchor), device=anchor.device)
    loss = functional.cross_entropy(logits, own_place)
    if not smoothing:
        return loss
    present = logits > -torch.inf
    spread = -logits.log_softmax(1).masked_fill(~present, 0.0).sum(1) / present.sum(1)
    return (1 - smoothing) * loss + smoothing * spread.mean()


def _fraction_of_others(logits: Tensor, mine: Tensor) -> Tensor:
    """Mean log ratio of the negatives' sum to the own positive's exponential.

    Args:
        logits: `(rows, candidates)`; -inf removes a candidate.
        mine: `(rows, candidates)`, true at each row's own positive.
    """
    others = logits.masked_fill(mine, -torch.inf)
    # An empty sum has no logarithm, and its gradient would not be finite.
    alone = (others == -torch.inf).all(1)
    below = others.masked_fill(alone.unsqueeze(1), 0.0).logsumexp(1)
    return (below - logits.diagonal()).masked_fill(alone, 0.0).mean()


def two_way_margin(
    sim_paraphrase: Tensor, sim_negation: Tensor, alpha: float | Tensor, beta: float | Tensor
) -> Tensor:
    """Two-way margin (eq. 3): zero where `alpha < sim_paraphrase - sim_negation < beta`.

    The negation must stay below the paraphrase by at least `alpha`, but by no more than `beta`: it
    still shares nearly all of its words and its topic with the anchor. With a `beta` of 2, the
    largest possible difference of two cosines, the margin is one-sided.

    Args:
        sim_paraphrase: `(rows,)`, cosine of anchor and paraphrase, without temperature.
        sim_negation: `(rows,)`, cosine of anchor and negation, without temperature.
        alpha: smallest target difference, one for all rows or `(rows,)`.
        beta: largest target difference, likewise.

    Returns:
        Mean over the rows, a scalar; zero, with a gradient of zero, if there are no rows.
    """
    difference = sim_negation - sim_paraphrase
    penalty = functional.relu(difference + alpha) + functional.relu(-difference - beta)
    return penalty.sum() / max(len(penalty), 1)


def recall(parameters: Iterable[Tensor], initial: Iterable[Tensor], gamma: float) -> Tensor:
    """Recall loss (eq. 4): `gamma / 2` times the squared distance to the initial weights.

    Args:
        parameters: the encoder's weights, of any shapes.
        initial: the weights at the start, in the same order and shapes.
        gamma: strength, at least 0.

    Returns:
        A scalar; zero if there are no parameters.

    Raises:
        ValueError: the two differ in number.
    """
    squares = [((now - first) ** 2).sum() for now, first in zip(parameters, initial, strict=True)]
    return gamma / 2 * torch.stack(squares).sum() if squares else torch.zeros(())


def relational_distance(vectors: Tensor, initial: Tensor) -> Tensor:
    """Relational distillation: how much the cosines of texts differ from an earlier encoder's.

    The relational loss of Park et al. (2019, section 3.2) over pairs, with the cosine as potential
    and the squared difference as distance: it preserves how texts lie relative to each other, but
    not where they lie.

    Args:
        vectors: `(texts, hidden)`.
        initial: `(texts, width)`, the earlier encoder's vectors of the same texts.

    Returns:
        Mean over all pairs of two texts, a scalar; zero for fewer than two texts.
    """
    difference = cosine_matrix(vectors, vectors) - cosine_matrix(initial, initial)
    # The cosine of a text with itself is 1 on both sides, so the diagonal adds nothing.
    pairs = len(vectors) * (len(vectors) - 1)
    return difference.square().sum() / max(pairs, 1)


def soft_target_distance(
    anchor: Tensor, positive: Tensor, target: Tensor, temperature: float
) -> Tensor:
    """Distillation (Hinton et al., 2015, section 2): how far candidates' shares are from a target.

    A share is the softmax of an anchor's similarities to all positives of the batch; the distance
    is the Kullback-Leibler divergence of the student's shares from the teacher's.

    Args:
        anchor: `(batch, hidden)`.
        positive: `(batch, hidden)`.
        target: `(batch, batch)`, the teacher's similarities.
        temperature: divides both similarities, above 0.

    Returns:
        Mean over the batch, a scalar.
    """
    student = (cosine_matrix(anchor, positive) / temperature).log_softmax(1)
    teacher = (target / temperature).log_softmax(1)
    return functional.kl_div(student, teacher, reduction="batchmean", log_target=True)


def weighted_floor(similarity: Tensor, weights: Tensor, target: float) -> Tensor:
    """How far similarities are below a target; those above it do not count.

    Args:
        similarity: `(rows,)`, cosines.
        weights: `(rows,)`, at least 0.
        target: smallest target similarity.

    Returns:
        Weighted mean of `max(target - similarity, 0)`, a scalar; zero, with a gradient of zero,
        if no row has a weight.
    """
    shortfall = weights * functional.relu(target - similarity)
    return shortfall.sum() / weights.sum().clamp(min=torch.finfo(weights.dtype).tiny)


def cosine_matrix(left: Tensor, right: Tensor) -> Tensor:
    """Cosine of every row of `left` with every row of `right`, `(left rows, right rows)`."""
    return functional.normalize(left, dim=-1) @ functional.normalize(right, dim=-1).T
