"""An encoder as a table with one vector per token (model2vec): hundreds of times as fast, but
unaware of word order.

A token's vector is the encoder's own embedding of it, with its template, prompt, pooling and dense
layers. model2vec's `distill` reads the bare transformer with mean pooling instead, and refuses a
tokenizer whose template holds the mask token.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Tokenizer, normalizers

from schemas.packages import optional
from trainer.encoders.encoder import Encoder
from trainer.encoders.templates import unbounded

DIMENSIONS = 256
_UNUSED = re.compile(r"\[unused\d+\]")


def require_static() -> None:
    """Check that model2vec and the packages for distillation are installed.

    Raises:
        UserError: one is missing; the message names the extra.
    """
    optional(
        "model2vec.distill", "--static needs the package model2vec: pip install 'osscse[release]'."
    )


def write_static(
    encoder: Encoder, folder: Path, advance: Callable[[int, int], None] | None = None
) -> Any:
    """Distil an encoder into a static one and write it.

    Args:
        folder: to create.
        advance: called with the number of tokens encoded so far and the total.

    Returns:
        The static model, whose `encode` gives embeddings.
    """
    from model2vec.distill.inference import post_process_embeddings
    from model2vec.model import StaticModel

    tokenizer = word_tokenizer(encoder)
    place = tokenizer.get_vocab()
    tokens = sorted(place, key=lambda token: place[token])
    before, after = surroundings(encoder)
    ids = encoder.tokenizer.get_vocab()
    rows = [[*before, ids[token], *after] for token in tokens]
    done = 0

    def count(more: int) -> None:
        nonlocal done
        done += more
        if advance is not None:
            advance(done, len(rows))

    whole = encoder.embed(rows, advance=count)
    # Principal components, and weights by the probable frequency of a word, since a vocabulary is
    # ordered by frequency.
    dimensions = min(DIMENSIONS, whole.shape[1], len(tokens) - 1)
    vectors, weights = post_process_embeddings(whole, dimensions)
    config = {
        "model_type": "model2vec",
        "architectures": ["StaticModel"],
        "apply_pca": dimensions,
        "hidden_dim": vectors.shape[1],
        "normalize": True,
    }
    made = StaticModel(
        vectors=vectors.astype(np.float16), weights=weights, tokenizer=tokenizer, config=config
    )
    made.save_pretrained(folder)
    for file in folder.rglob("*.safetensors"):
        # safetensors makes files that only their owner can read, whatever the umask.
        shutil.copymode(folder / "config.json", file)
    return made


def word_tokenizer(encoder: Encoder) -> Tokenizer:
    """The encoder's tokenizer without a template, and without tokens that occur in no text."""
    from model2vec.tokenizer import clean_and_create_vocabulary
    from skeletoken import TokenizerModel

    copy = unbounded(encoder.tokenizer)
    if encoder.settings.lower_case:
        after = [copy.normalizer] if copy.normalizer is not None else []
        copy.normalizer = normalizers.Sequence([normalizers.Lowercase(), *after])
    plain = TokenizerModel.from_tokenizer(copy)
    plain.post_processor = None
    plain = clean_and_create_vocabulary(plain.prune_added_tokens(), [], token_remove_regex=_UNUSED)
    made: Tokenizer = plain.to_tokenizer()
    return made


def surroundings(encoder: Encoder) -> tuple[list[int], list[int]]:
    """Token ids before and after every text: the template, the default prompt, an added period."""
    # Two texts with different first and last tokens; what they share does not belong to them.
    one, other = encoder.tokenization.ids(["a", "7"])
    start = _shared(one, other)
    end = _shared(one[start:][::-1], other[start:][::-1])
    return one[:start], one[len(one) - end :]


def _shared(left: list[int], right: list[int]) -> int:
    """Length of the common prefix."""
    pairs = zip(left, right, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(left), len(right)))
