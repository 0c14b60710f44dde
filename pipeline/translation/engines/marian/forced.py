"""Scores of given translations: all words of a translation in one pass through the decoder."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch

from pipeline.translation.engines.marian.batch import END, Batch, log_chance, single


def score_targets(batch: Batch, targets: Sequence[Sequence[int]]) -> list[float]:
    """Mean log-probability per word of given translations, the end included.

    Args:
        batch: its words must include those of the targets.
        targets: ids without the end, one for each source.
    """
    steps = max(map(len, targets)) + 1
    columns = np.full((len(targets), steps), END)
    for i, target in enumerate(targets):
        columns[i, : len(target)] = batch.columns_of(i, np.array(target, np.int64))
    chosen = torch.from_numpy(columns).to(batch.network.device)
    scores = batch.output.scores(batch.network.force(batch.words(chosen), batch.memory))
    # One after the other, as the search adds them up; in blocks the sums would depend on padding.
    total = log_chance(scores, chosen).cumsum(1).tolist()
    return [
        single(sums[len(target)] / (len(target) + 1))
        for sums, target in zip(total, targets, strict=True)
    ]
