"""Round trips through one pivot or a chain of them: anchors in, candidate paraphrases out."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Container, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, NamedTuple, TypeVar

from pipeline.translation.avoided import avoided
from pipeline.translation.decoding import MOST_BEAMS, Decoding, Output, check_scores
from pipeline.translation.engine import Engine
from pipeline.translation.letters import with_letters_of
from pipeline.translation.tokens import Pending, TokenizerPool, decode, encode, encode_target
from pipeline.translation.typography import in_form_of
from schemas.pivots import joined

T = TypeVar("T")

BATCH_TOKENS = {"cpu": 16_384, "cuda": 131_072}
"""Tokens in a batch by default."""
TRIPS_AT_ONCE = 3
"""Enough to keep a model busy while the others wait for tokenizers."""


@dataclass(frozen=True, slots=True)
class RoundTripConfig:
    """Settings of a round trip.

    Attributes:
        decoding: how the backward step decodes.
        pivot_candidates: translations into the first pivot that are each translated back; more than
            one gives more varied paraphrases, at a proportional cost.
        batch_tokens: source tokens in a batch, padding and beams included; None for BATCH_TOKENS.
    """

    decoding: Decoding = field(default_factory=Decoding)
    pivot_candidates: int = 1
    batch_tokens: int | None = None
    seed: int = 0

    def batch_size(self, device: str) -> int:
        """Source tokens in a batch on a device such as `cpu` or `cuda:1`."""
        return self.batch_tokens or BATCH_TOKENS[device.partition(":")[0]]

    def problems(self) -> list[str]:
        """What is wrong with the settings, in full sentences."""
        found = self.decoding.problems()
        if self.pivot_candidates > MOST_BEAMS:
            found.append(f"--pivot-candidates must be at most {MOST_BEAMS:,}.")
        return found

    @property
    def outward(self) -> Decoding:
        """How the pivot text is decoded: always by beam search."""
        back = self.decoding
        return Decoding(
            beams=max(back.beams, self.pivot_candidates),
            candidates=self.pivot_candidates,
            max_length=back.max_length,
            max_ratio=back.max_ratio,
            max_length_offset=back.max_length_offset,
        )


class Backtranslation(NamedTuple):
    """A paraphrase, its pivot text, and the score of the backward step.

    Attributes:
        pivot_text: for a chain, the text in each pivot, see `schemas.pivots.joined`.
        forced, agreement, trust: the figures of `judges`; nan if they were not asked for.
    """

    pivot_text: str
    paraphrase: str
    score: float
    forced: float = math.nan
    agreement: float = math.nan
    trust: float = math.nan


@dataclass(frozen=True, slots=True)
class Trip:
    """The result of a round trip.

    Attributes:
        candidates: for each anchor, best score first, each paraphrase once.
        lost: positions of the anchors without any candidate, by reason: `too_long` (longer than
            the model allows), `pivot_unfinished` (every translation into a pivot hit the length
            limit), `pivot_empty`, `pivot_too_long`, `unfinished` (every one back hit the limit).
        firsts: an anchor and its translation by the forward model -> that translation as tokens;
            only where it has a score, which saves the judges from computing it again.
    """

    candidates: list[list[Backtranslation]]
    lost: dict[str, list[int]]
    firsts: dict[tuple[str, str], Output] = field(default_factory=dict)


class Way(NamedTuple):
    """A sentence on its way through the pivots.

    Attributes:
        anchor: position of the sentence among the anchors.
        texts: the anchor, and its translation into each pivot so far.
        first: the first of these translations as the model gave it.
    """

    anchor: int
    texts: tuple[str, ...]
    first: Output | None = None


Sources = list[tuple[Way, list[int]]]
"""Each sentence under way, with the tokens of its last text."""
Steps = Generator[Pending[Any], None, T]
"""Yields the tokenizer result it waits for, so that another trip can run."""


@dataclass(frozen=True, slots=True)
class RoundTrip:
    """The models of one pivot, or of a chain of them.

    Attributes:
        forward, backward: English to the first pivot, the last pivot to English.
        between: each pivot of a chain to the next.
    """

    forward: Engine
    backward: Engine
    pool: TokenizerPool
    config: RoundTripConfig
    between: tuple[Engine, ...] = ()

    def steps(
        self,
        anchors: Sequence[str],
        keys: Sequence[int],
        on_share: Callable[[float], None] = lambda share: None,
    ) -> Steps[Trip]:
        """Translate anchors there and back, step by step; `interleaved` runs several at a time.

        Args:
            keys: identify the sentences, for sampling.
            on_share: called with the finished share of the work, in [0, 1].
        """
        lost: dict[str, list[int]] = {}
        share = 1 / (2 + len(self.between))
        ways = [Way(i, (anchor,)) for i, anchor in enumerate(anchors)]
        too_long, decoding = "too_long", self.config.outward
        for n, engine in enumerate((self.forward, *self.between)):
            sources = yield from self._sources(engine, ways, lost, too_long)
            count = _counter(len(sources), on_share, n * share, share)
            ways = yield from self._outward(engine, decoding, sources, lost, count)
            # Only the first model of a chain gives several texts; else each would multiply them.
            too_long, decoding = "pivot_too_long", replace(decoding, candidates=1)
        back = yield from self._sources(self.backward, ways, lost, too_long)
        wordings = yield from self._wordings(anchors)
        found = self.backward.translate(
            [tokens for _, tokens in back],
            self.config.decoding,
            batch_tokens=self.config.batch_size(self.backward.device),
            keys=[_key(self.config.seed, keys[way.anchor], way.texts[-1]) for way, _ in back],
            anchors=[wordings[way.anchor] for way, _ in back] if wordings else (),
            avoid=self._avoided(keys, back),
            on_batch=_counter(len(back), on_share, 1 - share, share),
        )
        check_scores(self.backward.checkpoint.name, found)
        candidates = yield from self._candidates(anchors, back, found)
        came_back = {i for i, row in enumerate(candidates) if row}
        _lose((way.anchor for way, _ in back), came_back, lost, "unfinished")
        firsts = {
            (way.texts[0], way.texts[1]): way.first
            for way in ways
            if way.first is not None and not math.isnan(way.first.score)
        }
        return Trip(candidates, lost, firsts)

    def mapped(
        self, function: Callable[[str, Any], list[T]], engine: Engine, rows: Sequence[Any]
    ) -> Steps[list[T]]:
        """What a function of `tokens` makes of rows for an engine's model; waits for it."""
        pending = self.pool.map(function, engine.checkpoint.name, rows)
        yield pending
        return pending.result()

    def _sources(
        self, engine: Engine, ways: Sequence[Way], lost: dict[str, list[int]], too_long: str
    ) -> Steps[Sources]:
        """The ways whose last texts a model can read whole.

        A text that is cut off would come back as a "paraphrase" that lost its end.
        """
        encoded = yield from self.mapped(encode, engine, [way.texts[-1] for way in ways])
        sources = [
            (way, tokens)
            for way, tokens in zip(ways, encoded, strict=True)
            if len(tokens) <= engine.checkpoint.max_source_tokens
        ]
        readable = {way.anchor for way, _ in sources}
        _lose((way.anchor for way in ways), readable, lost, too_long)
        return sources

    def _outward(
        self,
        engine: Engine,
        decoding: Decoding,
        sources: Sources,
        lost: dict[str, list[int]],
        on_batch: Callable[[int], None],
    ) -> Steps[list[Way]]:
        """Translate into the next pivot: the distinct non-empty texts of each anchor there."""
        outputs = engine.translate(
            [tokens for _, tokens in sources],
            decoding,
            batch_tokens=self.config.batch_size(engine.device),
            score=False,
            on_batch=on_batch,
        )
        ended = _ended(sources, outputs)
        finished = {way.anchor for way, _ in ended}
        _lose((way.anchor for way, _ in sources), finished, lost, "pivot_unfinished")
        decoded = yield from self.mapped(decode, engine, [output.ids for _, output in ended])
        made: dict[tuple[int, str], Way] = {}
        for (way, output), text in zip(ended, decoded, strict=True):
            if text:
                further = Way(way.anchor, (*way.texts, text), way.first or output)
                made.setdefault((way.anchor, text), further)
        _lose(finished, {anchor for anchor, _ in made}, lost, "pivot_empty")
        return list(made.values())

    def _wordings(self, anchors: Sequence[str]) -> Steps[list[list[int]]]:
        """Token ids of the anchors in English, if their n-grams are penalised on the way back."""
        if not self.config.decoding.ngram_penalty:
            return []
        return (yield from self.mapped(encode_target, self.backward, anchors))

    def _avoided(self, keys: Sequence[int], back: Sources) -> list[list[str]]:
        """Words that each way back may not use, drawn anew for each text that it starts from."""
        share, seed = self.config.decoding.avoid, self.config.seed
        if not share:
            return []
        return [
            avoided(way.texts[0], share, _key(seed, keys[way.anchor], f"avoid {way.texts[-1]}"))
            for way, _ in back
        ]

    def _candidates(
        self, anchors: Sequence[str], back: Sources, found: Sequence[Sequence[Output]]
    ) -> Steps[list[list[Backtranslation]]]:
        ended = _ended(back, found)
        decoded = yield from self.mapped(decode, self.backward, [out.ids for _, out in ended])
        made: list[list[Backtranslation]] = [[] for _ in anchors]
        for (way, output), text in zip(ended, decoded, strict=True):
            anchor, *pivots = way.texts
            paraphrase = in_form_of(anchor, with_letters_of(anchor, text))
            made[way.anchor].append(Backtranslation(joined(pivots), paraphrase, output.score))
        return [_distinct(row) for row in made]


