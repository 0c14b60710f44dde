"""The objective of the recipe `meaning` as a loss for the trainer of sentence-transformers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any, Self

import torch
from torch import Tensor, nn
from torch.nn import functional

from trainer.losses import relational_distance, two_way_margin, weighted_floor
from trainer.objective.triplet_loss import embedded, three_columns


class MeaningLoss(nn.Module):
    """The loss of the recipe `meaning` for (anchor, paraphrase, contradiction), as `loss=`.

    The margin keeps the contradiction further from both anchor and paraphrase than these are from
    each other; distillation preserves the similarities of the batch's anchors and paraphrases as
    the model has them when the loss is created; a pull raises the similarity of paraphrases to a
    target. The recipe also mixes the trained weights with the initial ones, which a loss cannot do.

    Args:
        model: a `SentenceTransformer`, or a module that returns `sentence_embedding` for features.
        margin_weight: of the margin.
        alpha: smallest target difference of the two cosines.
        distill_weight: of the distillation; 0 leaves it and the copy of the model out.
        paraphrase_weight: of the pull.
        paraphrase_target: cosine above which a paraphrase is not pulled any closer.
    """

    def __init__(
        self,
        model: nn.Module,
        *,
        margin_weight: float = 1.0,
        alpha: float = 0.3,
        distill_weight: float = 10.0,
        paraphrase_weight: float = 1.0,
        paraphrase_target: float = 0.85,
    ) -> None:
        super().__init__()
        self.model = model
        self.initial = deepcopy(model).requires_grad_(False).eval() if distill_weight else None
        self._settings = {
            "margin_weight": margin_weight,
            "alpha": alpha,
            "distill_weight": distill_weight,
            "paraphrase_weight": paraphrase_weight,
            "paraphrase_target": paraphrase_target,
        }

    def train(self, mode: bool = True) -> Self:
        """Switch dropout on or off; the initial model never has any."""
        super().train(mode)
        if self.initial is not None:
            self.initial.eval()
        return self

    def forward(
        self, sentence_features: Iterable[Mapping[str, Tensor]], labels: Tensor | None = None
    ) -> Tensor:
        """The loss of a batch, a scalar.

        Args:
            sentence_features: of the anchors, the paraphrases and the contradictions, in the order
                of the data set's columns.
            labels: `(batch,)`, the match error rate of each paraphrase, by which the pull is
                weighted; the data set's column `label`. Without it, all count the same.

        Raises:
            UserError: there are not three columns.
        """
        features = three_columns(type(self).__name__, sentence_features)
        settings = self._settings
        anchor, paraphrase, negation = (embedded(self.model, one) for one in features)
        near = functional.cosine_similarity(anchor, paraphrase)
        far = [functional.cosine_similarity(end, negation) for end in (anchor, paraphrase)]
        # Two cosines differ by 2 at most, so this margin has no upper bound.
        margins = [two_way_margin(near, one, settings["alpha"], 2.0) for one in far]
        loss = settings["margin_weight"] * torch.stack(margins).mean()
        if self.initial is not None:
            with torch.no_grad():
                before = torch.cat([embedded(self.initial, one) for one in features[:2]])
            # Small differences of cosines need single precision, also under mixed precision.
            with torch.autocast(anchor.device.type, enabled=False):
                now = torch.cat([anchor, paraphrase]).float()
                distance = relational_distance(now, before.float())
            loss = loss + settings["distill_weight"] * distance
        weights = torch.ones_like(near) if labels is None else labels.to(near)
        pull = weighted_floor(near, weights, settings["paraphrase_target"])
        return loss + settings["paraphrase_weight"] * pull

    def get_config_dict(self) -> dict[str, Any]:
        """The settings for the model card of sentence-transformers."""
        return dict(self._settings)
