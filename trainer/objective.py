"""The loss of a batch of triples: texts to tokens, tokens to vectors, vectors to terms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from torch import Tensor, nn
from torch.nn import functional

from schemas.errors import UserError
from trainer.config import Recipe
from trainer.encoder import Encoder, autocast
from trainer.losses import info_nce, two_way_margin
from trainer.templates import added_tokens, template_tokenizer
from trainer.triples import Triple


class Terms(NamedTuple):
    """Scalars of a batch; `loss` is what is differentiated (the recall term is added later)."""

    loss: Tensor
    contrastive: Tensor
    margin: Tensor


class Objective(nn.Module):
    """Encoder, training head and the terms `l_c + lambda l_m` of a batch.

    The anchor is encoded under the first template and its positive, the same sentence, under the
    second; so are the paraphrase and the negation of complete rows. Texts that a row lacks are not
    encoded, nor are paraphrases and negations at all where the margin has no weight.

    Args:
        encoder: with the anchor's template in its tokenizer, if any.
        recipe: the rest.

    Raises:
        UserError: where a training sentence with its template exceeds the model's positions.
    """

    def __init__(self, encoder: Encoder, recipe: Recipe) -> None:
        super().__init__()
        self.encoder = encoder
        self.head = _head(encoder.hidden_size, recipe)
        self._recipe = recipe
        self._anchor_tokenizer = self._other_tokenizer = encoder.tokenizer
        if recipe.template_other:
            self._other_tokenizer = template_tokenizer(
                encoder.tokenizer, encoder.settings.tokens, recipe.template_other
            )
        # Cutting to a length changes a tokenizer, so `encoder.tokenizer` must not keep it: every
        # use states its own length.
        tokenizers = (self._anchor_tokenizer, self._other_tokenizer)
        self._lengths = [recipe.max_sentence_tokens + added_tokens(t) for t in tokenizers]
        if max(self._lengths) > encoder.positions:
            raise UserError(
                f"max_sentence_tokens is {recipe.max_sentence_tokens}, with template and special"
                f" tokens {max(self._lengths)}; the model has positions for {encoder.positions}."
            )

    def forward(self, rows: Sequence[Triple]) -> Terms:
        """Terms of a batch.

        Args:
            rows: `batch` triples.
        """
        recipe = self._recipe
        complete = [i for i, row in enumerate(rows) if row.complete and recipe.margin_weight > 0]
        anchors = [row.anchor for row in rows]
        others = [
            *anchors,
            *(str(rows[i].paraphrase) for i in complete),
            *(str(rows[i].negation) for i in complete),
        ]
        ids = [
            *self.encoder.tokenize_with(self._anchor_tokenizer, anchors, self._lengths[0]),
            *self.encoder.tokenize_with(self._other_tokenizer, others, self._lengths[1]),
        ]
        with autocast(self.encoder.device, recipe.precision):
            vectors = self.head(self.encoder.embed(ids, recipe.forwards))
        sizes = [len(rows), len(rows), len(complete), len(complete)]
        anchor, positive, paraphrase, negation = vectors.float().split(sizes)
        contrastive = info_nce(anchor, positive, recipe.temperature)
        margin = two_way_margin(
            functional.cosine_similarity(anchor[complete], paraphrase),
            functional.cosine_similarity(anchor[complete], negation),
            recipe.margin_alpha,
            recipe.margin_beta,
        )
        return Terms(contrastive + recipe.margin_weight * margin, contrastive, margin)


def _head(width: int, recipe: Recipe) -> nn.Module:
    """What follows the encoder while training and is left out of the saved encoder."""
    if recipe.head == "none":
        return nn.Identity()
    return nn.Sequential(nn.Linear(width, width), nn.Tanh())
