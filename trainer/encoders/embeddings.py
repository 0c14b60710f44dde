"""Embeddings of many texts, computed once per model and shared by all measurements."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_STORED, BadZipFile, ZipFile

import numpy as np

from schemas.errors import UserError
from schemas.files import LOCK, atomic_path, exclusive, make_folder, remove_temporaries
from schemas.reading import as_file
from schemas.weights import weights_digest
from trainer.encoders.encoder import Encoder
from trainer.encoders.inference import Vectors
from trainer.encoders.templates import unbounded

Advance = Callable[[int], None]

_KEY_BYTES = 16
_DAMAGE = (OSError, ValueError, KeyError, EOFError, BadZipFile, RuntimeError, OverflowError)
"""What reading a damaged file raises; the last two are for a header that asks for a password or
another version of the format."""
_PATIENCE_S = 60
"""How long to wait while another process stores embeddings of the same model."""


@dataclass(frozen=True, slots=True)
class Embeddings:
    """Unit vectors of distinct texts.

    Attributes:
        vectors: `(texts, hidden)`, rows of length 1.
        rows: row of each text.
    """

    vectors: Vectors
    rows: dict[str, int]

    def of(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of embedded texts, `(texts, hidden)`.

        Raises:
            KeyError: a text was not embedded.
        """
        return self.vectors[[self.rows[text] for text in texts]]

    def cosines(self, first: Sequence[str], second: Sequence[str]) -> np.ndarray:
        """Cosine similarity of each text with its counterpart, float64 `(texts,)`."""
        return row_dots(self.of(first), self.of(second))


def embed(
    encoder: Encoder,
    texts: Iterable[str],
    *,
    precision: str = "fp32",
    cache: Path | None = None,
    advance: Advance | None = None,
) -> Embeddings:
    """Encode each distinct text once, in batches of similar length.

    Args:
        texts: any number, repeats included.
        precision: `fp32` or `bf16`.
        cache: folder that stores vectors by model and text; None for no cache.
        advance: called with the number of distinct texts encoded, batch by batch.

    Raises:
        WorkFailed: an embedding is not finite, or cannot be stored.
        UserError: a file of the cache is damaged.
    """
    distinct = list(dict.fromkeys(texts))
    rows = {text: row for row, text in enumerate(distinct)}
    if cache is None:
        vectors = encoder.encode(distinct, precision=precision, advance=advance)
        return Embeddings(unit(vectors), rows)
    shelf = cache / _model_key(encoder, precision)
    keys = [hashlib.sha256(text.encode()).digest()[:_KEY_BYTES] for text in distinct]
    known = read_shelf(shelf, set(keys))
    missing = [row for row, key in enumerate(keys) if key not in known]
    if advance is not None and len(distinct) > len(missing):
        advance(len(distinct) - len(missing))
    if missing:
        fresh = encoder.encode([distinct[r] for r in missing], precision=precision, advance=advance)
        write_shelf(shelf, [keys[row] for row in missing], fresh)
        known.update(zip((keys[row] for row in missing), fresh, strict=True))
    vectors = np.stack([known[key] for key in keys])
    return Embeddings(unit(vectors), rows)


def unit(vectors: Vectors) -> Vectors:
    """Rows scaled to length 1; rows of zeros stay."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled: Vectors = vectors / np.maximum(lengths, 1e-12)
    return scaled


def row_dots(left: Vectors, right: Vectors) -> np.ndarray:
    """Inner product of each row with its counterpart, float64 `(rows,)`."""
    products: np.ndarray = np.einsum("rh,rh->r", left, right, dtype=np.float64)
    return products


def _model_key(encoder: Encoder, precision: str) -> str:
    """Identifies what a vector depends on besides the text: weights, layers after pooling,
    tokenizer, settings, precision."""
    settings = {**asdict(encoder.settings), "base_model": None}
    # Encoding sets the truncation, to a length that is in the settings.
    tokenizer = unbounded(encoder.tokenizer).to_str()
    weights = weights_digest(encoder.state_dict())
    # Activations have no weights, so the layers of `dense` are named too.
    parts = (weights, tokenizer, repr(settings), precision, *map(repr, encoder.dense))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


def read_shelf(shelf: Path, wanted: set[bytes]) -> dict[bytes, Vectors]:
    """The stored vectors of some texts, by their keys.

    Raises:
        UserError: a file is damaged.
    """
    known: dict[bytes, Vectors] = {}
    for file in sorted(shelf.glob("*.npz")):
        try:
            keys, vectors = _stored(file)
        except _DAMAGE as error:
            raise UserError(f"{file} is damaged. Remove it; it will be computed again.") from error
        for key, vector in zip(keys, vectors, strict=True):
            name = key.tobytes()
            if name in wanted:
                known[name] = vector
    return known


def _stored(file: Path) -> tuple[np.ndarray, Vectors]:
    """The keys and vectors in a file, each of which has a checksum.

    Raises:
        ValueError: it holds something else.
    """
    found = []
    with ZipFile(as_file(file)) as held:
        for name, kind in (("keys", np.uint8), ("vectors", np.float32)):
            entry = held.getinfo(f"{name}.npy")
            if entry.compress_type != ZIP_STORED:  # it could unpack to any size
                raise ValueError(f"{name} are packed")
            table = np.load(BytesIO(held.read(entry)), allow_pickle=False)
            if table.dtype != kind or table.ndim != 2:
                raise ValueError(f"{name} are no table of {np.dtype(kind)}")
            found.append(table)
    keys, vectors = found
    if len(keys) != len(vectors):
        raise ValueError(f"{len(keys)} keys, {len(vectors)} vectors")
    return keys, vectors


def write_shelf(shelf: Path, keys: list[bytes], vectors: Vectors) -> None:
    """Store vectors beside those that are there, one process at a time.

    Raises:
        WorkFailed: they cannot be stored.
    """
    make_folder(shelf)
    name = hashlib.sha256(b"".join(keys)).hexdigest()[:32]
    table = np.frombuffer(b"".join(keys), dtype=np.uint8).reshape(-1, _KEY_BYTES)
    refusal = f"Another process is storing embeddings in {shelf}. Run again once it has ended."
    with exclusive(shelf / LOCK, refusal, patience_s=_PATIENCE_S):
        remove_temporaries(shelf)
        with atomic_path(shelf / f"{name}.npz") as temporary, temporary.open("wb") as file:
            np.savez(file, keys=table, vectors=vectors)
