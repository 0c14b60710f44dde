"""Which candidate paraphrases are good, and which of them is taken. Pure functions of text."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, cast, get_args

from pipeline.acceptance import guards
from pipeline.acceptance.guards import Candidate, guard_names, refusals
from pipeline.acceptance.similarity import SimilarityFloor
from schemas.errors import UserError
from schemas.mer import MerName, mer_by

Select = Literal["score", "mer", "similarity"]


@dataclass(frozen=True, slots=True)
class FilterConfig:
    """Settings of `pipeline run filter`.

    Attributes:
        min_mer, max_mer: window of the match error rate, both ends included (paper: 0.15, 0.6).
        select: which accepted candidate becomes the paraphrase: the one with the best score, the
            highest match error rate, or the highest similarity (which needs `min_similarity`).
        min_similarity: semantic floor; none if absent.
        guards: names of the guards that check candidates besides window and floor.
        mer: which match error rate: `moses`, or `jiwer` for that of the library.
        shard_rows: triples a shard.
        contradict_paraphrases: whether accepted paraphrases are contradicted too, for further
            triples.
        near_copies: most paraphrases of a sentence below the window that further triples have.
        balance: whether pairs are chosen so that no simple cue tells contradictions from
            paraphrases.
        refuse_sql: a SELECT whose rows are candidates to refuse, whatever the window.
    """

    min_mer: float = 0.15
    max_mer: float = 0.6
    select: Select = "score"
    min_similarity: SimilarityFloor | None = None
    shard_rows: int = 16_384
    guards: tuple[str, ...] = field(default_factory=guard_names)
    contradict_paraphrases: bool = False
    mer: MerName = "moses"
    near_copies: int = 0
    balance: bool = False
    refuse_sql: str | None = None

    def problems(self) -> list[str]:
        """What is wrong with the settings, in full sentences."""
        problems = []
        if not 0 <= self.min_mer <= self.max_mer <= 1:
            problems.append(
                f"--min-mer {self.min_mer} and --max-mer {self.max_mer} must satisfy"
                " 0 <= min <= max <= 1."
            )
        if self.select == "similarity" and self.min_similarity is None:
            problems.append(
                "--select similarity needs --min-similarity MODEL:FLOOR, whose model measures it."
            )
        if self.balance and not self.contradict_paraphrases:
            problems.append(
                "--balance needs --contradict-paraphrases: without it nearly every contradiction is"
                " nearer to its sentence in wording than the paraphrase."
            )
        return problems


def parse_select(text: str) -> Select:
    """The selection of that name.

    Raises:
        UserError: when there is none.
    """
    if text not in get_args(Select):
        raise UserError(f"--select {text!r} is none of: {', '.join(get_args(Select))}.")
    return cast(Select, text)


def parse_mer(text: str) -> MerName:
    """The match error rate of that name.

    Raises:
        UserError: when there is none.
    """
    if text not in get_args(MerName):
        raise UserError(f"--mer {text!r} is none of: {', '.join(get_args(MerName))}.")
    return cast(MerName, text)


def parse_guards(text: str) -> tuple[str, ...]:
    """Guards by name, separated by commas; `all` or `none` of them.

    Raises:
        UserError: an unknown name.
    """
    known = guard_names()
    if text in ("all", "none"):
        return known if text == "all" else ()
    names = text.split(",")
    if unknown := [name for name in names if name not in known]:
        raise UserError(
            f"--guards {', '.join(unknown)}: no such guard. There are all, none, and"
            f" {', '.join(known)}."
        )
    return tuple(guard for guard in known if guard in names)


class Verdict(NamedTuple):
    """What the filter thinks of one candidate.

    Attributes:
        mer: match error rate to the anchor, in [0, 1].
        reason: why it is refused; "" where it is accepted.
        similarity: cosine under the semantic floor's encoder; None where it was not asked.
        guard: the first check besides window and floor that refuses it; "" where none does.
    """

    mer: float
    reason: str
    similarity: float | None = None
    guard: str = ""


def judge(anchor: str, candidate: Candidate, config: FilterConfig) -> Verdict:
    """Check a candidate in everything but its similarity.

    Returns:
        The match error rate, the first check that fails ("" where none does), and the first
        that fails whatever the window.
    """
    value = mer_by(config.mer, anchor, candidate.paraphrase)
    failing = _failing(anchor, candidate, value, config)
    reason = guard = next(failing, "")
    while guard in guards.WINDOW:
        guard = next(failing, "")
    return Verdict(value, reason, guard=guard)


def _failing(anchor: str, candidate: Candidate, mer: float, config: FilterConfig) -> Iterator[str]:
    """Names of the checks that a candidate fails, in their order; each is made when asked for."""
    if not candidate.paraphrase:
        yield "empty"
    yield from guards.refusing(guards.BEFORE_WINDOW, config.guards, anchor, candidate)
    if mer < config.min_mer:
        yield "mer_below"
    if mer > config.max_mer:
        yield "mer_above"
    yield from guards.refusing(guards.AFTER_WINDOW, config.guards, anchor, candidate)


def choose(
    candidates: Sequence[Candidate], verdicts: Sequence[Verdict], select: Select
) -> int | None:
    """Index of the accepted candidate that becomes the paraphrase; None where none is accepted.

    Ties go to the earlier candidate: pivots in the order of their run, then ranks.
    """
    accepted = [i for i, verdict in enumerate(verdicts) if not verdict.reason]
    if not accepted:
        return None

    def rank(i: int) -> tuple[float, float, int]:
        figures = {"score": 0.0, "mer": verdicts[i].mer, "similarity": verdicts[i].similarity}
        score = candidates[i].score
        return figures[select] or 0.0, -math.inf if score is None else score, -i

    return max(accepted, key=rank)


def near_copies(
    candidates: Sequence[Candidate], verdicts: Sequence[Verdict], config: FilterConfig
) -> list[int]:
    """Candidates that nothing but the lower end of the window refuses, the best scores first.

    Of equal texts the first is taken, and as many in all as the settings say.
    """
    floor = config.min_similarity.floor if config.min_similarity else -1.0
    found = [
        i
        for i, verdict in enumerate(verdicts)
        if verdict.reason == "mer_below"
        and not verdict.guard
        and (verdict.similarity is None or verdict.similarity >= floor)
    ]
    # What was not translated has no score, and is by rule: nothing is nearer in meaning.
    found.sort(key=lambda i: -math.inf if (score := candidates[i].score) is None else -score)
    first = {candidates[i].paraphrase: i for i in reversed(found)}
    return [i for i in found if first[candidates[i].paraphrase] == i][: config.near_copies]


def furthest(verdicts: Sequence[Verdict]) -> str:
    """The check at which the most successful candidate failed; `no_candidate` without any."""
    if not verdicts:
        return "no_candidate"
    return max((v.reason for v in verdicts), key=list(refusals()).index)
