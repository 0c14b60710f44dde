"""A sentence encoder, for training, validation, evaluation and saving: backbone, tokenizer and
pooling in one object.

Reading and writing folders is in `trainer.encoders.folder`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional

from schemas.batching import token_batches
from schemas.errors import UserError, WorkFailed
from trainer.encoders.prompts import Prompts
from trainer.encoders.templates import SpecialTokens, mask_name, token_ids
from trainer.runtime.devices import autocast
from trainer.settings.values import PoolingMode

Vectors = np.ndarray[tuple[int, int], np.dtype[np.float32]]
"""`(texts, hidden)`, one embedding per row."""

Reread = Callable[[Tensor, Tensor], Tensor]
"""Token states `(rows, positions, hidden)` and attention mask in, token states out."""

TOKENS_PER_BATCH = 8192
"""Padded positions per batch in inference; memory hardly depends on text length."""
TOKENS_PER_CPU_BATCH = 2048
"""The same on a CPU, where larger batches are no faster and take four times the memory."""


@dataclass(frozen=True, slots=True)
class EncoderSettings:
    """What turns a backbone into a sentence encoder.

    Attributes:
        pooling: where the embedding comes from.
        max_tokens: longer inputs are cut to this, template and special tokens included.
        tokens: the special tokens.
        normalize: whether embeddings are scaled to length 1.
        lower_case: whether to lower-case texts before the tokenizer, as a few old folders require.
        positions: longest input that the backbone has positions for.
        base_model: hub name of the model that the encoder was made from; None for a folder.
        prompts: text to put before every text.
        similarity: name of the function for comparing embeddings.
    """

    pooling: PoolingMode
    max_tokens: int
    positions: int
    tokens: SpecialTokens
    normalize: bool = False
    lower_case: bool = False
    base_model: str | None = None
    prompts: Prompts = field(default_factory=Prompts)
    similarity: str = "cosine"


class Encoder(nn.Module):
    """Texts in, embeddings out.

    Args:
        backbone: a transformer whose output has `last_hidden_state`.
        tokenizer: with the template of inference, if any, in it.
        dense: layers after pooling that are part of the model, if any.
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
        self.pad_id = _known_id(tokenizer, settings.tokens.pad)
        mask = mask_name(tokenizer, settings.tokens)
        self.mask_id = _known_id(tokenizer, mask) if mask else -1
        self._left_out = 0
        if settings.prompts.before and not settings.prompts.pooled:
            # All special tokens except the one that ends a text.
            (prompt,) = self.tokenize_with(tokenizer, [""], settings.max_tokens)
            self._left_out = len(prompt) - 1

    @property
    def hidden_size(self) -> int:
        """Dimensions of an embedding."""
        layers = [layer for layer in self.dense if isinstance(layer, nn.Linear)]
        return layers[-1].out_features if layers else int(self._backbone_config.hidden_size)

    @property
    def _backbone_config(self) -> Any:
        return self.backbone.config

    @property
    def prompt_tokens(self) -> int:
        """Tokens that the default prompt adds to every text; usually none."""
        prompt = self._read(self.settings.prompts.before.strip())
        return len(self.tokenizer.encode(prompt, add_special_tokens=False).ids) if prompt else 0

    @property
    def state_size(self) -> int:
        """Dimensions of a token state."""
        return int(self._backbone_config.hidden_size)

    @property
    def first_deviation(self) -> float:
        """Deviation of the weights of a new layer, as the backbone states it; BERT's is 0.02."""
        return float(getattr(self._backbone_config, "initializer_range", 0.02))

    @property
    def attention(self) -> tuple[int, float]:
        """Heads of the backbone's attention and the rate of its dropout, 0.1 if it states none."""
        config = self._backbone_config
        rate = getattr(config, "attention_probs_dropout_prob", None)
        return int(config.num_attention_heads), 0.1 if rate is None else float(rate)

    @property
    def first_position(self) -> int:
        """The backbone's number for the first position: 0, or one after padding in RoBERTa."""
        return int(self._backbone_config.max_position_embeddings) - self.settings.positions

    @property
    def device(self) -> torch.device:
        """Device of the weights."""
        return next(self.parameters()).device

    @property
    def table(self) -> nn.Embedding | None:
        """The layer of word embeddings; None if the backbone has another kind."""
        backbone: Any = self.backbone
        layer = backbone.get_input_embeddings()
        return layer if isinstance(layer, nn.Embedding) else None

    def recompute_activations(self) -> None:
        """Do not store activations inside the blocks; recompute them in the backward pass.

        Raises:
            UserError: the backbone does not support it.
        """
        backbone: Any = self.backbone
        if not getattr(backbone, "supports_gradient_checkpointing", False):
            raise UserError(
                f"A {backbone.config.model_type} model has no gradient checkpointing; set"
                " gradient_checkpointing=false, or grad_cache=true for large batches."
            )
        # Later versions of transformers 5 have another name for it and warn of the old one.
        newer = getattr(backbone, "activation_checkpointing_enable", None)
        (newer or backbone.gradient_checkpointing_enable)({"use_reentrant": False})

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

    def _pool(self, states: Tensor, input_ids: Tensor, attention_mask: Tensor) -> Tensor:
        """Embeddings `(rows, hidden)` from token states `(rows, positions, hidden)`."""
        if self.settings.pooling == "cls":
            return states[:, 0]
        if self.settings.pooling == "mean":
            chosen = attention_mask.clone()
            chosen[:, : self._left_out] = 0
        else:
            # Only the template has one: its tokenizer reads no text as the mask token.
            chosen = (input_ids == self.mask_id).long()
        weights = chosen.unsqueeze(-1).to(states.dtype)
        return (states * weights).sum(1) / weights.sum(1).clamp(min=1e-9)

    def tokenize_with(
        self, tokenizer: Tokenizer, texts: Sequence[str], max_tokens: int
    ) -> list[list[int]]:
        """Token ids with a template and length that may differ from those of inference.

        The default prompt precedes every text.
        """
        whole = [self._read(self.settings.prompts.before + text) for text in texts]
        return token_ids(tokenizer, whole, max_tokens)

    def _read(self, text: str) -> str:
        """A text in the case in which the tokenizer reads it."""
        return text.lower() if self.settings.lower_case else text

    def padded(
        self, rows: Sequence[Sequence[int]], width: int | None = None
    ) -> tuple[Tensor, Tensor]:
        """Token ids and attention mask, both `(rows, width)`, on the encoder's device.

        Args:
            width: by default the length of the longest row.
        """
        mask = pad_rows([[1] * len(row) for row in rows], 0, width)
        return pad_rows(rows, self.pad_id, width).to(self.device), mask.to(self.device)

    def encode(
        self,
        texts: Sequence[str],
        *,
        precision: str = "fp32",
        advance: Callable[[int], None] | None = None,
    ) -> Vectors:
        """Embeddings of texts, each distinct text encoded once, in evaluation mode.

        Args:
            precision: `fp32` or `bf16` (autocast).
            advance: called with the number of distinct texts encoded, batch by batch.

        Raises:
            UserError: `texts` is a single text, or something in it is none.
            WorkFailed: an embedding is not finite.
        """
        if isinstance(texts, str):
            raise UserError("encode takes a list of texts: for a single one, encode([text]).")
        if (other := next((one for one in texts if not isinstance(one, str)), "")) != "":
            raise UserError(f"encode takes a list of texts, and {other!r} is none.")
        distinct = list(dict.fromkeys(texts))
        ids = self.tokenize_with(self.tokenizer, distinct, self.settings.max_tokens)
        result = self.embed(ids, precision=precision, advance=advance)
        if not np.isfinite(result).all():
            bad = distinct[int(np.nonzero(~np.isfinite(result).all(axis=1))[0][0])]
            raise WorkFailed(
                f"The encoder gives an embedding that is not finite for the text {bad[:80]!r}:"
                " its weights are damaged, so train it again with a lower learning_rate."
            )
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
            ids: rows from `tokenize_with`.
            precision: `fp32` or `bf16` (autocast).
            advance: called with the number of rows encoded, batch by batch.
        """
        result = np.empty((len(ids), self.hidden_size), dtype=np.float32)
        was_training = self.training
        self.eval()
        budget = TOKENS_PER_CPU_BATCH if self.device.type == "cpu" else TOKENS_PER_BATCH
        with autocast(self.device, precision):
            for rows in token_batches([len(row) for row in ids], budget):
                result[rows] = self(*self.padded([ids[row] for row in rows])).cpu().numpy()
                if advance is not None:
                    advance(len(rows))
        self.train(was_training)
        return result


def pad_rows(rows: Sequence[Sequence[int]], filler: int, width: int | None = None) -> Tensor:
    """Rows of integers as a tensor `(rows, width)`, padded at the end.

    Args:
        width: by default the length of the longest row.
    """
    padded = torch.full((len(rows), width or max(map(len, rows))), filler, dtype=torch.long)
    for index, row in enumerate(rows):
        padded[index, : len(row)] = torch.tensor(row, dtype=torch.long)
    return padded


def _known_id(tokenizer: Tokenizer, token: str) -> int:
    found = tokenizer.token_to_id(token)
    if found is None:
        raise WorkFailed(
            f"The tokenizer has no token {token}: its files do not belong together. Download the"
            " model again."
        )
    return int(found)
