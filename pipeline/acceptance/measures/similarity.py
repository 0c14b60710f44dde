"""`--min-similarity`: cosine similarity of anchor and paraphrase under any sentence encoder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from schemas.encoders import encoder_folder
from schemas.errors import UserError, first_line
from schemas.hub import hub_once
from schemas.packages import optional
from schemas.weights import reading_weights, refusing_code


class SentenceSimilarity:
    """Cosine similarities under one sentence encoder."""

    def __init__(self, model: str, device: str) -> None:
        """Load the encoder.

        Args:
            device: a torch device.

        Raises:
            UserError: sentence-transformers is not installed or the model does not load.
        """
        package = optional(
            "sentence_transformers",
            "--min-similarity needs sentence-transformers: pip install 'osscse[similarity]'.",
        )
        from transformers.utils import logging

        logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        try:
            folder = encoder_folder(model)
            with hub_once(folder), refusing_code(model):
                self._encoder: Any = package.SentenceTransformer(
                    folder, device=device, model_kwargs=reading_weights(folder)
                )
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
        row = {text: i for i, text in enumerate(texts)}
        return [float(vectors[row[a]] @ vectors[row[b]]) for a, b in pairs]
