"""The objective as a loss for the trainer of sentence-transformers.

Only torch is imported: anything that returns a `sentence_embedding` for token ids can be trained.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from schemas.errors import UserError
from trainer.losses import info_nce, recall, two_way_margin
from trainer.objective.head import mlp_head


class TripletMeaningLoss(nn.Module):
    """OssCSE's loss for (anchor, paraphrase, contradiction), as `loss=` of a trainer.

    The contrastive term encodes each anchor twice with dropout, as SimCSE does; the margin keeps
    the contradiction further from the anchor than the paraphrase; recall keeps the weights near
    their values at the time the loss is created. The default values are those of the recipe `demo`;
    `MeaningLoss` has the terms of the recipe `meaning`.

    Args:
        model: a `SentenceTransformer`, or a module that returns `sentence_embedding` for features.
        temperature: of the contrastive term.
        margin_weight: of the margin; 0 leaves it out.
        alpha, beta: smallest and largest target difference of the two cosines.
        recall_gamma: strength of the recall term; 0 leaves it out.
        head: whether to train a dense layer and tanh after the model, which are dropped afterwards.
    """

    def __init__(
        self,
        model: nn.Module,
        *,
        temperature: float = 0.05,
        margin_weight: float = 3.0,
        alpha: float = 0.05,
        beta: float = 0.2,
        recall_gamma: float = 2e-3,
        head: bool = True,
    ) -> None:
        super().__init__()
        self.model = model
        self.head: nn.Module = nn.Identity()
        if head:
            self.head = mlp_head(_width(model)).to(next(model.parameters()).device)
        self._settings = {
            "temperature": temperature,
            "margin_weight": margin_weight,
            "alpha": alpha,
            "beta": beta,
            "recall_gamma": recall_gamma,
            "head": head,
        }
        learned = [p for p in model.parameters() if p.requires_grad] if recall_gamma else []
        self._learned = learned
        self._initial = [p.detach().clone() for p in learned]

    def forward(
        self, sentence_features: Iterable[Mapping[str, Tensor]], labels: Tensor | None = None
    ) -> Tensor:
        """The loss of a batch, a scalar.

        Args:
            sentence_features: of the anchors, the paraphrases and the contradictions, in the order
                of the data set's columns.
            labels: ignored; the trainer passes them.

        Raises:
            UserError: there are not three columns.
        """
        features = three_columns(type(self).__name__, sentence_features)
        settings = self._settings
        # A second pass over the anchors has other dropout.
        anchor, positive, paraphrase, negation = (
            self._embed(features[column]) for column in (0, 0, 1, 2)
        )
        loss = info_nce(anchor, positive, settings["temperature"])
        if settings["margin_weight"]:
            near = functional.cosine_similarity(anchor, paraphrase)
            far = functional.cosine_similarity(anchor, negation)
            margin = two_way_margin(near, far, settings["alpha"], settings["beta"])
            loss = loss + settings["margin_weight"] * margin
        if self._learned:
            device = self._learned[0].device
            if self._initial[0].device != device:
                self._initial = [first.to(device) for first in self._initial]
            loss = loss + recall(self._learned, self._initial, settings["recall_gamma"])
        return loss

    def get_config_dict(self) -> dict[str, Any]:
        """The settings for the model card of sentence-transformers."""
        return dict(self._settings)

    @property
    def citation(self) -> str:
        """The source of the objective."""
        return "OssCSE, EMNLP 2023, equations 2 to 5"

    def _embed(self, features: Mapping[str, Tensor]) -> Tensor:
        finished: Tensor = self.head(embedded(self.model, features))
        return finished


def three_columns(
    name: str, sentence_features: Iterable[Mapping[str, Tensor]]
) -> list[Mapping[str, Tensor]]:
    """The features of anchors, paraphrases and contradictions.

    Args:
        name: of the loss that asks for them.

    Raises:
        UserError: there are not three columns.
    """
    features = list(sentence_features)
    if len(features) != 3:
        raise UserError(
            f"{name} takes three columns (anchor, paraphrase, contradiction), not"
            f" {len(features)}: select them with dataset.select_columns([...])."
        )
    return features


def embedded(model: nn.Module, features: Mapping[str, Tensor]) -> Tensor:
    """The embeddings of a column, `(batch, dimensions)`."""
    # A model adds its results to the dictionary that it receives.
    found: Tensor = model(dict(features))["sentence_embedding"]
    return found


def _width(model: nn.Module) -> int:
    """Dimensions of the embeddings, by the name that the installed version uses."""
    for name in ("get_embedding_dimension", "get_sentence_embedding_dimension"):
        measure = getattr(model, name, None)
        if measure is not None:
            return int(torch.as_tensor(measure()))
    raise UserError("The model does not state the dimensions of its embeddings: give head=False.")
