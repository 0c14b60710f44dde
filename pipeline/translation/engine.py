"""What an engine is, and what a table of engines says of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from pipeline.translation.checkpoint import Checkpoint, LazyModel
from pipeline.translation.decoding import Decoding, Output, Precision


class Engine(Protocol):
    """What turns token ids into token ids."""

    checkpoint: Checkpoint
    device: str

    def translate(
        self,
        sources: Sequence[Sequence[int]],
        decoding: Decoding,
        *,
        batch_tokens: int,
        keys: Sequence[int] = (),
        score: bool = True,
        on_batch: Callable[[int], None] = lambda rows: None,
    ) -> list[list[Output]]:
        """Translate sources, none longer than the checkpoint's `max_source_tokens`.

        Args:
            sources: token ids with the end of the sentence, in any order.
            decoding: how to search.
            batch_tokens: source tokens a batch may hold, padding and beams included. Halved for
                good when the GPU's memory does not hold a batch.
            keys: of the draws, one a source, when sampling; the same key gives the same draws in
                any batch.
            score: whether the outputs' scores are needed.
            on_batch: called with the number of sources of each finished batch.

        Returns:
            For each source its translations, best first.

        Raises:
            WorkFailed: when a single sentence does not fit into the GPU's memory.
        """
        ...

    def score(
        self,
        sources: Sequence[Sequence[int]],
        targets: Sequence[Sequence[int]],
        *,
        batch_tokens: int,
    ) -> list[float]:
        """How likely the model finds given translations.

        Args:
            sources: token ids with the end of the sentence.
            targets: token ids without it, one of each source.
            batch_tokens: source tokens that a batch may hold, padding included.

        Returns:
            The mean log-probability a token of each target, its end included: what `translate`
            gives for its own translations.

        Raises:
            WorkFailed: when a single pair does not fit into the GPU's memory.
        """
        ...


@dataclass(frozen=True, slots=True)
class Source:
    """A model made ready to be opened, in this process or in another.

    Attributes:
        checkpoint: what is known of it.
        engine: name of the engine that will run it.
        location: what that engine loads: the model's own name, or the folder it was converted to.
    """

    checkpoint: Checkpoint
    engine: str
    location: str


@dataclass(frozen=True, slots=True)
class ModelFormat:
    """A format of models, with its own way from text to token ids and back.

    Attributes:
        title: of a model of this format, in messages.
        holds: whether a folder or hub name is such a model.
        encode: token ids of each text for the model of that name, the end of the sentence included.
        encode_target: token ids of each text of the language that the model translates into,
            without the end of the sentence.
        decode: the text of each translation, without special tokens.
    """

    title: str
    holds: Callable[[str], bool]
    encode: Callable[[str, Sequence[str]], list[list[int]]]
    encode_target: Callable[[str, Sequence[str]], list[list[int]]]
    decode: Callable[[str, Sequence[Sequence[int]]], list[str]]


@dataclass(frozen=True, slots=True)
class EngineKind:
    """An engine, as `--engine` offers it.

    Attributes:
        name: after `--engine`, and in manifests.
        runs: which models, in the words of `--help`.
        packages: whose versions go into the manifest of what it makes.
        format: of the models that it runs.
        prepare: looks at a model that is to be used in this way, with this many pivot texts of a
            sentence; gives the source, or says why the engine cannot run it.
        open: loads a source onto a device, with a precision and a number of threads.
    """

    name: str
    runs: str
    packages: tuple[str, ...]
    format: ModelFormat
    prepare: Callable[[LazyModel, Decoding, int], Source | str]
    open: Callable[[Source, str, Precision, int], Engine]
