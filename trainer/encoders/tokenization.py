"""How an encoder reads texts: lower-cased or not, with prompt and template, up to a length."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from tokenizers import Tokenizer
from torch import Tensor

from schemas.errors import WorkFailed
from trainer.encoders.settings import EncoderSettings
from trainer.encoders.templates import mask_name, token_ids


class Tokenization:
    """Texts in, token ids out.

    Args:
        tokenizer: with the template, if any, in it.
        settings: of the encoder that reads the ids.

    Attributes:
        pad_id: id of the padding token.
        mask_id: id of the mask token; -1 if there is none.

    Raises:
        WorkFailed: the tokenizer lacks a special token of the settings.
    """

    def __init__(self, tokenizer: Tokenizer, settings: EncoderSettings) -> None:
        self._tokenizer, self._settings = tokenizer, settings
        self.pad_id = _known_id(tokenizer, settings.tokens.pad)
        mask = mask_name(tokenizer, settings.tokens)
        self.mask_id = _known_id(tokenizer, mask) if mask else -1

    def ids(self, texts: Sequence[str], max_tokens: int | None = None) -> list[list[int]]:
        """Token ids of each text: special tokens, template, default prompt and the text.

        Args:
            max_tokens: longer inputs are cut to this; by default to the encoder's length.
        """
        longest = self._settings.max_tokens if max_tokens is None else max_tokens
        whole = [self._cased(self._settings.prompts.before + text) for text in texts]
        return token_ids(self._tokenizer, whole, longest)

    @property
    def prompt_tokens(self) -> int:
        """Tokens that the default prompt adds to every text; usually none."""
        prompt = self._cased(self._settings.prompts.before.strip())
        return len(self._tokenizer.encode(prompt, add_special_tokens=False).ids) if prompt else 0

    @property
    def unpooled(self) -> int:
        """Tokens at the start of every input that mean pooling leaves out; usually none."""
        prompts = self._settings.prompts
        if prompts.pooled or not prompts.before:
            return 0
        # All special tokens except the one that ends a text.
        (prompt,) = self.ids([""])
        return len(prompt) - 1

    def _cased(self, text: str) -> str:
        """A text in the case in which the tokenizer reads it."""
        return text.lower() if self._settings.lower_case else text


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
