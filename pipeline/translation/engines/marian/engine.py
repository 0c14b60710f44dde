"""Marian's student models in torch: batches, beams, draws and scores, on any device."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

import numpy as np
import torch

from pipeline.translation.checkpoint import Checkpoint
from pipeline.translation.decoding import Decoding, Output, Precision
from pipeline.translation.engines.marian import search
from pipeline.translation.engines.marian.architecture import read_architecture
from pipeline.translation.engines.marian.arithmetic import Arithmetic, arithmetic
from pipeline.translation.engines.marian.container import Weights
from pipeline.translation.engines.marian.files import find_files
from pipeline.translation.engines.marian.network import Network
from pipeline.translation.engines.marian.shortlist import Shortlist
from pipeline.translation.engines.marian.vocabulary import Vocabularies, load_vocabularies
from schemas.errors import UserError, WorkFailed

T = TypeVar("T")

STUDENT = "marian-student"
"""`model_type` of these models."""
MAX_SOURCE_TOKENS = 128
"""Longest source that Firefox gives them."""
PLACES = 4
"""Sources are filled up to a multiple of this, so that some of them share a batch."""
MAX_ROWS = {"cpu": 64, "cuda": 1024}
"""Sources that a batch may hold where each has one row."""


def examine_student(name: str) -> Checkpoint:
    """What is known of a folder, all of whose files are read.

    Raises:
        UserError: a file that is missing, damaged or of another model, or an architecture that is
            not supported.
    """
    digest = hashlib.sha256()
    for path in find_files(Path(name)):
        if path is not None:
            digest.update(path.name.encode() + path.read_bytes())
    end = _open(name)[2].target.end
    return Checkpoint(name, STUDENT, digest.hexdigest(), MAX_SOURCE_TOKENS, end)


class MarianEngine:
    """A model on one device.

    Attributes:
        checkpoint: the model.
        device: `cpu`, `cuda` or `cuda:N`.
    """

    def __init__(
        self,
        checkpoint: Checkpoint,
        device: str,
        precision: Precision = "auto",
        threads: int = 1,
        operations: Arithmetic | None = None,
    ) -> None:
        """Load the model.

        Args:
            checkpoint: from `examine_student`.
            device: where it runs.
            precision: `fp32` for products of the integers in single precision, `int8` and `auto`
                for those of bytes where the device has them.
            threads: batches translated at the same time on a CPU. The results do not depend on it.
            operations: to use instead of the device's fastest.

        Raises:
            UserError: for a precision of half the width.
        """
        if precision not in ("auto", "int8", "fp32"):
            raise UserError(
                f"--precision {precision}: {checkpoint.name} is stored in int8. Use auto."
            )
        self.checkpoint, self.device = checkpoint, device
        weights, shortlist, self._vocabularies = _open(checkpoint.name)
        self._shortlist = shortlist
        place = torch.device(device)
        operations = operations or arithmetic(place, integers=precision != "fp32")
        self._network = Network(weights, read_architecture(weights), place, operations)
        # The number of torch's threads is one of each thread.
        self._pool = ThreadPoolExecutor(
            threads if place.type == "cpu" else 1, initializer=partial(torch.set_num_threads, 1)
        )

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
        """Translate token ids; see `engine.Engine`."""

        def work(rows: list[int]) -> list[list[Output]]:
            batch = self._begin([sources[i] for i in rows])
            limit = decoding.limit(_places(sources[rows[0]]))
            drawn = [keys[i] for i in rows] if decoding.sample else ()
            return search.translate(batch, decoding, limit, drawn, score=score)

        return self._spread(work, sources, batch_tokens, decoding.width, on_batch)

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
            The mean log-probability a token of each target, its end included, among the words of
            the sentence's shortlist and its own: what `translate` gives for its own translations.
        """

        def work(rows: list[int]) -> list[float]:
            wanted = [targets[i] for i in rows]
            batch = self._begin([sources[i] for i in rows], wanted)
            return search.score_targets(batch, wanted)

        return self._spread(work, sources, batch_tokens)

    def _begin(
        self, sources: list[Sequence[int]], targets: Sequence[Sequence[int]] = ()
    ) -> search.Batch:
        """A batch of sources filled up alike, whose words include those of the targets."""
        target = self._vocabularies.target
        if self._shortlist is None:
            allowed = [np.arange(len(target))] * len(sources)
        else:
            allowed = [self._shortlist.allowed(source) for source in sources]
            for i, words in enumerate(targets):
                allowed[i] = np.union1d(allowed[i], np.array(words, np.int64))
        return search.begin(self._network, sources, allowed, target.end, _places(sources[0]))

    def _spread(
        self,
        work: Callable[[list[int]], list[T]],
        sources: Sequence[Sequence[int]],
        batch_tokens: int,
        width: int = 1,
        on_batch: Callable[[int], None] = lambda rows: None,
    ) -> list[T]:
        """Do the work batch by batch, several at a time on a CPU; results in the sources' order."""
        most = MAX_ROWS[torch.device(self.device).type]
        by_places: dict[int, list[int]] = defaultdict(list)
        for i, source in enumerate(sources):
            by_places[_places(source)].append(i)
        batches = []
        for places, rows in sorted(by_places.items(), reverse=True):
            size = max(min(most, 2 * most // width, batch_tokens // (places * width)), 1)
            batches += [rows[i : i + size] for i in range(0, len(rows), size)]
        results: dict[int, T] = {}
        found = self._pool.map(partial(self._attempt, work), batches)
        for rows, values in zip(batches, found, strict=True):
            results |= zip(rows, values, strict=True)
            on_batch(len(rows))
        return [results[i] for i in range(len(sources))]

    def _attempt(self, work: Callable[[list[int]], list[T]], rows: list[int]) -> list[T]:
        """Do the work of a batch, in halves where the GPU's memory does not hold it."""
        try:
            with torch.inference_mode():
                return work(rows)
        except torch.OutOfMemoryError as error:
            if len(rows) == 1:
                raise WorkFailed(
                    f"The {self.device} has too little memory to translate one sentence with"
                    f" {self.checkpoint.name}. Use fewer --beams."
                ) from error
        torch.cuda.empty_cache()
        middle = len(rows) // 2
        return self._attempt(work, rows[:middle]) + self._attempt(work, rows[middle:])


def _places(source: Sequence[int]) -> int:
    """Places that a source takes up, which depend on it alone."""
    return -(-len(source) // PLACES) * PLACES


def _open(name: str) -> tuple[Weights, Shortlist | None, Vocabularies]:
    """The files of a folder, which must belong together."""
    files, vocabularies = find_files(Path(name)), load_vocabularies(name)
    weights = Weights(files.model)
    architecture = read_architecture(weights)
    tables = architecture.source_embedding, architecture.target_embedding
    for path, vocabulary, table in zip(files[1:3], vocabularies, tables, strict=True):
        if len(vocabulary) != (wanted := weights.shape(table)[0]):
            raise UserError(
                f"{path} is the vocabulary of another model: it has {len(vocabulary):,} pieces,"
                f" {files.model.name} has {wanted:,}."
            )
    if files.shortlist is None:
        return weights, None, vocabularies
    source, target = vocabularies
    shared = source is target
    shortlist = Shortlist(files.shortlist, len(source), len(target), shared=shared)
    return weights, shortlist, vocabularies
