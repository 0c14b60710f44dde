"""Detects what training may have spoiled, by measuring before the first step and at the end."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from schemas.progress import track
from trainer.encoders.embeddings import embed
from trainer.encoders.encoder import Encoder
from trainer.evaluation.data.contrast_sets import bundled_contrast
from trainer.evaluation.data.pairs import Pairs
from trainer.evaluation.scores.contrast import bundled_share
from trainer.evaluation.scores.geometry import anisotropy
from trainer.evaluation.scores.sts import distinct_texts, score

UNRELATED, CONTRAST, STS = "unrelated_cosine", "contrast", "sts"
TOLERATED_RISE = 0.1
"""Threshold for the mean cosine of unrelated sentences; smaller changes hardly affect rankings."""
TOLERATED_FALL = 3.0
"""Threshold for the bundled contrast set, in points: the standard error of its 300 triples."""


def side_effects(
    encoder: Encoder, anchors: Sequence[str], sts: Pairs | None = None
) -> dict[str, float]:
    """Quick measurements, by name.

    Args:
        encoder: used as it would be saved.
        anchors: sentences that have nothing to do with each other; with fewer than two, not
            measured.
        sts: scored pairs; their correlation is measured, times 100.
    """
    alike = list(dict.fromkeys(anchors)) if len(anchors) > 1 else []
    pairs = distinct_texts([sts] if sts else [])
    texts = len(bundled_contrast().texts) + len(alike) + len(pairs)
    with track("measure", texts, "texts") as progress:
        found = {CONTRAST: bundled_share(encoder, progress.advance)}
        if alike:
            cosine = anisotropy(embed(encoder, alike, advance=progress.advance).vectors)
            found |= {} if cosine is None else {UNRELATED: cosine}
        if sts is not None:
            embeddings = embed(encoder, pairs, advance=progress.advance)
            found[STS] = score(embeddings, [sts]).spearman[sts.name]
    return found


def worsened(before: Mapping[str, float], after: Mapping[str, float], pairs: int = 0) -> list[str]:
    """A sentence for every measurement that became clearly worse.

    Args:
        pairs: number of scored pairs behind the correlation.
    """
    told: list[str] = []
    share, left = before.get(CONTRAST, 0.0), after.get(CONTRAST, 100.0)
    if share - left > TOLERATED_FALL:
        told.append(
            f"The share of bundled contrast triples that are ranked correctly fell from {share:.1f}"
            f" to {left:.1f} %. `trainer contrast` shows which kinds fell, and whether that may be"
            " chance."
        )
    was, now = before.get(UNRELATED), after.get(UNRELATED)
    if was is not None and now is not None and now - was > TOLERATED_RISE:
        told.append(
            f"Unrelated sentences have become more alike: their mean cosine was {was:.2f} and is"
            f" {now:.2f}. Lower learning_rate, epochs or margin_weight, or raise recall_gamma."
        )
    if STS in before and STS in after:
        told += fall_warning("STS-B dev", before[STS] / 100, after[STS] / 100, pairs)
    return told


def fall_warning(metric: str, before: float, after: float, size: int) -> list[str]:
    """A sentence if a correlation fell by more than its standard error.

    Args:
        before: the correlation for the initial model.
        after: the correlation for the saved weights.
        size: number of scored pairs behind it.
    """
    if size < 3 or before - after <= (1 - before**2) / math.sqrt(size - 1):
        return []
    return [
        f"{metric} fell from {before:.4f} to {after:.4f}, more than chance explains: the encoder"
        " has lost some of its earlier ability."
    ]
