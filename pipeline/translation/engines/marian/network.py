"""The student network: a transformer encoder, and a decoder with one state vector per layer.

The decoder's recurrence is the simpler simple recurrent unit (Kim et al., 2019): with
`f = sigmoid(Wf x + b)` the state becomes `c = f * c + (1 - f) * W x`, and the output is `relu(c)`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from pipeline.translation.engines.marian.architecture import Architecture
from pipeline.translation.engines.marian.container import Matrix, Weights
from pipeline.translation.engines.marian.operations import Arithmetic, Context, Layer
from pipeline.translation.engines.marian.padding import Padding

Memory = list[Context]
"""The encoded sources that the decoder attends to, for each of its layers."""


class Network:
    """Encoder and decoder.

    Attributes:
        output: makes the output layer of a batch; see `Arithmetic.output`.
        decoder_layers: number of layers whose states `step` carries.
        width: size of the hidden states.
        device: where the weights are.
        joins: whether sources with different padded lengths may stand side by side.
    """

    def __init__(
        self,
        weights: Weights,
        architecture: Architecture,
        device: torch.device,
        arithmetic: Arithmetic,
    ) -> None:
        """Move the weights to the device.

        Raises:
            UserError: one is missing.
        """
        self.device, self.width = device, architecture.width
        self.decoder_layers = architecture.decoder_layers
        self._heads, self._join = architecture.heads, arithmetic.join
        self.joins = self._join is not None
        parts = _Parts(weights, arithmetic, architecture.heads, device)
        layers = range(1, architecture.encoder_layers + 1)
        self._encoder = [
            (_SelfAttention(parts, f"encoder_l{i}_self"), parts.feed_forward(f"encoder_l{i}_ffn"))
            for i in layers
        ]
        self._decoder = [
            (
                _Recurrence(parts, f"decoder_l{i}_rnn"),
                _CrossAttention(parts, f"decoder_l{i}_context"),
                parts.feed_forward(f"decoder_l{i}_ffn"),
            )
            for i in range(1, architecture.decoder_layers + 1)
        ]
        source, target = architecture.source_embedding, architecture.target_embedding
        self._target = _Embedding(weights, target, device)
        self._source = self._target if source == target else _Embedding(weights, source, device)
        words, multiplier = weights.integers(target)
        # The alpha of the output layer is named after its graph node: "none" with tied tables.
        alpha = weights.alpha("none" if source == target else target)
        bias = weights.vector("decoder_ff_logit_out_b")
        multipliers = np.full(len(words), multiplier, np.float32)
        self.output = arithmetic.output(Matrix(words, multipliers, alpha, bias))

    def encode(self, groups: Mapping[int, Sequence[Sequence[int]]]) -> Memory:
        """Encode sources.

        The result for a source depends only on itself and its padded length.

        Args:
            groups: the sources by the length that they are padded to; one group unless `joins`.

        Returns:
            Their contexts, group by group.
        """
        paddings: list[Padding] = []
        words: list[int] = []
        for places, sources in groups.items():
            lengths = [len(source) for source in sources]
            paddings.append(Padding(lengths, places, len(words), self._heads, self.device))
            words += chain(*sources)
        x = self._source.at(
            torch.tensor(words, device=self.device),
            torch.cat([padding.places for padding in paddings]),
            max(groups),
        )
        for attention, feed_forward in self._encoder:
            x = feed_forward(attention(x, paddings))
        return [self._joined(cross.memory(x, paddings)) for _, cross, _ in self._decoder]

    def _joined(self, contexts: Sequence[Context]) -> Context:
        """One context of several, side by side."""
        if len(contexts) == 1 or self._join is None:
            (context,) = contexts
            return context
        return self._join(contexts)

    def start(self, rows: int) -> list[Tensor]:
        """The states before the first word."""
        return [
            torch.zeros(rows, self.width, device=self.device) for _ in range(self.decoder_layers)
        ]

    def step(
        self, words: Tensor | None, place: int, states: list[Tensor], memory: Memory
    ) -> tuple[Tensor, list[Tensor]]:
        """Decode one more word.

        Args:
            words: the last word of each row, (rows,); None before the first.
            place: number of words so far.
            states: the state of each layer, (rows, width).
            memory: the encoded sources; all have the same number of rows, side by side.

        Returns:
            The input of `output`, (rows, width), and the new states.
        """
        if words is None:
            x = self._target.places(range(1)).expand(len(states[0]), -1)
        else:
            x = self._target(words, range(place, place + 1))
        new = []
        layers = zip(self._decoder, states, memory, strict=True)
        for (recurrence, cross, feed_forward), state, layer in layers:
            x, state = recurrence(x, state)
            new.append(state)
            x = feed_forward(cross(x, layer))
        return x, new

    def force(self, words: Tensor, memory: Memory) -> Tensor:
        """Decode given words, all at once.

        Args:
            words: the words of each source, (sources, steps); the last one is not used.
            memory: the encoded sources.

        Returns:
            What `step` returns for each word, (sources, steps, width).
        """
        count, steps = words.shape
        begin = torch.zeros(count, dtype=torch.long, device=self.device)
        return self.read(words.roll(1, 1), begin, steps, self.start(count), memory)[0]

    def read(
        self, words: Tensor, places: Tensor, limit: int, states: list[Tensor], memory: Memory
    ) -> tuple[Tensor, list[Tensor]]:
        """Decode further given words of each source, all at once.

        Args:
            words: the last word so far and those to read, (sources, steps); before the first word,
                any word may stand for the last one.
            places: number of words so far, (sources,).
            limit: most words of a translation.
            states: the state of each layer, (sources, width).
            memory: the encoded sources.

        Returns:
            What `step` returns for each word, (sources, steps, width).
        """
        steps = torch.arange(words.shape[1], device=self.device)
        x = self._target.following(words, places[:, None] + steps, limit + len(steps))
        every = []
        layers = zip(self._decoder, states, memory, strict=True)
        for (recurrence, cross, feed_forward), state, layer in layers:
            x, passed = recurrence.run(x, state)
            every.append(passed)
            x = feed_forward(cross.each(x, layer))
        return x, every


@dataclass(frozen=True, slots=True)
class _Parts:
    """Builds the layers from the names of their weights."""

    weights: Weights
    arithmetic: Arithmetic
    heads: int
    device: torch.device

    def norm(self, name: str) -> Layer:
        scale, bias = (
            torch.tensor(self.weights.vector(f"{name}_ln_{end}"), device=self.device)
            for end in ("scale", "bias")
        )
        return lambda x: self.arithmetic.normalise(x, scale, bias)

    def affine(self, *layers: tuple[str, str | None]) -> Layer:
        """Layers with the same input as one layer, with their outputs side by side."""
        matrices = [self.weights.matrix(name, bias) for name, bias in layers]
        if len({matrix.alpha for matrix in matrices}) > 1:
            parts = [self.arithmetic.affine(matrix) for matrix in matrices]
            return lambda x: torch.cat([part(x) for part in parts], -1)
        joined = Matrix(
            np.concatenate([matrix.weight for matrix in matrices]),
            np.concatenate([matrix.multiplier for matrix in matrices]),
            matrices[0].alpha,
            np.concatenate([matrix.bias for matrix in matrices]),
        )
        return self.arithmetic.affine(joined)

    def feed_forward(self, name: str) -> Layer:
        up = self.weights.matrix(f"{name}_W1", f"{name}_b1")
        down = self.weights.matrix(f"{name}_W2", f"{name}_b2")
        inner, norm = self.arithmetic.feed_forward(up, down), self.norm(f"{name}_ffn")
        return lambda x: norm(inner(x).add_(x))

    def split(self, x: Tensor) -> Tensor:
        """(batch, places, width) to (batch, heads, places, width / heads)."""
        return x.view(*x.shape[:2], self.heads, -1).transpose(1, 2)


class _SelfAttention:
    """Self-attention of an encoder layer."""

    def __init__(self, parts: _Parts, name: str) -> None:
        self._parts = parts
        self._inputs = parts.affine(*((f"{name}_W{c}", f"{name}_b{c}") for c in "qkv"))
        self._output = parts.affine((f"{name}_Wo", f"{name}_bo"))
        self._alpha = parts.weights.alpha(f"{name}_Wo")
        self._norm = parts.norm(f"{name}_Wo")

    def __call__(self, x: Tensor, paddings: Sequence[Padding]) -> Tensor:
        made, found = self._inputs(x), torch.empty_like(x)
        for padding in paddings:
            query, key, value = padding.split(made, 3)
            padding.merge(
                self._parts.arithmetic.attend(query, key, value, padding.mask, self._alpha), found
            )
        return self._norm(self._output(found).add_(x))


class _CrossAttention:
    """Attention of a decoder layer to the source."""

    def __init__(self, parts: _Parts, name: str) -> None:
        self._parts = parts
        self._query = parts.affine((f"{name}_Wq", f"{name}_bq"))
        self._source = parts.affine(*((f"{name}_W{c}", f"{name}_b{c}") for c in "kv"))
        self._output = parts.affine((f"{name}_Wo", f"{name}_bo"))
        self._norm = parts.norm(f"{name}_Wo")

    def memory(self, source: Tensor, paddings: Sequence[Padding]) -> list[Context]:
        """Keys and values of encoded sources, by their paddings."""
        made, contexts = self._source(source), []
        for padding in paddings:
            key, value = padding.split(made, 2)
            contexts.append(self._parts.arithmetic.remember(key, value, padding.mask))
        return contexts

    def __call__(self, x: Tensor, context: Context) -> Tensor:
        """Rows of states, (rows, width); those of one source are its queries."""
        query = self._parts.split(self._query(x).view(len(context), -1, x.shape[-1]))
        found = context.attend(query)
        return self._norm(self._output(found.transpose(1, 2).reshape(x.shape)).add_(x))

    def each(self, x: Tensor, context: Context) -> Tensor:
        """States of each source, (sources, steps, width), every one of them a query by itself.

        As groups of heads with one row, they have the arithmetic of a single query, so that the
        result of a state does not depend on the number of states.
        """
        query = self._parts.split(self._query(x))
        found = context.attend(query.flatten(1, 2)[:, :, None]).view(query.shape)
        return self._norm(self._output(found.transpose(1, 2).flatten(2)).add_(x))


class _Recurrence:
    """The recurrent unit of a decoder layer, which remembers the words so far."""

    def __init__(self, parts: _Parts, name: str) -> None:
        self._sigmoid = parts.arithmetic.sigmoid
        self._inputs = parts.affine((f"{name}_W", None), (f"{name}_Wf", f"{name}_bf"))
        self._norm = parts.norm(f"{name}_ffn")

    def __call__(self, x: Tensor, state: Tensor) -> tuple[Tensor, Tensor]:
        new, gate = self._inputs(x).chunk(2, -1)
        keep = self._sigmoid(gate)
        state = keep * state + (1 - keep) * new
        return self._norm(torch.relu(state).add_(x)), state

    def run(self, x: Tensor, state: Tensor) -> tuple[Tensor, Tensor]:
        """The outputs and states for all words of each row, (rows, steps, width)."""
        new, gate = self._inputs(x).chunk(2, -1)
        keep = self._sigmoid(gate)
        new = (1 - keep) * new
        states = []
        for kept, added in zip(keep.unbind(1), new.unbind(1), strict=True):
            state = kept * state + added
            states.append(state)
        every = torch.stack(states, 1)
        return self._norm(torch.relu(every).add_(x)), every


class _Embedding:
    """Embeddings of words and positions."""

    def __init__(self, weights: Weights, name: str, device: torch.device) -> None:
        words, multiplier = weights.integers(name)
        self._words = torch.tensor(words, device=device)
        self._multiplier, width = multiplier, words.shape[1]
        self._factor = math.sqrt(width)
        # The first half are sines and the second cosines, in single precision as in Marian.
        rates = np.float32(1e-4) ** (np.arange(width // 2, dtype=np.float32) / (width // 2 - 1))
        self._rates = np.tile(rates.astype(np.float32), 2)
        self._shifts = np.repeat(np.array([0, math.pi / 2], np.float32), width // 2)
        self._known = torch.zeros(0, width, device=device)

    def __call__(self, words: Tensor, places: range) -> Tensor:
        return self._scaled(words).add_(self.places(places))

    def at(self, words: Tensor, places: Tensor, limit: int) -> Tensor:
        """Embeddings of words in any places below a limit."""
        return self._scaled(words).add_(self.places(range(limit))[places])

    def following(self, words: Tensor, places: Tensor, limit: int) -> Tensor:
        """As `at`, but a word in the first place is ignored."""
        x = self._scaled(words).mul_((places > 0)[..., None])
        return x.add_(self.places(range(limit))[places])

    def _scaled(self, words: Tensor) -> Tensor:
        x = functional.embedding(words, self._words)  # several times as fast as indexing
        return x.float().mul_(1 / self._multiplier).mul_(self._factor)

    def places(self, places: range) -> Tensor:
        """The position embeddings alone, (places, width)."""
        if places.stop > len(self._known):
            angles = np.arange(2 * places.stop, dtype=np.float32)[:, None] * self._rates
            sines = np.sin((angles + self._shifts).astype(np.float64)).astype(np.float32)
            self._known = torch.from_numpy(sines).to(self._known.device)
        return self._known[places.start : places.stop]
