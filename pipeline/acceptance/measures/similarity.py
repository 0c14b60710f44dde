"""`--min-similarity`: cosine similarity of anchor and paraphrase under any sentence encoder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from schemas.encoders import encoder_folder
from schemas.errors import UserError, first_line
from schemas.hub import hub_once
from schemas.packages import optional
from schemas.weights import (
    check_tokens,
    check_values,
    check_whole,
    reading_weights,
    refusing_code,
)

PROBES = ("Two dogs bark.", "A 龘 barks.")
"""What an encoder has to read before it is used; few vocabularies have that character."""


class SentenceSimilarity:
    """Cosine similarities under one sentence encoder."""

    def __init__(self, model: str, device: str) -> None:
        """Load the encoder.

        Args:
            device: a torch device.

        Raises:
            UserError: sentence-transformers is not installed, or the model does not load or is
                damaged.
        """
        package = optional(
            "sentence_transformers",
            "--min-similarity needs sentence-transformers: pip install 'osscse[similarity]'.",
        )
        from transformers.utils import logging

        logging.set_verbosity_error()  # type: ignore[no-untyped-call]
        logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        self._model = model
        try:
            folder = encoder_folder(model)
            with hub_once(folder), refusing_code(model):
                self._encoder: Any = package.SentenceTransformer(
                    folder, device=device, model_kwargs=reading_weights(folder)
                )
            _check_sound(model, self._encoder)
            self.cosines([PROBES])
        except (UserError, MemoryError):
            raise
        except Exception as error:  # the library and those below it raise errors of any type
            raise UserError(
                f"The sentence encoder {model} of --min-similarity cannot be loaded:"
                f" {first_line(error).rstrip('.')}. Give a folder, a hub name, or demo."
            ) from error

    def cosines(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """Cosine similarity of each pair, in [-1, 1]."""
        if not pairs:
            return []
        texts = sorted({text for pair in pairs for text in pair})
        vectors = self._encoder.encode(
            texts, batch_size=64, normalize_embeddings=True, show_progress_bar=False
        )
        if not np.isfinite(vectors).all():
            raise UserError(
                f"The sentence encoder {self._model} of --min-similarity gives vectors that are no"
                " numbers: its weights are damaged. Download it again, or use another."
            )
        row = {text: i for i, text in enumerate(texts)}
        return [float(vectors[row[a]] @ vectors[row[b]]) for a, b in pairs]


def _check_sound(model: str, encoder: Any) -> None:
    """Refuse weights and tokens that are damaged.

    sentence-transformers does not tell which weights were missing, so that those of its
    transformer are read once more for the report.

    Raises:
        UserError: weights are missing or no numbers, or tokens have no vectors.
    """
    check_values(model, encoder)
    inner = getattr(encoder[0], "auto_model", None)
    if inner is None:  # an encoder without a transformer, such as one of static embeddings
        return
    folder = str(inner.name_or_path)
    _, report = type(inner).from_pretrained(
        folder, config=inner.config, output_loading_info=True, **reading_weights(folder)
    )
    # Only the states of the tokens are pooled.
    missing = [key for key in report["missing_keys"] if "pooler." not in str(key)]
    check_whole(model, report | {"missing_keys": missing})
    check_tokens(model, encoder.tokenizer.get_vocab(), inner.get_input_embeddings().num_embeddings)
