"""Marian's student models in torch: batches, beam search, sampling and scores, on any device."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from pathlib import Path
from typing import TypeVar

import numpy as np
import torch

from pipeline.translation.avoiding import Avoiding, Spelling
from pipeline.translation.checkpoint import Checkpoint
from pipeline.translation.copies import Copies, Pieces
from pipeline.translation.decoding import Decoding, Output, Precision
from pipeline.translation.engines.marian.architecture import read_architecture
from pipeline.translation.engines.marian.arithmetic import arithmetic
from pipeline.translation.engines.marian.batch import Batch, begin
from pipeline.translation.engines.marian.belonging import check_shortlist, check_vocabulary
from pipeline.translation.engines.marian.configuration import check_configurations
from pipeline.translation.engines.marian.container import Weights
from pipeline.translation.engines.marian.drafts import LEAST, follow
from pipeline.translation.engines.marian.exact import exact_arithmetic
from pipeline.translation.engines.marian.files import find_files
from pipeline.translation.engines.marian.forced import score_targets
from pipeline.translation.engines.marian.network import Network
from pipeline.translation.engines.marian.operations import Arithmetic
from pipeline.translation.engines.marian.origin import check_origin
from pipeline.translation.engines.marian.search import translate as search
from pipeline.translation.engines.marian.shortlist import Shortlist
from pipeline.translation.engines.marian.vocabulary import Vocabularies, load_vocabularies
from schemas.errors import UserError, WorkFailed
from schemas.reading import as_file

T = TypeVar("T")

STUDENT = "marian-student"
"""`model_type` of these models."""
MAX_SOURCE_TOKENS = 128
"""Longest source that Firefox sends them."""
PLACES = {"cpu": 4, "cuda": 32}
"""Sources are padded to a multiple of this, so that some of them can share a batch: more of them on
a GPU, where padding costs less than another batch."""
MAX_SOURCES = {"cpu": 256, "cuda": 1024}
"""Most sources in a batch."""
STEPWISE, AT_ONCE = {"cpu": 256, "cuda": 2048}, {"cpu": 1024, "cuda": 8192}
"""Most rows of the decoder in a batch: if it decodes one word per beam, and if it reads all words
of a translation at once."""


def examine_student(name: str) -> Checkpoint:
    """Inspect a folder, reading all of its files.

    Raises:
        UserError: a file is missing, damaged, of another model or not as it was downloaded, or the
            architecture is not supported.
    """
    check_origin(Path(name))
    check_configurations(Path(name))
    digest = hashlib.sha256()
    for path in find_files(Path(name)):
        if path is not None:
            digest.update(path.name.encode() + as_file(path).read_bytes())
    end = _open(name)[2].target.end
    return Checkpoint(name, STUDENT, digest.hexdigest(), MAX_SOURCE_TOKENS, end)


class MarianEngine:
    """A model on one device."""

    def __init__(
        self, checkpoint: Checkpoint, device: str, precision: Precision = "auto", threads: int = 1
    ) -> None:
        """Load the model.

        Args:
            checkpoint: from `examine_student`.
            device: where to run it: `cpu`, `cuda` or `cuda:N`.
            precision: `exact` for the translations of Firefox's own engine, on a CPU where torch
                multiplies bytes; `auto` for `exact` where it is available, else `int8`; `int8` for
                products of bytes where the device supports them, else as `fp32`, which has the
                integers in single precision; `bf16` for integers in 16 bits.
            threads: batches translated at the same time on a CPU. The results do not depend on it.

        Raises:
            UserError: fp16, in which the sums overflow, or exact where it is not supported.
        """
        check_precision(checkpoint.name, device, precision)
        self.checkpoint, self.device = checkpoint, device
        weights, self._shortlist, self._vocabularies = _open(checkpoint.name)
        place = torch.device(device)
        self._multiple = PLACES[place.type]
        operations = _operations(place, precision)
        self._network = Network(weights, read_architecture(weights), place, operations)
        # torch sets its number of threads for each thread separately.
        self._pool = ThreadPoolExecutor(
            threads if place.type == "cpu" else 1, initializer=partial(torch.set_num_threads, 1)
        )

    @cached_property
    def _pieces(self) -> Pieces:
        return Pieces(self._vocabularies.target.pieces, torch.device(self.device))

    @cached_property
    def _spelling(self) -> Spelling:
        return Spelling(self._vocabularies.target.pieces)

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
        """Translate token ids; see `engine.Engine`."""
        plain = not (decoding.sample or decoding.ngram_penalty or any(avoid))
        drafted = plain and decoding.beams == 1 and any(drafts)

        def work(rows: list[int]) -> list[list[Output]]:
            batch = self._begin([sources[i] for i in rows])
            if decoding.ngram_penalty:
                wordings = [self._pieces.wording(anchors[i]) for i in rows]
                copies = Copies(self._pieces, wordings, decoding.ngram_penalty, batch.columns_of)
                batch.changes.append(copies.take)
            if any(avoid):
                words = [avoid[i] for i in rows]
                batch.changes.append(Avoiding(self._spelling, words, batch.columns_of).take)
            limits = [decoding.limit(self._places(sources[i])) for i in rows]
            if drafted:
                return follow(batch, [drafts[i] for i in rows], limits)
            drawn = [keys[i] for i in rows] if decoding.sample else ()
            return search(batch, decoding, limits, drawn, score=score)

        width, full = (LEAST, AT_ONCE) if drafted else (decoding.width, STEPWISE)
        widths = [width] * len(sources)
        return self._spread(work, sources, batch_tokens, widths, full, on_batch)

    def score(
        self,
        sources: Sequence[Sequence[int]],
        targets: Sequence[Sequence[int]],
        *,
        batch_tokens: int,
    ) -> list[float]:
        """Score given translations; see `engine.Engine`.

        The probabilities are among the tokens of a sentence's shortlist and its own.
        """

        def work(rows: list[int]) -> list[float]:
            wanted = [targets[i] for i in rows]
            batch = self._begin([sources[i] for i in rows], wanted)
            return score_targets(batch, wanted)

        steps = [len(target) + 1 for target in targets]
        return self._spread(work, sources, batch_tokens, steps, AT_ONCE)

    def _begin(self, sources: list[Sequence[int]], targets: Sequence[Sequence[int]] = ()) -> Batch:
        """A batch of padded sources, whose words include those of the targets."""
        target = self._vocabularies.target
        if self._shortlist is None:
            allowed = [np.arange(len(target))] * len(sources)
        else:
            of_each = {
                source: self._shortlist.allowed(source) for source in set(map(tuple, sources))
            }
            allowed = [of_each[tuple(source)] for source in sources]
            for i, words in enumerate(targets):
                allowed[i] = np.union1d(allowed[i], np.array(words, np.int64))
        places = [self._places(source) for source in sources]
        return begin(self._network, sources, allowed, target.end, places)

    def _spread(
        self,
        work: Callable[[list[int]], list[T]],
        sources: Sequence[Sequence[int]],
        batch_tokens: int,
        widths: Sequence[int],
        full: Mapping[str, int],
        on_batch: Callable[[int], None] = lambda rows: None,
    ) -> list[T]:
        """Work batch by batch, several at a time on a CPU; results in the order of the sources.

        Args:
            work: from the numbers of sources to their results. Their padded lengths are the same
                unless the network joins different ones.
            sources: token ids.
            batch_tokens: source tokens in a batch, padding and the decoder's rows included.
            widths: rows that the decoder computes at once for each source.
            full: most of these rows in a batch, by the kind of device.
            on_batch: called with the number of sources of each finished batch.
        """
        kind = torch.device(self.device).type
        most, rows_in_all = MAX_SOURCES[kind], full[kind]
        by_places: dict[int, list[int]] = defaultdict(list)
        widest_of: dict[tuple[int, ...], int] = defaultdict(int)
        for source, width in zip(map(tuple, sources), widths, strict=True):
            widest_of[source] = max(widest_of[source], width)

        def order(i: int) -> tuple[int, int, Sequence[int], int]:
            """Widest first, then longest; equal sources are adjacent and encoded once."""
            source = tuple(sources[i])
            return -widest_of[source], -self._places(source), source, -widths[i]

        for i in sorted(range(len(sources)), key=order):
            by_places[0 if self._network.joins else self._places(sources[i])].append(i)
        batches = []
        for _, rows in sorted(by_places.items(), reverse=True):
            while rows:
                widest = widths[rows[0]]
                places = max(self._places(sources[i]) for i in rows[:most])
                size = max(min(most, rows_in_all // widest, batch_tokens // (places * widest)), 1)
                batches.append(rows[:size])
                rows = rows[size:]
        results: dict[int, T] = {}
        found = self._pool.map(partial(self._attempt, work), batches)
        for rows, values in zip(batches, found, strict=True):
            results |= zip(rows, values, strict=True)
            on_batch(len(rows))
        return [results[i] for i in range(len(sources))]

    def _places(self, source: Sequence[int]) -> int:
        """Padded length of a source, which depends on the source alone."""
        return -(-len(source) // self._multiple) * self._multiple

    def _attempt(self, work: Callable[[list[int]], list[T]], rows: list[int]) -> list[T]:
        """Process a batch, in halves if it does not fit into the GPU's memory."""
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


