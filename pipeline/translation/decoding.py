"""Settings and results of decoding. Plain data, shared by the engines."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from schemas.errors import UserError
from schemas.names import parse_name

Precision = Literal["auto", "fp32", "fp16", "bf16", "int8", "exact"]
Asked = Literal["--sampling", "--ngram-penalty", "--avoid", "--beam-groups"]
"""Options of decoding that not every engine has."""

MOST_BEAMS = 10_000
"""More would only fill the memory, and the largest numbers overflow in the engines."""
EXACT_ONLY = "--precision exact works with Firefox's models only. Use --precision auto."

_LIMIT_STEP = 8


@dataclass(frozen=True, slots=True)
class Decoding:
    """How an engine decodes.

    Attributes:
        beams: width of the beam; 1 is greedy. Ignored when sampling.
        candidates: translations of each source, best first; at most `beams` in beam search.
        sample: sample from the model instead of searching.
        temperature: above 0; below 1, sampling is more conservative.
        top_p: share of the probability to sample from, in (0, 1].
        max_length: limit of a translation in tokens, start and end included, as `generate` counts.
        max_ratio: a translation also ends at this many times the source's tokens plus
            `max_length_offset`; None for no such limit. A translation that reaches it would never
            end by itself, and without the limit a few of them cost as much as all the others.
        ngram_penalty: how much the anchor's n-grams cost; see `pipeline.translation.copies`.
        beam_groups: number of equal groups of beams; each avoids the words of earlier ones.
        diversity: log-probability that a word loses for each beam of the groups before it that
            has the word at the same place.
        avoid: probability with which each content word of the anchor is forbidden; see
            `pipeline.translation.avoided`.
    """

    beams: int = 5
    candidates: int = 1
    sample: bool = False
    temperature: float = 1.0
    top_p: float = 1.0
    max_length: int = 200
    max_ratio: float | None = 2.0
    max_length_offset: int = 20
    ngram_penalty: float = 0.0
    beam_groups: int = 1
    diversity: float = 0.5
    avoid: float = 0.0

    @property
    def width(self) -> int:
        """Rows that the decoder computes for one source."""
        return self.candidates if self.sample else self.beams

    @property
    def asked(self) -> list[Asked]:
        """The options in use that some engines lack, in the order in which engines refuse them."""
        found: dict[Asked, bool] = {
            "--sampling": self.sample,
            "--ngram-penalty": self.ngram_penalty > 0,
            "--avoid": self.avoid > 0,
            "--beam-groups": self.beam_groups > 1,
        }
        return [option for option, wanted in found.items() if wanted]

    def limit(self, source_tokens: int) -> int:
        """Maximum number of tokens in the translation of such a source, start and end included.

        Sources of similar length have the same limit, so that they can share a batch.
        """
        if self.max_ratio is None:
            return self.max_length
        steps = -(-source_tokens // _LIMIT_STEP)
        return min(
            self.max_length, int(self.max_ratio * steps * _LIMIT_STEP) + self.max_length_offset
        )

    def by_limit(self, lengths: Iterable[int]) -> list[tuple[int, list[int]]]:
        """Limits of sources of these lengths, the longest first, each with the sources' numbers."""
        numbers: dict[int, list[int]] = defaultdict(list)
        for i, length in enumerate(lengths):
            numbers[self.limit(length)].append(i)
        return sorted(numbers.items(), reverse=True)

    def problems(self) -> list[str]:
        """What is wrong with the settings, in full sentences."""
        return [*self._problems_of_beams(), *self._problems_of_draws_and_lengths()]

    def _problems_of_draws_and_lengths(self) -> Iterator[str]:
        if not 0 < self.temperature < math.inf:
            yield "--temperature must be above 0, and finite."
        if not 0 < self.top_p <= 1:
            yield "--top-p must be above 0 and at most 1."
        if self.max_length < 2:
            yield "--max-length must be at least 2."
        if not 0 <= self.ngram_penalty < math.inf:
            yield f"--ngram-penalty {self.ngram_penalty:g} must be at least 0, and finite."
        if not 0 <= self.avoid <= 1:
            yield f"--avoid {self.avoid:g} must be 0 to 1."

    def _problems_of_beams(self) -> Iterator[str]:
        if self.beams < 1:
            yield "--beams must be at least 1."
        if self.candidates < 1:
            yield "--candidates must be at least 1."
        if self.beams > MOST_BEAMS:
            yield f"--beams must be at most {MOST_BEAMS:,}."
        if self.candidates > MOST_BEAMS:
            yield f"--candidates must be at most {MOST_BEAMS:,}."
        if not self.sample and self.candidates > self.beams:
            yield (
                f"--candidates {self.candidates} needs at least as many --beams (now {self.beams}),"
                " or --sampling."
            )
        if self.beam_groups < 1 or self.beams % max(self.beam_groups, 1) > 0:
            yield f"--beam-groups {self.beam_groups} must divide --beams (now {self.beams})."
        if self.sample and self.beam_groups > 1:
            yield (
                f"--beam-groups {self.beam_groups} has no effect with --sampling: give one of the"
                " two."
            )
        if not 0 <= self.diversity < math.inf:
            yield f"--diversity {self.diversity:g} must be at least 0, and finite."


class Output(NamedTuple):
    """One translation as token ids.

    Attributes:
        ids: without start and end of the sentence.
        score: mean log-probability per token under the model, the end of the sentence included; nan
            if it was not requested.
        finished: whether it ended by itself, before the limit.
    """

    ids: list[int]
    score: float
    finished: bool


def check_scores(model: str, found: Iterable[Sequence[Output]]) -> None:
    """Check translations whose scores were requested.

    Weights can be numbers and still too large for what is calculated with them.

    Args:
        model: its name, for the message.
        found: the translations of each text.

    Raises:
        UserError: a score is no number.
    """
    if any(math.isnan(output.score) for outputs in found for output in outputs):
        raise UserError(
            f"The model {model} gives scores that are no numbers: its weights are damaged."
            " Download it again, or use another."
        )


def parse_precision(text: str) -> Precision:
    """The precision of that name; see `parse_name`."""
    return parse_name("--precision", text, get_args(Precision))
