"""Perturbations of tokens, input embeddings and sentence vectors, as pure functions.

They act only in training steps, so the saved encoder has none of them.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Generator, Tensor

from trainer.losses import info_nce
from trainer.settings.recipe import Perturbation
from trainer.settings.values import InputChange, OutputChange, TokenChange


def cut_tokens(sentence: Tensor, change: TokenChange, share: float) -> Tensor:
    """Choose the tokens that lose their input embedding (token and span cut-off; Shen et al.,
    2020).

    Args:
        sentence: `(rows, positions)`, true at the sentence's own tokens, which follow each other.
        change: `token-cutoff` chooses tokens at random, `span-cutoff` consecutive ones.
        share: share of a sentence's tokens, rounded.

    Returns:
        `(rows, positions)`, true at the tokens to cut.
    """
    lengths = sentence.sum(1, keepdim=True)
    count = (share * lengths).round().long()
    if change == "span-cutoff":
        room = lengths - count + 1
        first = (torch.rand(lengths.shape, device=sentence.device) * room).long()
        place = sentence.long().cumsum(1) - 1
        return sentence & (place >= first) & (place < first + count)
    scores = torch.rand(sentence.shape, device=sentence.device).masked_fill(~sentence, 2.0)
    return sentence & (scores.argsort(1).argsort(1) < count)


def changed_inputs(
    states: Tensor, chosen: Tensor, change: InputChange, strength: float, step: Tensor | None
) -> Tensor:
    """Input embeddings with the chosen tokens changed.

    Args:
        states: `(rows, positions, hidden)`.
        chosen: `(rows, positions)`, true at the tokens to change.
        change: `gaussian-noise` adds N(0, strength^2); `gaussian-dropout` multiplies by
            N(1, strength / (1 - strength)), the variance of dropout at that rate (Srivastava et
            al., 2014, section 10); `bernoulli-dropout` is dropout itself; `feature-cutoff` sets a
            share of the features to 0 in a whole row (ConSERT); `fgsm` adds `step`.
        strength: see above.
        step: `(rows, positions, hidden)`, for `fgsm`.
    """
    if change == "gaussian-noise":
        changed = states + strength * torch.randn_like(states)
    elif change == "gaussian-dropout":
        deviation = (strength / (1 - strength)) ** 0.5
        changed = states * (1 + deviation * torch.randn_like(states))
    elif change == "bernoulli-dropout":
        changed = torch.nn.functional.dropout(states, strength)
    elif change == "feature-cutoff":
        rows, _, hidden = states.shape
        ranks = torch.rand(rows, 1, hidden, device=states.device).argsort(-1).argsort(-1)
        changed = states * (ranks >= round(strength * hidden))
    elif change == "fgsm" and step is not None:
        changed = states + step
    else:
        return states
    return torch.where(chosen.unsqueeze(-1), changed, states)


def changed_outputs(
    vectors: Tensor, change: OutputChange, strength: float, draw: Generator
) -> Tensor:
    """Sentence vectors after a change.

    Args:
        vectors: `(rows, hidden)`.
        change: `gaussian-noise` adds N(0, strength^2), `batch-noise` N(0, (strength s)^2) with the
            deviation s of each feature over the batch; `bernoulli-mask` sets each feature to 0 with
            probability `strength`; `trivial-mask` and `significant-mask` set a share of a row's
            features to 0, those with the smallest or with the largest magnitude.
        strength: see above.
        draw: on the CPU, so that every process of a run draws the same.
    """
    if change in ("gaussian-noise", "batch-noise"):
        noise = torch.randn(vectors.shape, generator=draw).to(vectors.device)
        if change == "batch-noise":
            # A single row has no deviation, and gets no noise.
            noise = noise * vectors.detach().std(0, correction=min(1, len(vectors) - 1))
        return vectors + strength * noise
    if change == "bernoulli-mask":
        kept = torch.rand(vectors.shape, generator=draw) >= strength
        return vectors * kept.to(vectors.device)
    if change in ("trivial-mask", "significant-mask"):
        ranks = vectors.detach().abs().argsort(1).argsort(1)
        count = round(strength * vectors.shape[1])
        trivial = change == "trivial-mask"
        kept = ranks >= count if trivial else ranks < vectors.shape[1] - count
        return vectors * kept
    return vectors


def changed_views(
    anchor: Tensor, positive: Tensor, settings: Perturbation, temperature: float, draw: Generator
) -> tuple[Tensor, Tensor]:
    """Anchors and positives, both `(rows, hidden)`, after the change of the output.

    Args:
        anchor: unchanged unless both views are perturbed.
        temperature: of the contrastive loss that FGSM climbs.
    """
    both = settings.views == "both"
    if settings.output == "fgsm":
        views = [view.detach().requires_grad_() for view in (anchor, positive)]
        with torch.enable_grad():
            steps = torch.autograd.grad(info_nce(views[0], views[1], temperature), views)
        moved = [fgsm_step(step, settings.output_strength) for step in steps]
        return anchor + moved[0] if both else anchor, positive + moved[1]
    change, strength = settings.output, settings.output_strength
    if both:
        anchor = changed_outputs(anchor, change, strength, draw)
    return anchor, changed_outputs(positive, change, strength, draw)


def fgsm_step(gradient: Tensor, strength: float) -> Tensor:
    """The fast gradient sign step (Goodfellow et al., 2015): `strength` times the sign."""
    return strength * gradient.sign()


def sentence_mask(spans: Sequence[tuple[int, int]], positions: int) -> Tensor:
    """True at each row's tokens from the start of its span to before its end, `(rows,
    positions)`."""
    place = torch.arange(positions)
    start, end = torch.tensor(spans, dtype=torch.long).reshape(-1, 2).T.unsqueeze(-1)
    inside: Tensor = (place >= start) & (place < end)
    return inside