def check_precision(name: str, device: str, precision: Precision) -> None:
    """Refuse a precision that a model does not have on a device.

    Raises:
        UserError: fp16, in which the sums overflow, or exact where it is not supported.
    """
    if precision == "fp16":
        raise UserError(
            f"--precision fp16: {name} is stored in int8, and sums of its integers"
            " do not fit into fp16. Use auto."
        )
    if precision == "exact":
        _operations(torch.device(device), precision)


def _operations(device: torch.device, precision: Precision) -> Arithmetic:
    if precision in ("auto", "exact"):
        if device.type == "cpu" and (made := exact_arithmetic()):
            return made
        if precision == "exact":
            raise UserError(
                f"--precision exact does not work on this {device.type}: it needs a CPU on which"
                " torch multiplies bytes. Use auto."
            )
    return arithmetic(
        device,
        integers=precision in ("auto", "int8"),
        dtype=torch.bfloat16 if precision == "bf16" else torch.float32,
    )


def _open(name: str) -> tuple[Weights, Shortlist | None, Vocabularies]:
    """Open the files of a folder and check that they belong together."""
    files, vocabularies = find_files(Path(name)), load_vocabularies(name)
    weights = Weights(files.model)
    architecture = read_architecture(weights)
    tables = architecture.source_embedding, architecture.target_embedding
    # With one file and tied tables, both sides are the same.
    for path, vocabulary, table in dict.fromkeys(
        zip(files[1:3], vocabularies, tables, strict=True)
    ):
        check_vocabulary(path, vocabulary.pieces, files.model, weights.integers(table)[0])
    if files.shortlist is None:
        return weights, None, vocabularies
    source, target = vocabularies
    shared = source is target
    shortlist = Shortlist(files.shortlist, len(source), len(target), shared=shared)
    check_shortlist(files.shortlist, source.pieces, shortlist)
    return weights, shortlist, vocabularies
