"""Operations that give the numbers of Firefox's own engine to the last bit, on a CPU.

Every layer rounds its inputs to 8 bits. About once in a sentence, a difference of a millionth moves
one of them to the other side of a rounding, and then all later numbers differ. So these operations
add up in the order of Firefox's loops, and overflow where its products do. Thus a translation does
not depend on the processor, the batch or the version of torch.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Literal

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from pipeline.translation.engines.marian.container import Matrix
from pipeline.translation.engines.marian.operations import EPSILON, LARGEST, Arithmetic, packed
from pipeline.translation.engines.marian.overflow import HIGHEST, Overflow

Floats = NDArray[np.float32]

LANES = 512
"""Numbers side by side in a step of attention."""
NEAR = 2e-4
"""How near to the edge of a rounding torch's result of attention, which is off by 5e-5 at most, is
replaced by that of Firefox's order."""


@cache
def exact_arithmetic() -> Arithmetic | None:
    """The operations, if torch multiplies bytes on this processor."""
    if (products := _products()) is None:
        return None
    affine = partial(ExactAffine, saturates=products == "saturating")

    def feed_forward(up: Matrix, down: Matrix) -> ExactFeedForward:
        return ExactFeedForward(affine(up), affine(down))

    return Arithmetic(affine, feed_forward, sigmoid, normalise, attend, ExactContext.of)


class ExactAffine:
    """A layer that multiplies 8-bit integers."""

    def __init__(self, matrix: Matrix, *, saturates: bool = False) -> None:
        """Pack the weights.

        Args:
            matrix: the layer.
            saturates: whether the processor's own products overflow as those of Firefox.
        """
        weight, alpha = torch.tensor(matrix.weight), np.float32(matrix.alpha)
        self._packed = packed(weight)
        self._unit = np.float32(1) / (alpha * matrix.multiplier)
        # The inputs are shifted to bytes; the bias subtracts what that adds.
        shift = matrix.weight.sum(1, dtype=np.int32).astype(np.float32)
        self._bias = matrix.bias - np.float32(LARGEST) * self._unit * shift
        self._tensors = [torch.from_numpy(array) for array in (self._unit, self._bias)]
        self._zeros = torch.zeros(len(weight), dtype=torch.int64)
        self._alpha, self._step = float(alpha), inverse(alpha)
        self._overflow = None if saturates else Overflow(matrix.weight)

    def __call__(self, x: Tensor) -> Tensor:
        """The layer's outputs."""
        return self.outputs(self.rounded(x))

    def rounded(self, x: Tensor) -> Tensor:
        """Inputs as bytes in which 127 stands for zero, as Marian shifts them."""
        scaled = (x * self._alpha).clamp_(-LARGEST, LARGEST).round_()
        return scaled.add_(LARGEST).to(torch.uint8)

    def outputs(self, rounded: Tensor) -> Tensor:
        """Outputs for rounded inputs."""
        made = self._product(rounded, 1.0, torch.float32, "none")
        if self._overflow and (found := self._overflow.found(_rows(rounded))):
            _rows(made)[found.rows, found.columns] = self._output(found.columns, found.sums)
        return made

    def positive(self, rounded: Tensor, following: ExactAffine) -> Tensor:
        """Outputs for rounded inputs, after ReLU and rounded for the following layer."""
        if following._step is None:
            return following.rounded(self.outputs(rounded).relu_())
        made = self._product(rounded, following._step, torch.uint8, "relu").clamp_(max=LARGEST)
        if self._overflow and (found := self._overflow.found(_rows(rounded))):
            scaled = self._output(found.columns, found.sums) * np.float32(following._alpha)
            _rows(made)[found.rows, found.columns] = scaled.clip(0, LARGEST).round()
        return made.add_(LARGEST)

    def _output(self, columns: NDArray[np.int64], sums: NDArray[np.int64]) -> Floats:
        made: Floats = sums.astype(np.float32) * self._unit[columns] + self._bias[columns]
        return made

    def _product(self, rounded: Tensor, step: float, dtype: torch.dtype, after: str) -> Tensor:
        """The sums as floating-point numbers, or as multiples of a step."""
        unit, bias = self._tensors
        made: Tensor = torch.ops.onednn.qlinear_pointwise(
            *(rounded, 1.0, 0, self._packed, unit, self._zeros, bias),
            *(step, 0, dtype, after, [], ""),
        )
        return made


@dataclass(frozen=True, slots=True)
class ExactFeedForward:
    """Two such layers; the states between them stay bytes."""

    up: ExactAffine
    down: ExactAffine

    def __call__(self, x: Tensor) -> Tensor:
        """The outputs of the second layer."""
        return self.down.outputs(self.up.positive(self.up.rounded(x), self.down))


def inverse(alpha: np.float32) -> float | None:
    """A step whose inverse in single precision is alpha; torch divides where Marian multiplies."""
    step = np.float32(1) / alpha
    for near in (step, np.nextafter(step, np.float32(0)), np.nextafter(step, np.float32(np.inf))):
        if np.float32(1) / near == alpha:
            return float(near)
    return None


def sigmoid(x: Tensor) -> Tensor:
    """Elementwise, with a correctly rounded exponential."""
    return x.double().neg_().exp_().float().add_(1).reciprocal_()