def interleaved(trips: Iterable[Steps[T]], at_once: int = TRIPS_AT_ONCE) -> Iterator[T]:
    """Run several trips at a time, each while the others wait for tokenizers; results in order."""
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
        self.finished = False
        self.value: T

    @property
    def ready(self) -> bool:
        return self._waiting is None or self._waiting.ready

    def advance(self) -> None:
        try:
            self._waiting = next(self._steps)
        except StopIteration as stop:
            self.finished, self.value = True, stop.value


def _ended(sources: Sources, found: Sequence[Sequence[Output]]) -> list[tuple[Way, Output]]:
    """The translations that ended by themselves, each with its source."""
    pairs = zip(sources, found, strict=True)
    return [(way, output) for (way, _), row in pairs for output in row if output.finished]


def _lose(
    rows: Iterable[int], kept: Container[int], lost: dict[str, list[int]], reason: str
) -> None:
    """Record the rows that were not kept under the reason, in order and each once."""
    for i in sorted(set(rows)):
        if i not in kept:
            lost.setdefault(reason, []).append(i)


def _counter(
    total: int, on_share: Callable[[float], None], before: float, share: float
) -> Callable[[int], None]:
    """Turns finished rows of one model into the share of all work.

    Args:
        total: rows of the model.
        before: share of the models before it.
    """
    done = 0

    def count(rows: int) -> None:
        nonlocal done
        done += rows
        on_share(before + share * done / total)

    return count


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
