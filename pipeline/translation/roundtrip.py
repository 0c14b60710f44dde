"""Round trips through one pivot: anchors in, candidate paraphrases out."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from pipeline.translation.decoding import Decoding, Output
from pipeline.translation.engine import Engine
from pipeline.translation.letters import with_letters_of
from pipeline.translation.tokens import Pending, TokenizerPool, decode, encode
from pipeline.translation.typography import in_form_of

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RoundTripConfig:
    """Settings of a round trip.

    Attributes:
        decoding: of the backward step.
        pivot_candidates: translations into the pivot that are each translated back; more than one
            gives more varied paraphrases, at so many times the cost.
        batch_tokens: source tokens in a batch, padding and beams included.
        seed: for sampling.
    """

    decoding: Decoding = field(default_factory=Decoding)
    pivot_candidates: int = 1
    batch_tokens: int = 16_384
    seed: int = 0

    @property
    def outward(self) -> Decoding:
        """How the pivot text is decoded: always by beam search."""
        beams = max(self.decoding.beams, self.pivot_candidates)
        limits = self.decoding.max_length, self.decoding.max_ratio, self.decoding.max_length_offset
        return Decoding(beams, self.pivot_candidates, False, 1.0, 1.0, *limits)


class Backtranslation(NamedTuple):
    """A paraphrase, its pivot text, and the score of the backward step.

    Attributes:
        forced, agreement: the figures of `judges`; nan if they were not asked for.
    """

    pivot_text: str
    paraphrase: str
    score: float
    forced: float = math.nan
    agreement: float = math.nan


@dataclass(frozen=True, slots=True)
class Trip:
    """The result of a round trip.

    Attributes:
        candidates: for each anchor, best score first, each paraphrase once.
        lost: positions of the anchors without any candidate, by reason: `too_long` (longer than
            the model allows), `pivot_unfinished` (every translation into the pivot hit the length
            limit), `pivot_empty`, `pivot_too_long`, `unfinished` (every one back hit the limit).
    """

    candidates: list[list[Backtranslation]]
    lost: dict[str, list[int]]


Steps = Generator[Pending[Any], None, T]
"""Yields the tokenizer result it waits for, so that another trip can run."""


@dataclass(frozen=True, slots=True)
class RoundTrip:
    """The two models of one pivot.

    Attributes:
        forward, backward: English to pivot, pivot to English.
        pool: runs the tokenizers.
        config: settings.
    """

    forward: Engine
    backward: Engine
    pool: TokenizerPool
    config: RoundTripConfig

    def steps(
        self,
        anchors: Sequence[str],
        keys: Sequence[int],
        on_share: Callable[[float], None] = lambda share: None,
    ) -> Steps[Trip]:
        """Translate anchors there and back, step by step; `interleaved` runs several at a time.

        Args:
            anchors: sentences.
            keys: identify the sentences, for sampling.
            on_share: called with the finished share of the work, in [0, 1].
        """
        lost: dict[str, list[int]] = {}
        model = self.forward.checkpoint
        encoding = self.pool.map(encode, model.name, anchors)
        yield encoding
        ids = encoding.result()
        # A text that is cut off would come back as a "paraphrase" that lost its end.
        rows = _keep(range(len(anchors)), lost, "too_long", lambda i: _fits(ids[i], self.forward))
        outputs = self.forward.translate(
            [ids[i] for i in rows],
            self.config.outward,
            batch_tokens=self.config.batch_tokens,
            score=False,
            on_batch=_counter(len(rows), on_share, 0.0),
        )
        by_row = dict(zip(rows, outputs, strict=True))
        rows = _keep(rows, lost, "pivot_unfinished", lambda i: any(o.finished for o in by_row[i]))
        flat = [(i, output.ids) for i in rows for output in by_row[i] if output.finished]
        pivots = yield from self._pivot_texts(flat)
        rows = _keep(rows, lost, "pivot_empty", lambda i: bool(pivots[i]))
        sources = [(i, text) for i in rows for text in pivots[i]]
        encoding = self.pool.map(encode, self.backward.checkpoint.name, [t for _, t in sources])
        yield encoding
        back = [
            (i, text, tokens)
            for (i, text), tokens in zip(sources, encoding.result(), strict=True)
            if _fits(tokens, self.backward)
        ]
        readable = {i for i, _, _ in back}
        rows = _keep(rows, lost, "pivot_too_long", readable.__contains__)
        found = self.backward.translate(
            [tokens for _, _, tokens in back],
            self.config.decoding,
            batch_tokens=self.config.batch_tokens,
            keys=[_key(self.config.seed, keys[i], text) for i, text, _ in back],
            on_batch=_counter(len(back), on_share, 0.5),
        )
        candidates = yield from self._candidates(anchors, back, found)
        _keep(rows, lost, "unfinished", lambda i: bool(candidates[i]))
        return Trip(candidates, lost)

    def _pivot_texts(self, flat: Sequence[tuple[int, list[int]]]) -> Steps[dict[int, list[str]]]:
        """The distinct pivot texts of each row, none of them empty."""
        decoding = self.pool.map(decode, self.forward.checkpoint.name, [ids for _, ids in flat])
        yield decoding
        texts: dict[int, list[str]] = {i: [] for i, _ in flat}
        for (i, _), text in zip(flat, decoding.result(), strict=True):
            if text and text not in texts[i]:
                texts[i].append(text)
        return texts

    def _candidates(
        self,
        anchors: Sequence[str],
        back: Sequence[tuple[int, str, list[int]]],
        found: Sequence[Sequence[Output]],
    ) -> Steps[list[list[Backtranslation]]]:
        flat = [
            (i, pivot, output)
            for (i, pivot, _), outputs in zip(back, found, strict=True)
            for output in outputs
            if output.finished
        ]
        ids = [output.ids for _, _, output in flat]
        decoding = self.pool.map(decode, self.backward.checkpoint.name, ids)
        yield decoding
        made: list[list[Backtranslation]] = [[] for _ in anchors]
        for (i, pivot, output), text in zip(flat, decoding.result(), strict=True):
            spelt = with_letters_of(anchors[i], text)
            made[i].append(Backtranslation(pivot, in_form_of(anchors[i], spelt), output.score))
        return [_distinct(row) for row in made]


def interleaved(trips: Iterable[Steps[T]], at_once: int = 3) -> Iterator[T]:
    """Run several trips at a time, each while the others wait for tokenizers; results in order.

    Args:
        trips: from `RoundTrip.steps`; taken as they are needed.
        at_once: trips at the same time.
    """
    source = iter(trips)
    active: list[_Active[T]] = []
    while True:
        while len(active) < at_once and (steps := next(source, None)) is not None:
            active.append(_Active(steps))
        if not active:
            return
        if active[0].finished:
            yield active.pop(0).value
            continue
        # The oldest that can continue, or the oldest of all if every one waits.
        ready = [trip for trip in active if not trip.finished and trip.ready]
        (ready or active)[0].advance()


class _Active(Generic[T]):
    """A trip under way, and what it waits for."""

    def __init__(self, steps: Steps[T]) -> None:
        self._steps = steps
        self._waiting: Pending[Any] | None = None
        self._values: list[T] = []

    @property
    def finished(self) -> bool:
        return bool(self._values)

    @property
    def ready(self) -> bool:
        return self._waiting is None or self._waiting.ready

    @property
    def value(self) -> T:
        return self._values[0]

    def advance(self) -> None:
        try:
            self._waiting = next(self._steps)
        except StopIteration as stop:
            self._values.append(stop.value)


def _keep(
    rows: Iterable[int], lost: dict[str, list[int]], reason: str, good: Callable[[int], bool]
) -> list[int]:
    """The rows that are good; the others are recorded under the reason."""
    kept: list[int] = []
    for i in rows:
        (kept if good(i) else lost.setdefault(reason, [])).append(i)
    return kept


def _counter(total: int, on_share: Callable[[float], None], before: float) -> Callable[[int], None]:
    """Turns finished rows of one direction, half of the work, into the share of all work."""
    done = 0

    def count(rows: int) -> None:
        nonlocal done
        done += rows
        on_share(before + done / total / 2)

    return count


def _fits(ids: Sequence[int], engine: Engine) -> bool:
    return len(ids) <= engine.checkpoint.max_source_tokens


def _key(seed: int, sentence: int, pivot_text: str) -> int:
    """A 128-bit key of one source of the backward step, the same in every run."""
    text = f"{seed} {sentence} {pivot_text}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:16])


def _distinct(candidates: Iterable[Backtranslation]) -> list[Backtranslation]:
    """Best first, each paraphrase once."""
    best: dict[str, Backtranslation] = {}
    for candidate in sorted(candidates, key=lambda c: -c.score):
        best.setdefault(candidate.paraphrase, candidate)
    return list(best.values())
