"""Which candidate paraphrases are accepted, and which one is chosen. Pure functions of text."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, get_args

from pipeline.acceptance import guards
from pipeline.acceptance.guards import FEW_NEW_WORDS, Candidate, guard_names, refusals
from pipeline.acceptance.measures.exchanges import new_words
from pipeline.acceptance.measures.nearness import nearly_same
from pipeline.acceptance.measures.thresholds import Threshold
from schemas.mer import MerName, mer_by
from schemas.names import parse_name, parse_names

Select = Literal["score", "mer", "similarity", "diverse"]
SURE = 0.5
"""Confidence at which the judges count as sure of a candidate."""
MOST_NEW = 2
"""Most new content words of a candidate that `diverse` rewards; further ones add nothing."""


@dataclass(frozen=True, slots=True)
class FilterConfig:
    """Settings of `pipeline run filter`.

    Attributes:
        min_mer, max_mer: window of the match error rate, both ends included (paper: 0.15, 0.6).
        select: which accepted candidate becomes the paraphrase: the one with the best score, the
            highest match error rate, the highest similarity (which needs `min_similarity`), or
            the most different words that the judges trust (`diverse`, which needs one of them;
            each of two new content words counts for as much as half of the rate).
        min_similarity: threshold of the similarity; None for none.
        guards: names of the guards that check candidates besides window and thresholds.
        mer: which match error rate: `moses`, or `jiwer` for that of the library.
        min_entailment: threshold of the entailment in both directions; None for none.
        min_forced_score, min_agreement, min_trust: lowest scores by the judges among the
            translation models (`backtranslate --judges`); None for any.
        max_mer_sure: upper end of the window for candidates of which the judges are sure.
        min_new_words: lowest number of new content words, 0 to 2.
        shard_rows: sentences per shard; each shard is balanced by itself.
        contradict_paraphrases: whether to contradict accepted paraphrases too, for further
            triples.
        near_copies: maximum number of paraphrases below the window, or with too few new words,
            per sentence, for further triples.
        balance: whether to choose pairs so that no simple cue tells contradictions from
            paraphrases.
        refuse_sql: a SELECT whose rows are candidates to refuse, whatever the window.
    """

    min_mer: float = 0.15
    max_mer: float = 0.6
    select: Select = "score"
    min_similarity: Threshold | None = None
    shard_rows: int = 16_384
    guards: tuple[str, ...] = field(default_factory=guard_names)
    contradict_paraphrases: bool = False
    mer: MerName = "moses"
    near_copies: int = 0
    balance: bool = False
    refuse_sql: str | None = None
    min_entailment: Threshold | None = None
    min_forced_score: float | None = None
    min_agreement: float | None = None
    min_trust: float | None = None
    max_mer_sure: float | None = None
    min_new_words: int = 0

    @property
    def judged(self) -> bool:
        """Whether any judge of meaning is enabled."""
        thresholds = self.min_similarity, self.min_entailment
        scores = self.min_forced_score, self.min_agreement, self.min_trust
        return any(threshold is not None for threshold in (*thresholds, *scores))

    def problems(self) -> list[str]:
        """What is wrong with the settings, in full sentences."""
        problems = []
        if not 0 <= self.min_mer <= self.max_mer <= 1:
            problems.append(
                f"--min-mer {self.min_mer} and --max-mer {self.max_mer} must satisfy"
                " 0 <= min <= max <= 1."
            )
        if self.max_mer_sure is not None and not self.max_mer <= self.max_mer_sure <= 1:
            problems.append(
                f"--max-mer-sure {self.max_mer_sure} must lie between --max-mer {self.max_mer} and"
                " 1."
            )
        if self.min_forced_score is not None and not -math.inf < self.min_forced_score < 0:
            problems.append(
                f"--min-forced-score {self.min_forced_score} must be below 0, and finite: it is"
                " the difference of two log-probabilities."
            )
        if self.min_agreement is not None and not 0 <= self.min_agreement < 1:
            problems.append(f"--min-agreement {self.min_agreement} must be at least 0 and below 1.")
        if self.min_trust is not None and not 0 <= self.min_trust < 1:
            problems.append(f"--min-trust {self.min_trust} must be at least 0 and below 1.")
        if not 0 <= self.min_new_words <= MOST_NEW:
            problems.append(
                f"--min-new-words {self.min_new_words} must be 0 to {MOST_NEW}: no more are"
                " counted."
            )
        for option, wanted in (
            ("--select diverse", self.select == "diverse"),
            ("--max-mer-sure", self.max_mer_sure is not None),
        ):
            if wanted and not self.judged:
                problems.append(
                    f"{option} needs a judge: --min-entailment, --min-agreement,"
                    " --min-forced-score, --min-similarity or --min-trust."
                )
        if self.select == "similarity" and self.min_similarity is None:
            problems.append(
                "--select similarity needs --min-similarity MODEL:THRESHOLD, whose model measures"
                " it."
            )
        if self.balance and not self.contradict_paraphrases:
            problems.append(
                "--balance needs --contradict-paraphrases: without it nearly every contradiction is"
                " nearer to its sentence in wording than the paraphrase."
            )
        return problems


def parse_select(text: str) -> Select:
    """The selection of that name; see `parse_name`."""
    return parse_name("--select", text, get_args(Select))


def parse_mer(text: str) -> MerName:
    """The match error rate of that name; see `parse_name`."""
    return parse_name("--mer", text, get_args(MerName))


def parse_guards(text: str) -> tuple[str, ...]:
    """Guards by name, separated by commas; see `parse_names`."""
    return parse_names("--guards", "guard", text, guard_names())


class Verdict(NamedTuple):
    """The result of checking one candidate.

    Attributes:
        mer: match error rate to the anchor, in [0, 1].
        reason: why it is refused; "" where it is accepted.
        similarity: cosine under the encoder of `--min-similarity`; None if it was not computed.
        entailment: the lesser probability that one entails the other; None if it was not computed.
        confidence: how sure the judges are, in [0, 1]; None without judges.
        new: how many content words are new, up to `MOST_NEW`; counted only for `diverse` and
            `min_new_words`.
        guard: the first check besides window and threshold that refuses it; "" where none does.
    """

    mer: float
    reason: str
    similarity: float | None = None
    guard: str = ""
    entailment: float | None = None
    confidence: float | None = None
    new: int = 0


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
    counted = (config.select == "diverse" or config.min_new_words) and not guard
    new = min(new_words(anchor, candidate.paraphrase), MOST_NEW) if counted else 0
    # Last, so that the other reasons say what is wrong with a candidate in any words.
    if not reason and new < config.min_new_words:
        reason = FEW_NEW_WORDS
    return Verdict(value, reason, guard=guard, new=new)


def _failing(anchor: str, candidate: Candidate, mer: float, config: FilterConfig) -> Iterator[str]:
    """Yield the names of the checks that a candidate fails, in order, evaluated lazily."""
    if not candidate.paraphrase:
        yield "empty"
    yield from guards.refusing(guards.BEFORE_WINDOW, config.guards, anchor, candidate)
    if mer < config.min_mer:
        yield "mer_below"
    # Whether the judges are sure is known only after all of them have scored the candidate.
    if mer > (config.max_mer if config.max_mer_sure is None else config.max_mer_sure):
        yield "mer_above"
    yield from guards.refusing(guards.AFTER_WINDOW, config.guards, anchor, candidate)
    # No model translated a paraphrase by rule, so none can judge it.
    if candidate.translated:
        if _below(candidate.forced, config.min_forced_score):
            yield "forced_score"
        if _below(candidate.agreement, config.min_agreement):
            yield "agreement"
        if _below(candidate.trust, config.min_trust):
            yield "trust"


def _below(figure: float | None, threshold: float | None) -> bool:
    """Whether there is a threshold and the score is below it or missing."""
    return threshold is not None and (figure is None or figure < threshold)


def settled(candidate: Candidate, verdict: Verdict, config: FilterConfig) -> Verdict:
    """The verdict once all judges have been asked: with their confidence, which decides on
    candidates above the window's ordinary end."""
    if verdict.guard or not config.judged:
        return verdict
    sure = confidence(candidate, verdict, config)
    above = verdict.mer > config.max_mer and not verdict.reason
    reason = "mer_above" if above and (sure or 0) < SURE else verdict.reason
    return verdict._replace(reason=reason, confidence=sure)


