"""An FSMT decoder in torch alone, to compare with CTranslate2 on any device.

It has everything that makes a decoder of this architecture fast in plain torch: joined projections,
`scaled_dot_product_attention`, preallocated caches of keys and values, source states stored once
per sentence for all beams, and batches that shrink as sentences finish. The pipeline does not use
it: where it was measured, CTranslate2 is faster (RESULTS.md). On a GPU it is measured with
`benchmarks/backtranslate.py --device cuda`.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch
from own_network import NEVER, Network
from torch import Tensor

from pipeline.translation.checkpoint import load_model
from pipeline.translation.decoding import Output
from schemas.batching import token_batches

if TYPE_CHECKING:
    from pipeline.translation.checkpoint import Checkpoint
    from pipeline.translation.decoding import Decoding

CROWDED = 0.8
"""A batch is compacted when at most this share of its sentences is still being translated."""
MAX_ROWS = {"cpu": 512, "cuda": 4096}
"""Most beams in a batch. A GPU's launches are hidden only by large batches."""


def greedy(network: Network, ids: Tensor, limit: int) -> list[Output]:
    """The likeliest token at every position, without scores.

    Args:
        network: the model.
        ids: sources, (sentences, tokens).
        limit: most tokens of a translation, start and end included.
    """
    memory = network.read(ids, 1)
    found = torch.full((len(ids), limit), network.end, device=ids.device)
    alive = torch.arange(len(ids), device=ids.device)
    tokens = torch.full((len(ids),), network.start, device=ids.device)
    done = torch.zeros_like(tokens, dtype=torch.bool)
    for position in range(limit - 2):  # the last position is for the end
        memory.make_room(position)
        tokens = network.step(tokens, position, memory).argmax(1)
        found[alive, position] = tokens.masked_fill(done, network.end)
        done |= tokens.eq(network.end)
        left = (~done).nonzero().squeeze(1)
        if not len(left):
            break
        if len(left) <= CROWDED * len(tokens):
            memory.keep(left, left, position + 1)
            alive, tokens, done = alive[left], tokens[left], done[left]
    return [output(row, math.nan, network.end, limit) for row in found.tolist()]


@dataclass(slots=True)
class Beams:
    """The state of a beam search over several sentences.

    Attributes:
        scores: sum of log-probabilities of the active hypotheses, (sentences, beams).
        words: their tokens, (sentences, beams, limit).
        best: mean log-probability of finished hypotheses, best first, (sentences, beams).
        ended: their tokens, (sentences, beams, limit).
    """

    scores: Tensor
    words: Tensor
    best: Tensor
    ended: Tensor

    @staticmethod
    def at_start(sentences: int, beams: int, limit: int, end: int, device: Any) -> Beams:
        """One hypothesis per sentence; the others are equal to it and must not be chosen."""
        scores = torch.full((sentences, beams), NEVER, device=device)
        scores[:, 0] = 0
        words = torch.full((sentences, beams, limit), end, device=device)
        return Beams(scores, words, torch.full_like(scores, NEVER), words.clone())

    def full(self) -> Tensor:
        """Sentences that have as many finished hypotheses as beams: fairseq stops there."""
        return (self.best > NEVER / 2).all(1)

    def keep(self, sentences: Tensor) -> Beams:
        """Only these sentences."""
        return Beams(*(t[sentences] for t in (self.scores, self.words, self.best, self.ended)))

    def advance(self, chances: Tensor, position: int, end: int) -> Tensor:
        """Add a token.

        Args:
            chances: log-probabilities of the next token, (sentences * beams, vocabulary).
            position: position of that token.
            end: token that ends a hypothesis.

        Returns:
            The row of the cache from which each new hypothesis continues, (sentences * beams,).
        """
        count, beams = self.scores.shape
        # Twice the beams: even if half of them are ends, enough remain to continue.
        scores, tokens = chances.topk(min(2 * beams, chances.shape[1]), 1)
        joint = (scores.view(count, beams, -1) + self.scores[..., None]).view(count, -1)
        scores, place = joint.topk(2 * beams, 1)
        parents = place // (joint.shape[1] // beams)
        tokens = tokens.view(count, -1).gather(1, place)
        words = take(self.words, parents)
        words[:, :, position] = tokens
        ends = tokens.eq(end)
        countable = ends & (torch.arange(2 * beams, device=ends.device) < beams)
        countable &= ~self.full()[:, None]
        finished = (scores / (position + 1)).masked_fill(~countable, NEVER)
        self.best, pick = torch.cat([self.best, finished], 1).topk(beams, 1)
        self.ended = take(torch.cat([self.ended, words], 1), pick)
        self.scores, pick = scores.masked_fill(ends, NEVER).topk(beams, 1)
        self.words = take(words, pick)
        first = torch.arange(0, count * beams, beams, device=ends.device)
        return (parents.gather(1, pick) + first[:, None]).view(-1)


