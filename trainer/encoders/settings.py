"""The settings that turn a backbone into a sentence encoder."""

from __future__ import annotations

from dataclasses import dataclass, field

from trainer.encoders.prompts import Prompts
from trainer.encoders.templates import SpecialTokens
from trainer.settings.values import PoolingMode


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
        truncate_dim: how many dimensions of an embedding to return, the first ones; None for all.
            Training reads all of them.
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
    truncate_dim: int | None = None
