"""Marian's binary file of weights: named matrices and vectors, not copied.

The layout, all numbers little-endian: version and number of items; for each item the lengths of its
name, shape and data with its type; the names; the shapes; padding; the data.
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.errors import UserError
from schemas.reading import as_file

VERSION = 1
TEXT, FLOAT32, INTGEMM8 = 0x0101, 0x0404, 0x4101
"""Types of items: bytes, single precision, and 8-bit integers followed by a multiplier."""
CONFIGURATION = "special:model.yml"
ALPHA = "_QuantMultA"
"""Suffix of the name of the factor by which a matrix's inputs are multiplied before rounding."""

Int8s = NDArray[np.int8]
Floats = NDArray[np.float32]


class Item(NamedTuple):
    """One entry of the file."""

    kind: int
    shape: tuple[int, ...]
    data: memoryview


@dataclass(frozen=True, slots=True)
class Matrix:
    """A layer of 8-bit integers: `round(alpha * x) @ weight.T / (alpha * multiplier) + bias`.

    Attributes:
        weight: the integers, (outputs, inputs).
        multiplier: the factor of the true weights before rounding, (outputs,).
        alpha: the factor of the inputs before rounding.
        bias: added to the outputs, (outputs,).
    """

    weight: Int8s
    multiplier: Floats
    alpha: float
    bias: Floats

    def rows(self, outputs: NDArray[np.int64]) -> Matrix:
        """The layer restricted to some of the outputs."""
        return Matrix(
            self.weight[outputs], self.multiplier[outputs], self.alpha, self.bias[outputs]
        )


class Weights:
    """The items of one file by name."""

    def __init__(self, path: Path) -> None:
        """Read the file.

        Raises:
            UserError: it is not such a file, or is incomplete.
        """
        self.path = path
        try:
            self._items = _items(memoryview(as_file(path).read_bytes()))
        except (struct.error, OverflowError, UnicodeDecodeError) as error:
            raise UserError(f"{path} is damaged or cut off: {error}. Download it again.") from error
        except _DamagedError as error:
            raise UserError(f"{path} {error} Download it again.") from error

    def __contains__(self, name: str) -> bool:
        return name in self._items

    @property
    def configuration(self) -> str:
        """The settings that the model was trained with, as YAML."""
        return bytes(self._item(CONFIGURATION, TEXT).data).decode(errors="replace").rstrip("\0")

    def shape(self, name: str) -> tuple[int, ...]:
        """The item's shape as in the file: (inputs, outputs) for a matrix."""
        return self._item(name).shape

    def vector(self, name: str) -> Floats:
        """An item in single precision, flattened."""
        return np.frombuffer(self._item(name, FLOAT32).data, np.float32)

    def integers(self, name: str) -> tuple[Int8s, float]:
        """An item of 8-bit integers in its shape, and its multiplier."""
        item = self._item(name, INTGEMM8)
        count = math.prod(item.shape)
        (multiplier,) = struct.unpack_from("<f", item.data, count)
        return np.frombuffer(item.data[:count], np.int8).reshape(item.shape), float(multiplier)

    def matrix(self, name: str, bias: str | None = None) -> Matrix:
        """A matrix with its bias, or with zeros if it has none."""
        weight, multiplier = self.integers(name)
        inputs, outputs = self.shape(name)
        added = np.zeros(outputs, np.float32) if bias is None else self.vector(bias)
        multipliers = np.full(outputs, multiplier, np.float32)
        return Matrix(weight.reshape(outputs, inputs), multipliers, self.alpha(name), added)

    def alpha(self, name: str) -> float:
        """The factor of a matrix's inputs; models with two vocabularies store some as integers."""
        item = self._item(name + ALPHA)
        if item.kind == FLOAT32:
            return float(self.vector(name + ALPHA)[0])
        value, multiplier = self.integers(name + ALPHA)
        return float(value.flat[0]) / multiplier

    def _item(self, name: str, kind: int | None = None) -> Item:
        item = self._items.get(name)
        if item is None:
            raise UserError(
                f"{self.path} has no {name}: only models with 8-bit weights and alphas can be read,"
                " model.*.intgemm.alphas.bin."
            )
        if kind is not None and item.kind != kind:
            raise UserError(
                f"{self.path}: {name} is of type {item.kind:#x}, not {kind:#x}; only models with"
                " 8-bit weights and alphas can be read, model.*.intgemm.alphas.bin."
            )
        return item


class _DamagedError(Exception):
    """What is wrong with a file, to follow its name in a message."""


def _items(data: memoryview) -> dict[str, Item]:
    version, count = struct.unpack_from("<QQ", data)
    if version != VERSION:
        raise _DamagedError("is not a model in Marian's binary format.")
    end = 16 + 32 * count
    if end > len(data):
        raise _cut_off(end, data)
    headers = [struct.unpack_from("<QQQQ", data, 16 + 32 * i) for i in range(count)]
    names, shapes = [], []
    for length, *_ in headers:
        names.append(bytes(data[end : end + length]).rstrip(b"\0").decode())
        end += length
    for _, _, rank, _ in headers:
        shapes.append(struct.unpack_from(f"<{rank}i", data, end))
        end += 4 * rank
    (padding,) = struct.unpack_from("<Q", data, end)
    end += 8 + padding
    found = {}
    for name, shape, (_, kind, _, size) in zip(names, shapes, headers, strict=True):
        if _size(kind, shape) > size:
            raise _DamagedError(f"is damaged: {name} has fewer bytes than its shape says.")
        if kind in (FLOAT32, INTGEMM8) and (not shape or min(shape) < 1):
            raise _DamagedError(f"is damaged: {name} has a shape that no weights have, {shape}.")
        if kind == FLOAT32 and size % 4:
            raise _DamagedError(f"is damaged: {name} has {size:,} bytes, not four per number.")
        found[name] = Item(kind, shape, data[end : end + size])
        end += size
    if end > len(data):
        raise _cut_off(end, data)
    return found


def _cut_off(wanted: int, data: memoryview) -> _DamagedError:
    return _DamagedError(f"is cut off: it has {len(data):,} bytes of at least {wanted:,}.")


def _size(kind: int, shape: tuple[int, ...]) -> int:
    """Bytes that an item must have; 0 for types that are not read."""
    return {FLOAT32: 4 * math.prod(shape), INTGEMM8: math.prod(shape) + 4}.get(kind, 0)
