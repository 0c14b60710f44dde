"""A sentence encoder, for training, validation, evaluation and saving: backbone, tokenizer and
pooling in one object.

Reading and writing folders is in `trainer.encoders.folder`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional

from schemas.errors import UserError, WorkFailed
from trainer.encoders.backbone import state_size
from trainer.encoders.inference import (
    TOKENS_PER_BATCH,
    TOKENS_PER_CPU_BATCH,
    Vectors,
    in_batches,
)
from trainer.encoders.pooling import Pooling
from trainer.encoders.settings import EncoderSettings
from trainer.encoders.tokenization import Tokenization, pad_rows
from trainer.runtime.devices import autocast

Reread = Callable[[Tensor, Tensor], Tensor]
"""Token states `(rows, positions, hidden)` and attention mask in, token states out."""


class Encoder(nn.Module):
    """Texts in, embeddings out.

    Args:
        backbone: a transformer whose output has `last_hidden_state`.
        tokenizer: with the template of inference, if any, in it.
        dense: layers after pooling that are part of the model, if any.

    Attributes:
        tokenization: texts to token ids, as inference reads them.
    """

    def __init__(
        self,
        backbone: nn.Module,
        tokenizer: Tokenizer,
        settings: EncoderSettings,
        dense: nn.Sequential | None = None,
    ) -> None:
        super().__init__()
        self.backbone = backbone
        self.dense = dense if dense is not None else nn.Sequential()
        self.tokenizer = tokenizer
        self.settings = settings
        self.tokenization = own = Tokenization(tokenizer, settings)
        self._pool = Pooling(settings.pooling, own.mask_id, own.unpooled)

    @property
    def hidden_size(self) -> int:
        """Dimensions of an embedding in training."""
        layers = [layer for layer in self.dense if isinstance(layer, nn.Linear)]
        return layers[-1].out_features if layers else state_size(self.backbone)

    @property
    def dimensions(self) -> int:
        """Dimensions of an embedding in use, which a model may state to be fewer."""
        return min(self.hidden_size, self.settings.truncate_dim or self.hidden_size)

    @property
    def device(self) -> torch.device:
        """Device of the weights."""
        return next(self.parameters()).device

    def forward(
        self,
        input_ids: Tensor,
        attention_mask: Tensor,
        position_ids: Tensor | None = None,
        reread: Reread | None = None,
    ) -> Tensor:
        """Embeddings of padded token ids.

        Args:
            input_ids: `(rows, positions)`.
            attention_mask: `(rows, positions)`, 1 at real tokens, 0 at padding.
            position_ids: `(rows, positions)`, counted as the backbone does; its own by default.
            reread: changes token states `(rows, positions, hidden)` before pooling, given the
                attention mask.

        Returns:
            `(rows, hidden)`, always float32, also under autocast.
        """
        inputs = {"input_ids": input_ids, "attention_mask": attention_mask}
        if position_ids is not None:
            inputs["position_ids"] = position_ids
        states = self.backbone(**inputs).last_hidden_state
        if reread is not None:
            states = reread(states, attention_mask)
        pooled = self._pool(states.float(), input_ids, attention_mask)
        pooled = self.dense(pooled).float()
        return functional.normalize(pooled, dim=-1) if self.settings.normalize else pooled

    def padded(
        self, rows: Sequence[Sequence[int]], width: int | None = None
    ) -> tuple[Tensor, Tensor]:
        """Token ids and attention mask, both `(rows, width)`, on the encoder's device.

        Args:
            width: by default the length of the longest row.
        """
        ids = pad_rows(rows, self.tokenization.pad_id, width)
        mask = pad_rows([[1] * len(row) for row in rows], 0, width)
        return ids.to(self.device), mask.to(self.device)

    def encode(
        self,
        texts: Iterable[str],
        *,
        precision: str = "fp32",
        advance: Callable[[int], None] | None = None,
    ) -> Vectors:
        """Embeddings of texts, each distinct text encoded once, in evaluation mode.

        Args:
            texts: any number, also from a generator.
            precision: `fp32` or `bf16` (autocast).
            advance: called with the number of distinct texts encoded, batch by batch.

        Raises:
            UserError: `texts` is a single text, or something in it is not a text.
            WorkFailed: an embedding is not finite.
        """
        texts = _listed(texts)
        distinct = list(dict.fromkeys(texts))
        result = self.embed(self.tokenization.ids(distinct), precision=precision, advance=advance)
        _check_finite(distinct, result)
        row_of = {text: row for row, text in enumerate(distinct)}
        return result[[row_of[text] for text in texts]]

    @torch.no_grad()
    def embed(
        self,
        ids: Sequence[Sequence[int]],
        *,
        precision: str = "fp32",
        advance: Callable[[int], None] | None = None,
    ) -> Vectors:
        """Embeddings of rows of token ids, template included, in evaluation mode.

        Args:
            precision: `fp32` or `bf16` (autocast).
            advance: called with the number of rows encoded, batch by batch.
        """
        was_training, kept = self.training, self.dimensions
        self.eval()
        with autocast(self.device, precision):
            result = in_batches(
                ids,
                # As sentence-transformers does, after any normalisation.
                lambda rows: self(*self.padded(rows))[:, :kept].cpu().numpy(),
                dimensions=kept,
                budget=TOKENS_PER_CPU_BATCH if self.device.type == "cpu" else TOKENS_PER_BATCH,
                advance=advance,
            )
        self.train(was_training)
        return result


def _listed(texts: Iterable[str]) -> list[str]:
    """Texts as a list, after a check that these are several texts."""
    if isinstance(texts, str):
        raise UserError("encode takes a list of texts: for a single one, encode([text]).")
    listed = list(texts)
    if (other := next((one for one in listed if not isinstance(one, str)), "")) != "":
        raise UserError(f"encode takes a list of texts: {other!r} is not a text.")
    return listed


def _check_finite(texts: Sequence[str], vectors: Vectors) -> None:
    """Check that every embedding is finite; if one is not, name the first such text."""
    finite = np.isfinite(vectors).all(axis=1)
    if not finite.all():
        raise WorkFailed(
            "The encoder gives an embedding that is not finite for the text"
            f" {texts[int(finite.argmin())][:80]!r}: its weights are damaged, so train it again"
            " with a lower learning_rate."
        )
