"""Token ids for models of `transformers`, from their own tokenizers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from pipeline.translation.engine import ModelFormat

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase


@cache
def _tokenizer(name: str) -> PreTrainedTokenizerBase:
    from pipeline.translation.checkpoint import load_tokenizer

    return load_tokenizer(name)


def _encode(name: str, texts: Sequence[str]) -> list[list[int]]:
    from pipeline.translation.checkpoint import token_ids

    return token_ids(_tokenizer(name), texts)


@cache
def _target_tokenizer(name: str) -> Any:
    """A tokenizer that treats target texts as sources; for FSMT, one of the target vocabulary."""
    from pipeline.translation.checkpoint import load_tokenizer

    tokenizer: Any = load_tokenizer(name)
    tokenizer.src_lang = tokenizer.tgt_lang
    tokenizer.encoder = {token: i for i, token in tokenizer.decoder.items()}
    return tokenizer


def _encode_target(name: str, texts: Sequence[str]) -> list[list[int]]:
    tokenizer: Any = _tokenizer(name)
    if type(tokenizer).__name__ == "FSMTTokenizer":  # does not support target texts
        target = _target_tokenizer(name)
        return [target.convert_tokens_to_ids(target.tokenize(text)) for text in texts]
    end = tokenizer.eos_token_id
    rows: list[list[int]] = tokenizer(text_target=list(texts))["input_ids"]
    return [row[:-1] if row and row[-1] == end else row for row in rows]


def _pieces(name: str) -> list[str]:
    tokenizer: Any = _tokenizer(name)
    # An FSMT tokenizer has the length of its source vocabulary, but ids of its target vocabulary.
    count = getattr(tokenizer, "tgt_vocab_size", len(tokenizer))
    texts: list[str] = tokenizer.convert_ids_to_tokens(range(count))
    return texts


def _decode(name: str, outputs: Sequence[Sequence[int]]) -> list[str]:
    rows: Any = [list(ids) for ids in outputs]
    texts: list[str] = _tokenizer(name).batch_decode(rows, skip_special_tokens=True)
    return texts


PRETRAINED = ModelFormat(
    title="a model of transformers",
    plural="models of transformers",
    holds=lambda name: True,
    encode=_encode,
    encode_target=_encode_target,
    pieces=_pieces,
    decode=_decode,
)
"""Every name that no other format claims."""