def normalise(x: Tensor, scale: Tensor, bias: Tensor) -> Tensor:
    """Layer normalisation over the last dimension."""
    width = x.shape[-1]
    columns = x.reshape(-1, width).t().clone(memory_format=torch.contiguous_format).numpy()
    columns -= added(columns) / np.float32(width)
    variance = added(columns * columns) / np.float32(width)
    columns /= np.sqrt(variance + np.float32(EPSILON))
    made = torch.from_numpy(columns).t().contiguous()
    return made.mul_(scale).add_(bias).view(x.shape)


def attend(query: Tensor, key: Tensor, value: Tensor, mask: Tensor, alpha: float) -> Tensor:
    """Attention in torch's order of sums, and in Firefox's where the next rounding may differ."""
    weights = query @ key.transpose(2, 3) * (1 / math.sqrt(query.shape[-1]))
    found = weights.masked_fill_(~mask, -math.inf).softmax(-1) @ value
    scaled = found * alpha
    edges = scaled.sub_(scaled.round()).abs_().amax(-1) > 0.5 - NEAR
    sentences, heads, rows = edges.nonzero().unbind(1)
    if len(rows):
        # Each of these is a sentence of one head and one query.
        keys, values = (x[sentences, heads][:, None] for x in (key, value))
        alone = ExactContext.of(keys, values, mask[sentences])
        found[sentences, heads, rows] = alone.attend(query[sentences, heads, rows][:, None, None])[
            :, 0, 0
        ]
    return found


@dataclass(frozen=True, slots=True)
class ExactContext:
    """A context whose lanes, a head of a sentence each, lie side by side.

    Attributes:
        key: (width, places, sentences, heads).
        value: (places, width, sentences, heads).
        mask: 0 for a real place and -inf for others, (places, sentences, heads).
    """

    key: Floats
    value: Floats
    mask: Floats

    @classmethod
    def of(cls, key: Tensor, value: Tensor, mask: Tensor) -> ExactContext:
        """The context of keys, values (sentences, heads, places, width) and a mask."""
        keys = key.permute(3, 2, 0, 1).contiguous().numpy()
        values = value.permute(2, 3, 0, 1).contiguous().numpy()
        shown = mask[:, 0].permute(2, 0, 1).expand(-1, -1, key.shape[1]).numpy()
        return cls(keys, values, np.where(shown, np.float32(0), np.float32(-np.inf)))

    def __len__(self) -> int:
        """The number of sentences."""
        return int(self.mask.shape[1])

    def select(self, sentences: Tensor) -> ExactContext:
        """The context of some of the sentences."""
        kept = sentences.numpy()
        return ExactContext(
            self.key.take(kept, 2), self.value.take(kept, 2), self.mask.take(kept, 1)
        )

    def attend(self, query: Tensor) -> Tensor:
        """What each query finds; see `Context`."""
        sentences, heads = self.key.shape[2:]
        lanes = sentences * heads
        key, value, mask = (x.reshape(*x.shape[:-2], 1, lanes) for x in self._parts)
        rows = query.reshape(sentences, heads, -1, query.shape[-1])
        queries = rows.permute(3, 2, 0, 1).contiguous().numpy().reshape(len(key), -1, lanes)
        found = np.empty_like(queries)
        at_once = max(LANES // lanes, 1)
        for start in range(0, queries.shape[1], at_once):
            block = queries[:, None, start : start + at_once]
            weights = added(key * block)
            weights *= np.float32(1 / math.sqrt(len(key)))
            weights += mask
            weights -= weights.max(0)
            weights = np.exp(weights, dtype=np.float64).astype(np.float32)
            weights /= added(weights)
            found[:, start : start + at_once] = added(value * weights[:, None])
        made = torch.from_numpy(found).view(len(found), -1, sentences, heads)
        return made.permute(2, 3, 1, 0).reshape(query.shape)

    @property
    def _parts(self) -> tuple[Floats, Floats, Floats]:
        return self.key, self.value, self.mask


def added(columns: Floats) -> Floats:
    """Sums over the first dimension, in order."""
    if columns[0].size == 1:  # numpy adds several neighbouring numbers at once
        made: Floats = np.add.accumulate(columns)[-1]
    else:
        made = np.add.reduce(columns)
    return made


def _rows(x: Tensor) -> NDArray[Any]:
    """All rows of a tensor, which share its memory."""
    return x.view(-1, x.shape[-1]).numpy()


@cache
def _products() -> Literal["exact", "saturating"] | None:
    """How this processor adds up the products of bytes, if torch has them here.

    With VNNI they are exact; without, each pair of them saturates to 16 bits.
    """
    inputs, outputs = 64, 16
    sides = np.full((outputs, inputs), LARGEST, np.int8)
    matrix = Matrix(sides, np.ones(outputs, np.float32), 1.0, np.zeros(outputs, np.float32))
    try:
        layer = ExactAffine(matrix, saturates=True)
        made = layer(torch.full((4, inputs), float(LARGEST)))
    except (AttributeError, RuntimeError):
        return None
    if (made == inputs * LARGEST**2).all():
        return "exact"
    lost = 2 * LARGEST * 2 * LARGEST - HIGHEST
    return "saturating" if (made == inputs * LARGEST**2 - inputs // 2 * lost).all() else None
