"""The interface of an engine, and the entry of each engine in the table.

The help of the command line is made from the table, so what this module and those of the engines
import at their top must be quick to load.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from pipeline.translation.decoding import Asked, Decoding, Output, Precision

if TYPE_CHECKING:
    from pipeline.translation.checkpoint import Checkpoint, LazyModel


class Engine(Protocol):
    """Turns token ids into token ids."""

    checkpoint: Checkpoint
    device: str

    def translate(
        self,
        sources: Sequence[Sequence[int]],
        decoding: Decoding,
        *,
        batch_tokens: int,
        keys: Sequence[int] = (),
        anchors: Sequence[Sequence[int]] = (),
        avoid: Sequence[Sequence[str]] = (),
        drafts: Sequence[Sequence[int]] = (),
        score: bool = True,
        on_batch: Callable[[int], None] = lambda rows: None,
    ) -> list[list[Output]]:
        """Translate sources, none longer than the checkpoint's `max_source_tokens`.

        Args:
            sources: token ids, each with the end of the sentence, in any order.
            batch_tokens: source tokens in a batch, padding and beams included. Halved for the rest
                of the run when a batch does not fit into the GPU's memory.
            keys: seeds for sampling, one for each source; the same key gives the same samples in
                any batch.
            anchors: token ids in the target language, one row per source, whose n-grams
                `decoding.ngram_penalty` makes less likely; needed only for that.
            avoid: words in lower case that the translation of each source may not have; by default
                none.
            drafts: a guess at each translation, without the end. A greedy search may check a good
                guess faster than it would find the words; the result is the same either way.
            on_batch: called with the number of sources of each finished batch.

        Returns:
            The translations of each source, best first.

        Raises:
            WorkFailed: a single sentence does not fit into the GPU's memory.
        """
        ...

    def score(
        self,
        sources: Sequence[Sequence[int]],
        targets: Sequence[Sequence[int]],
        *,
        batch_tokens: int,
    ) -> list[float]:
        """Score given translations.

        Args:
            sources: token ids, each with the end of the sentence.
            targets: token ids without it, one for each source.
            batch_tokens: source tokens in a batch, padding included.

        Returns:
            The mean log-probability per token of each target, its end included: the score that
            `translate` gives for its own translations.

        Raises:
            WorkFailed: a single pair does not fit into the GPU's memory.
        """
        ...


@dataclass(frozen=True, slots=True)
class Source:
    """A model ready to be opened, in this process or in another.

    Attributes:
        engine: name of the engine that will run it.
        location: what that engine loads: the model's own name, or the folder of its converted form.
    """

    checkpoint: Checkpoint
    engine: str
    location: str


@dataclass(frozen=True, slots=True)
class ModelFormat:
    """A format of models, with its own tokenizers.

    Attributes:
        title: names a model of this format in messages.
        plural: names models of this format in help texts.
        general: whether all models of this format are trained on text of many kinds.
        holds: whether a folder or hub name is such a model.
        encode: text to token ids, by the model's folder or hub name, with the end of the sentence.
        encode_target: the same for texts in the target language, without the end of the sentence.
        pieces: text of each token of the target language, with the vocabulary's marks of words.
        decode: token ids to text, without special tokens.
    """

    title: str
    plural: str
    holds: Callable[[str], bool]
    encode: Callable[[str, Sequence[str]], list[list[int]]]
    encode_target: Callable[[str, Sequence[str]], list[list[int]]]
    pieces: Callable[[str], list[str]]
    decode: Callable[[str, Sequence[Sequence[int]]], list[str]]
    general: bool = False


@dataclass(frozen=True, slots=True)
class EngineKind:
    """An engine, as `--engine` offers it.

    Attributes:
        name: the value of `--engine`, also in manifests.
        runs: which models it runs, for the help of `--engine`.
        lacks: options of decoding that it does not have.
        packages: packages whose versions go into the manifest.
        precisions: each precision that it has -> what is to be said of it in the help of
            `--precision`, such as what `auto` means; empty for nothing.
        format: the format of the models that it runs.
        prepare: inspects a model for this decoding and number of pivot texts of a sentence; returns
            the source, or the reason why the engine cannot run it. Called only if the engine lacks
            nothing that the decoding asks for.
        open: loads a source onto a device, with a precision and a number of threads.
        check: raises UserError for a precision that the engine does not have on a device; called
            before anything is written or loaded.
        apart: whether several processes translate faster on a CPU than as many threads of one. They
            do if the work is many short calls from Python, which runs one thread at a time.
    """

    name: str
    runs: str
    packages: tuple[str, ...]
    precisions: Mapping[Precision, str]
    format: ModelFormat
    prepare: Callable[[LazyModel, Decoding, int], Source | str]
    open: Callable[[Source, str, Precision, int], Engine]
    check: Callable[[Source, str, Precision], object] = lambda source, device, precision: None
    apart: bool = False
    lacks: frozenset[Asked] = frozenset()
