"""`--min-entailment`: whether each of two sentences follows from the other, by a cross-encoder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from schemas.errors import UserError, first_line
from schemas.hub import hub_once
from schemas.weights import (
    check_tokens,
    check_values,
    check_whole,
    reading_weights,
    refusing_code,
    without_code,
)

BATCH = 64


class Entailment:
    """Probabilities of entailment under one model for natural-language inference."""

    def __init__(self, model: str, device: str) -> None:
        """Load the model.

        Args:
            model: folder or hub name of a sequence classifier of `transformers`.
            device: a torch device.

        Raises:
            UserError: it does not load, has no padding token, or no label named entailment.
        """
        import torch
        from transformers import AutoModelForSequenceClassification, AutoTokenizer
        from transformers.utils import logging

        logging.set_verbosity_error()  # type: ignore[no-untyped-call]
        logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        try:
            with hub_once(model), refusing_code(model):
                self._tokenizer: Any = AutoTokenizer.from_pretrained(model, **without_code(model))
                loaded, report = AutoModelForSequenceClassification.from_pretrained(
                    model, dtype=torch.float32, output_loading_info=True, **reading_weights(model)
                )
        except (UserError, MemoryError):
            raise
        except Exception as error:  # transformers and its libraries raise errors of any type
            raise UserError(
                f"The model {model} of --min-entailment cannot be loaded: {_reason(model, error)}."
                " Give a folder or a hub name of a cross-encoder for natural-language inference."
            ) from error
        if self._tokenizer.pad_token is None:
            raise UserError(
                f"The tokenizer of {model} has no padding token, without which --min-entailment"
                " cannot judge several pairs at once. Name one in its tokenizer_config.json, or"
                " give another cross-encoder."
            )
        check_whole(model, report)
        check_values(model, loaded)
        check_tokens(
            model, self._tokenizer.get_vocab(), loaded.get_input_embeddings().num_embeddings
        )
        self._label = entailment_label(model, loaded.config.id2label)
        # Not every tokenizer states how many tokens its model reads; without that it cuts nothing.
        most = self._tokenizer.model_max_length
        self._tokenizer.model_max_length = min(most, places(loaded) or most)
        self._device = torch.device(device)
        self._model: Any = loaded.eval().to(self._device)

    def both_ways(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """The lesser of the two probabilities that one text of a pair entails the other."""
        if not pairs:
            return []
        directed = [*pairs, *((other, one) for one, other in pairs)]
        found = self._probabilities(directed)
        return [min(a, b) for a, b in zip(found[: len(pairs)], found[len(pairs) :], strict=True)]

    def _probabilities(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        import torch

        # Pairs of similar length share a batch, so that little of it is padding.
        order = sorted(range(len(pairs)), key=lambda i: -len(pairs[i][0]) - len(pairs[i][1]))
        found = [0.0] * len(pairs)
        for start in range(0, len(order), BATCH):
            rows = order[start : start + BATCH]
            inputs = self._tokenizer(
                [pairs[i][0] for i in rows],
                [pairs[i][1] for i in rows],
                padding=True,
                truncation=True,
                return_tensors="pt",
            ).to(self._device)
            with torch.inference_mode():
                logits = self._model(**inputs).logits.float()
            for i, value in zip(rows, logits.softmax(-1)[:, self._label].tolist(), strict=True):
                found[i] = value
        return found


def _reason(model: str, error: Exception) -> str:
    """Why a model does not load; of a folder without a model `transformers` says nothing clear."""
    folder = Path(model)
    if folder.is_dir() and not (folder / "config.json").is_file():
        return "the folder has no config.json"
    return first_line(error).rstrip(".")


def places(model: Any) -> int | None:
    """How many tokens a classifier of `transformers` has positions for; None if it states none."""
    stated = getattr(model.config, "max_position_embeddings", None)
    if stated is None or stated < 1:  # XLNet states -1
        return None
    # RoBERTa-like models have a position for padding, and count from the one after it.
    table = getattr(getattr(model.base_model, "embeddings", None), "position_embeddings", None)
    padding = getattr(table, "padding_idx", None)
    return int(stated) - (0 if padding is None else int(padding) + 1)


def entailment_label(model: str, labels: dict[int, str]) -> int:
    """The label whose name begins with "entail".

    Raises:
        UserError: none does, or several do; "not_entailment" does not begin with it.
    """
    found = [i for i, name in labels.items() if str(name).lower().startswith("entail")]
    if len(found) != 1:
        raise UserError(
            f"The model {model} of --min-entailment has no label named entailment; its labels are"
            f" {', '.join(map(str, labels.values()))}. Give a cross-encoder for natural-language"
            " inference, or name the labels in its config.json."
        )
    return int(found[0])