def confidence(candidate: Candidate, verdict: Verdict, config: FilterConfig) -> float | None:
    """Where the least sure judge's score lies from its threshold, 0, to the best possible score, 1.

    None if a judge gave no score, for example because another one refused the candidate. Where the
    judges in use score translations only, a paraphrase by rule has 1: rules keep the meaning.
    """
    similarity, entailment = config.min_similarity, config.min_entailment
    asked: list[tuple[float | None, float | None, float]] = [
        (verdict.similarity, None if similarity is None else similarity.lowest, 1.0),
        (verdict.entailment, None if entailment is None else entailment.lowest, 1.0),
    ]
    if candidate.translated:
        asked += [
            (candidate.forced, config.min_forced_score, 0.0),
            (candidate.agreement, config.min_agreement, 1.0),
            (candidate.trust, config.min_trust, 1.0),
        ]
    shares = []
    for figure, threshold, best in asked:
        if threshold is None:
            continue
        if figure is None:
            return None
        shares.append(1.0 if threshold >= best else (figure - threshold) / (best - threshold))
    if not shares:
        return 1.0 if config.judged and not candidate.translated else None
    return min(max(min(shares), 0.0), 1.0)


def choose(
    candidates: Sequence[Candidate], verdicts: Sequence[Verdict], select: Select
) -> int | None:
    """Index of the accepted candidate that becomes the paraphrase; None if none is accepted.

    Ties go to the earlier candidate: pivots in the order of their run, then ranks.
    """
    accepted = [i for i, verdict in enumerate(verdicts) if not verdict.reason]
    if not accepted:
        return None

    def rank(i: int) -> tuple[float, float, int]:
        verdict = verdicts[i]
        figures = {
            "score": 0.0,
            "mer": verdict.mer,
            "similarity": verdict.similarity,
            "diverse": (verdict.confidence or 0.0) * verdict.mer * (1 + verdict.new / 2),
        }
        score = candidates[i].score
        return figures[select] or 0.0, -math.inf if score is None else score, -i

    return max(accepted, key=rank)