def take(words: Tensor, rows: Tensor) -> Tensor:
    """Rows (sentences, n) of words (sentences, beams, limit)."""
    return words.gather(1, rows[..., None].expand(-1, -1, words.shape[2]))


def beam_search(network: Network, ids: Tensor, limit: int, beams: int) -> list[list[Output]]:
    """The hypotheses that `generate` finds with `early_stopping=True`, best first.

    Args:
        network: the model.
        ids: sources, (sentences, tokens).
        limit: most tokens of a translation, start and end included.
        beams: number of beams.
    """
    memory = network.read(ids, beams)
    state = Beams.at_start(len(ids), beams, limit, network.end, ids.device)
    alive = torch.arange(len(ids), device=ids.device)
    tokens = torch.full((len(ids) * beams,), network.start, device=ids.device)
    results: list[list[Output]] = [[] for _ in ids]

    def close(sentences: Tensor) -> None:
        closed = state.keep(sentences)
        places = alive[sentences].tolist()
        rows = zip(places, closed.ended.tolist(), closed.best.tolist(), strict=True)
        for place, words, scores in rows:
            pairs = zip(words, scores, strict=True)
            results[place] = [output(w, s, network.end, limit) for w, s in pairs]

    for position in range(limit - 1):
        memory.make_room(position)
        chances = network.step(tokens, position, memory).float().log_softmax(1)
        if position == limit - 2:  # the end is forced there, without cost
            chances = torch.full_like(chances, NEVER).index_fill_(
                1, torch.tensor([network.end], device=ids.device), 0.0
            )
        rows = state.advance(chances, position, network.end)
        full = state.full()
        left = (~full).nonzero().squeeze(1)
        if not len(left):
            break
        if shrink := len(left) <= CROWDED * len(alive):
            close(full.nonzero().squeeze(1))
            rows = rows.view(-1, beams)[left].view(-1)
            state, alive = state.keep(left), alive[left]
        memory.keep(left if shrink else None, rows, position + 1)
        tokens = state.words[:, :, position].reshape(-1)
    close(torch.arange(len(alive), device=ids.device))
    return results


def output(words: list[int], score: float, end: int, limit: int) -> Output:
    """Tokens up to the end; the one at the last place was forced."""
    ids = words[: words.index(end)] if end in words else words
    return Output(ids, score, finished=len(ids) < limit - 2)


class OwnDecoder:
    """An FSMT model on one device, with the batches of `TransformersEngine`."""

    def __init__(self, checkpoint: Checkpoint, device: str, dtype: torch.dtype) -> None:
        model: Any = load_model(checkpoint.name)
        self.checkpoint, self.device = checkpoint, device
        self._network = Network(model.to(device=device, dtype=dtype))

    def translate(
        self,
        sources: Sequence[Sequence[int]],
        decoding: Decoding,
        *,
        batch_tokens: int,
        keys: Sequence[int] = (),
        anchors: Sequence[Sequence[int]] = (),
        score: bool = True,
        on_batch: Callable[[int], None] = lambda rows: None,
    ) -> list[list[Output]]:
        """Translate token ids; see `pipeline.translation.engine.Engine`.

        It neither samples nor discourages n-grams.
        """
        by_limit: dict[int, list[int]] = defaultdict(list)
        for i, source in enumerate(sources):
            by_limit[decoding.limit(len(source))].append(i)
        results: list[list[Output]] = [[] for _ in sources]
        most = MAX_ROWS[torch.device(self.device).type] // decoding.width
        for limit, group in sorted(by_limit.items(), reverse=True):
            lengths = [len(sources[i]) for i in group]
            for batch in token_batches(lengths, batch_tokens // decoding.width, most):
                rows = [group[i] for i in batch]
                for i, found in zip(rows, self._batch(sources, rows, limit, decoding), strict=True):
                    results[i] = found
                on_batch(len(rows))
        return results

    @torch.inference_mode()
    def _batch(
        self, sources: Sequence[Sequence[int]], rows: list[int], limit: int, decoding: Decoding
    ) -> list[list[Output]]:
        longest, pad = max(len(sources[i]) for i in rows), self._network.pad
        padded = [[*sources[i], *[pad] * (longest - len(sources[i]))] for i in rows]
        ids = torch.tensor(padded, device=self.device)
        if decoding.width == 1:
            return [[found] for found in greedy(self._network, ids, limit)]
        found = beam_search(self._network, ids, limit, decoding.width)
        return [outputs[: decoding.candidates] for outputs in found]
