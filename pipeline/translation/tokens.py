"""Text to token ids and back: in this process, or in worker processes beside a busy engine.

The tokenizers of FSMT and Marian are Python code; one process is too slow for a GPU, or for several
CPU threads that decode greedily.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from pipeline.execution.processes import WorkerPool
from pipeline.translation.engines.table import format_of
from schemas.errors import WorkFailed

CHUNK = 256

T = TypeVar("T")


def encode(name: str, texts: Sequence[str]) -> list[list[int]]:
    """Token ids of each text, with the end of the sentence."""
    return format_of(name).encode(name, texts) if texts else []


def encode_target(name: str, texts: Sequence[str]) -> list[list[int]]:
    """Token ids of texts in the target language, without the end of the sentence."""
    return format_of(name).encode_target(name, texts) if texts else []


def decode(name: str, outputs: Sequence[Sequence[int]]) -> list[str]:
    """The detokenised text of each translation, without special tokens and outer white space."""
    return [text.strip() for text in format_of(name).decode(name, outputs)] if outputs else []


class TokenizerPool:
    """Runs functions over chunks of a list, in order, in `workers` processes; a context manager.

    With no workers everything runs in this process at once.
    """

    def __init__(self, workers: int) -> None:
        self._pool = WorkerPool(workers) if workers else None

    def __enter__(self) -> TokenizerPool:
        return self

    def __exit__(self, *error: Any) -> None:
        if self._pool is not None:
            self._pool.__exit__(*error)

    def map(
        self, function: Callable[[str, Any], list[T]], name: str, rows: Sequence[Any]
    ) -> Pending[T]:
        """Start `function(name, chunk)` over all chunks of `rows`.

        Raises:
            WorkFailed: a worker process died.
        """
        if self._pool is None:
            return Pending([], function(name, rows))
        chunks = [rows[i : i + CHUNK] for i in range(0, len(rows), CHUNK)]
        with _reporting_deaths():
            return Pending([self._pool.submit(function, name, chunk) for chunk in chunks], [])


class Pending(Generic[T]):
    """The result of `TokenizerPool.map`, once it is ready."""

    def __init__(self, futures: Sequence[Future[list[T]]], values: list[T]) -> None:
        self._futures, self._values = futures, values

    @property
    def ready(self) -> bool:
        """Whether all of it is done."""
        return all(future.done() for future in self._futures)

    def result(self) -> list[T]:
        """Wait for the values; in the order of the rows.

        Raises:
            WorkFailed: a worker process died.
        """
        with _reporting_deaths():
            return self._values + [value for future in self._futures for value in future.result()]


@contextmanager
def _reporting_deaths() -> Iterator[None]:
    try:
        yield
    except BrokenProcessPool as error:
        raise WorkFailed(
            "A tokenizer process ended unexpectedly (killed, or out of memory). Finished shards are"
            " kept: run the same command again, with fewer --workers if memory is short."
        ) from error
