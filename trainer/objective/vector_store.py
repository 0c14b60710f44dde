"""Vectors by text, in a temporary file, so that memory does not grow with their number."""

from __future__ import annotations

import hashlib
import sqlite3
import weakref
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import numpy as np
import torch
from torch import Tensor

from schemas.errors import WorkFailed

ROOM = 16 * 2**20
"""Bytes of the file that are held in memory: about 10,000 texts of 384 dimensions."""

_KEY_BYTES = 16
_KEYS_AT_ONCE = 500
_PAGE = 16_384


class VectorStore:
    """Vectors by text, returned as they were put in, to the last bit.

    A private temporary database of SQLite: it moves to disk when it exceeds `room`, and its file
    has no name, so nothing remains of it however the process ends.

    Args:
        room: bytes to hold in memory.
    """

    def __init__(self, room: int = ROOM) -> None:
        self._database = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        for setting in (f"page_size={_PAGE}", f"cache_size={-(room // 1024)}", "journal_mode=OFF"):
            self._database.execute(f"PRAGMA {setting}")
        self._database.execute("CREATE TABLE vectors (text BLOB PRIMARY KEY, vector BLOB)")
        weakref.finalize(self, self._database.close)

    def put(self, texts: Sequence[str], vectors: Tensor) -> None:
        """Store vectors.

        Args:
            texts: distinct ones without a vector so far.
            vectors: `(texts, hidden)`, float32, on the CPU.

        Raises:
            WorkFailed: the disk is full.
        """
        rows = zip(map(_key, texts), (vector.tobytes() for vector in vectors.numpy()), strict=True)
        try:
            self._database.execute("BEGIN")
            self._database.executemany("INSERT INTO vectors VALUES (?, ?)", rows)
            self._database.execute("COMMIT")
        except sqlite3.OperationalError as error:
            raise WorkFailed(
                "There is no room for the temporary file that holds the vectors of a frozen encoder"
                f" ({error}). Set TMPDIR to a folder on a larger disk and resume with --resume."
            ) from error

    def missing(self, texts: Iterable[str]) -> list[str]:
        """The texts that have no vector yet, each once, in their order."""
        by_key = {_key(text): text for text in texts}
        known = {key for key, _ in self._found(by_key, "NULL")}
        return [text for key, text in by_key.items() if key not in known]

    def get(self, texts: Sequence[str]) -> Tensor:
        """Vectors of stored texts, `(texts, hidden)`, float32.

        Args:
            texts: any number, at least one; they may repeat.

        Raises:
            KeyError: for a text without a vector.
        """
        keys = [_key(text) for text in texts]
        found = {
            key: np.frombuffer(vector, dtype=np.float32)
            for key, vector in self._found(dict.fromkeys(keys), "vector")
        }
        return torch.from_numpy(np.stack([found[key] for key in keys]))

    def _found(self, keys: Iterable[bytes], column: str) -> Iterator[tuple[bytes, bytes]]:
        left = iter(keys)
        while some := list(islice(left, _KEYS_AT_ONCE)):
            marks = ",".join("?" * len(some))
            yield from self._database.execute(
                f"SELECT text, {column} FROM vectors WHERE text IN ({marks})", some
            )


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()[:_KEY_BYTES]