def near_copies(
    anchor: str, candidates: Sequence[Candidate], verdicts: Sequence[Verdict], config: FilterConfig
) -> list[int]:
    """Candidates that are refused only for their likeness to the anchor, the best scores first.

    If only a word or two differ, the meaning often differs too ("in a hat", "on a hat"), so a
    translation must be `nearly_same`. Of equal texts the first is taken; the settings limit the
    number.
    """
    threshold = config.min_similarity.lowest if config.min_similarity else -1.0
    entailed = config.min_entailment.lowest if config.min_entailment else 0.0
    found = [
        i
        for i, verdict in enumerate(verdicts)
        if verdict.reason in ("mer_below", FEW_NEW_WORDS)
        and not verdict.guard
        and (verdict.similarity is None or verdict.similarity >= threshold)
        and (verdict.entailment is None or verdict.entailment >= entailed)
        and (not candidates[i].translated or nearly_same(anchor, candidates[i].paraphrase))
    ]
    # A paraphrase by rule has no score; nothing is closer in meaning.
    found.sort(key=lambda i: -math.inf if (score := candidates[i].score) is None else -score)
    first = {candidates[i].paraphrase: i for i in reversed(found)}
    return [i for i in found if first[candidates[i].paraphrase] == i][: config.near_copies]


def furthest(verdicts: Sequence[Verdict]) -> str:
    """The check at which the most successful candidate failed; `no_candidate` without any."""
    if not verdicts:
        return "no_candidate"
    return max((v.reason for v in verdicts), key=list(refusals()).index)
