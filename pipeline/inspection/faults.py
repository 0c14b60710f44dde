"""How many triples and refused candidates are faulty according to their readers. Pure functions of
judgements.

What several people read counts once: as faulty if at least half of them found a fault.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from pipeline.storage.judgements import PARTS, Judgement, Key, Part, read_judgements
from schemas.locations import Location
from schemas.manifest import Manifest
from schemas.tables import NEAR_COPY

CONFIDENCE = 0.95
MOST_RATES = 10
"""Maximum number of fault rates shown for rules, kinds or sources; the largest come first."""


@dataclass(frozen=True, slots=True)
class FaultRate:
    """How many triples, or refused candidates, of a group are faulty.

    Attributes:
        of: what the group has in common.
        read, faulty: how many were read, and how many of these are faulty.
        low, high: the Wilson interval of the share, at 95 %.
    """

    of: str
    read: int
    faulty: int
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far two readers agree on what is good.

    Attributes:
        both: how many they both read.
        agreed: number of those with equal verdicts.
        kappa: Cohen's kappa; None if chance alone would make them agree on all.
    """

    readers: tuple[str, str]
    both: int
    agreed: int
    kappa: float | None

    @property
    def kappa_text(self) -> str:
        """Kappa with two decimals, or "" without one."""
        # Adding 0.0 turns -0.0 into 0.0.
        return "" if self.kappa is None else f"{round(self.kappa, 2) + 0.0:.2f}"


@dataclass(frozen=True, slots=True)
class Faults:
    """Summary of a folder's judgements.

    Attributes:
        whole: faults in either part of all triples read. None if no triple was read.
        rules, kinds: faults of the contradiction, by the rule that made it and by its kind.
        sources: faults of the paraphrase, by its pivot, or by each of the rules that made it; those
            of near copies also by themselves.
        guards: faults of the refused candidates, by what refused them. A high share is good: the
            rest was refused wrongly.
        agreements: one for any two readers with triples in common.
        guard_agreements: one for any two readers with refused candidates in common.
        by_reader: faults of the triples, by reader.
        others: readers of other triples, who are left out.
    """

    whole: FaultRate | None
    rules: list[FaultRate]
    kinds: list[FaultRate]
    sources: list[FaultRate]
    guards: list[FaultRate]
    agreements: list[Agreement]
    guard_agreements: list[Agreement]
    by_reader: list[FaultRate]
    others: list[str]


def faults_in(artifacts: Location, triples: Manifest) -> Faults | None:
    """Summarise a folder's judgements; None if there are none.

    Raises:
        WorkFailed: judgements are damaged.
    """
    return faults(*read_judgements(artifacts, triples.fingerprint()))


def faults(judgements: Sequence[Judgement], others: Sequence[str] = ()) -> Faults | None:
    """Fault rates and agreement; None without judgements.

    Args:
        judgements: of any number of readers, each at most one per triple or refused candidate.
        others: readers of other triples.
    """
    if not (judgements or others):
        return None
    triples = [one for one in judgements if one.reason is None]
    refused = [one for one in judgements if one.reason is not None]
    negation: tuple[Part, ...] = ("negation", "both")
    return Faults(
        next(iter(_rates(triples, lambda one: ["all"], PARTS)), None),
        _rates(triples, lambda one: [one.rule] if one.negation else [], negation),
        _rates(triples, lambda one: [one.kind] if one.negation else [], negation),
        _rates(triples, _sources, ("paraphrase", "both")),
        _rates(refused, lambda one: [one.reason], PARTS),
        agreements(triples),
        agreements(refused),
        _rates(triples, lambda one: [one.reader], PARTS),
        list(others),
    )


def _sources(one: Judgement) -> list[str | None]:
    """What made a paraphrase: its pivot, or each of its rules; and whether it is a near copy."""
    if not one.paraphrase:
        return []
    rule = one.paraphrase_rule or ""
    near, rules = rule.startswith(NEAR_COPY), rule.removeprefix(f"{NEAR_COPY}:")
    made = [one.pivot_lang] if one.pivot_lang else dict.fromkeys(rules.split("+"))
    return [*made, *([NEAR_COPY] if near else [])]


def _rates(
    judgements: Iterable[Judgement],
    groups_of: Callable[[Judgement], Iterable[str | None]],
    parts: Sequence[Part],
) -> list[FaultRate]:
    """Fault rates of each group, the largest first; a judgement counts in each of its groups."""
    groups: dict[str, dict[Key, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for one in judgements:
        for name in filter(None, groups_of(one)):
            groups[name][one.key].append(one.part in parts)
    found = [
        rate(name, len(read), sum(2 * sum(votes) >= len(votes) for votes in read.values()))
        for name, read in groups.items()
    ]
    return sorted(found, key=lambda one: (-one.read, one.of))


def rate(of: str, read: int, faulty: int) -> FaultRate:
    """A fault rate with its interval."""
    from scipy.stats import binomtest

    interval = binomtest(faulty, read).proportion_ci(CONFIDENCE, method="wilson")
    return FaultRate(of, read, faulty, float(interval.low), float(interval.high))


def agreements(judgements: Iterable[Judgement]) -> list[Agreement]:
    """The agreement of each two readers who read the same, in order of their names."""
    bad: dict[str, dict[Key, bool]] = defaultdict(dict)
    for one in judgements:
        bad[one.reader][one.key] = one.part is not None
    found = []
    for first, second in combinations(sorted(bad), 2):
        common = bad[first].keys() & bad[second].keys()
        pairs = [(bad[first][key], bad[second][key]) for key in common]
        if pairs:
            agreed = sum(a == b for a, b in pairs)
            found.append(Agreement((first, second), len(pairs), agreed, kappa(pairs)))
    return found


def kappa(pairs: Sequence[tuple[bool, bool]]) -> float | None:
    """Cohen's kappa of two readers' verdicts; None if chance alone would make them agree."""
    count = len(pairs)
    first, second = (sum(pair[i] for pair in pairs) / count for i in (0, 1))
    chance = first * second + (1 - first) * (1 - second)
    agreed = sum(a == b for a, b in pairs) / count
    return None if chance == 1 else (agreed - chance) / (1 - chance)
