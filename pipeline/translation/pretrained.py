"""Token ids of the models that `transformers` loads, by their own tokenizers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from pipeline.translation.checkpoint import load_tokenizer
from pipeline.translation.engine import ModelFormat

_tokenizer = lru_cache(maxsize=None)(load_tokenizer)


def _encode(name: str, texts: Sequence[str]) -> list[list[int]]:
    tokenizer = _tokenizer(name)
    if tokenizer.is_fast:
        ids: list[list[int]] = tokenizer(list(texts), truncation=False)["input_ids"]
        return ids
    # The call of a Python tokenizer spends a fifth of its time on options that nobody set here.
    return [
        tokenizer.build_inputs_with_special_tokens(
            tokenizer.convert_tokens_to_ids(tokenizer.tokenize(text))
        )
        for text in texts
    ]


def _decode(name: str, outputs: Sequence[Sequence[int]]) -> list[str]:
    rows: Any = [list(ids) for ids in outputs]
    texts: list[str] = _tokenizer(name).batch_decode(rows, skip_special_tokens=True)
    return texts


PRETRAINED = ModelFormat("a model of transformers", lambda name: True, _encode, _decode)
"""Every name that no other format claims."""
