"""Fault rates from human judgements, as tables for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from pipeline.commands.console import table
from pipeline.inspection.faults import MOST_RATES, FaultRate, Faults
from schemas.progress import percent


def shown_faults(found: Faults) -> list[RenderableType]:
    """Fault rates with intervals by rule, kind, source and guard, and the agreement of readers."""
    groups: list[tuple[str, Sequence[FaultRate]]] = [
        ("any fault", [found.whole] if found.whole else []),
        ("negation, by rule", found.rules),
        ("negation, by kind", found.kinds if len(found.kinds) > 1 else []),
        ("paraphrase, by pivot or rule", found.sources),
        ("any fault, by reader", found.by_reader if len(found.by_reader) > 1 else []),
        ("refused, by guard or judge", found.guards),
    ]
    rows = [row for what, rates in groups for row in _rows(what, rates)]
    parts: list[RenderableType] = []
    if rows:
        columns = ["fault of", "", "read", "faulty", "95 %"]
        parts.append(table(columns, rows, unbroken=("", "95 %")))
    if found.guards:
        parts.append("  Refused candidates that are not faulty were refused wrongly.")
    both = ((found.agreements, ""), (found.guard_agreements, " refused candidates"))
    for pair, what in ((pair, what) for pairs, what in both for pair in pairs):
        kappa = f", Cohen's kappa {pair.kappa_text}" if pair.kappa_text else ""
        parts.append(
            f"  {' and '.join(pair.readers)} agree on {pair.agreed} of {pair.both}{what}"
            f" ({percent(pair.agreed, pair.both)}){kappa}"
        )
    if found.others:
        parts.append(
            f"  The verdicts of {' and '.join(found.others)} are about other triples than these and"
            " are not counted."
        )
    return parts


def _rows(what: str, rates: Sequence[FaultRate]) -> list[tuple[object, ...]]:
    """The rows of a group, the largest first, with a count of those left out."""
    shown: list[tuple[object, ...]] = [
        (one.of, one.read, percent(one.faulty, one.read), interval(one))
        for one in rates[:MOST_RATES]
    ]
    if len(rates) > MOST_RATES:
        shown.append((f"{len(rates) - MOST_RATES} more in --json", "", "", ""))
    return [(what if i == 0 else "", *row) for i, row in enumerate(shown)]


def interval(rate: FaultRate) -> str:
    """The confidence interval of a fault rate, in per cent."""
    return f"{100 * rate.low:.1f} to {100 * rate.high:.1f}"
