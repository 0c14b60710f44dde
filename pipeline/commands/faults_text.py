"""Fault rates from human judgements, as tables for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from pipeline.commands.console import table
from pipeline.inspection.faults import MOST_RATES, FaultRate, Faults
from schemas.progress import percent, series

BY_READER = "any part, each reader alone"
SEVERAL = (
    "What several people read counts as faulty if at least half of them say so: of two, one is"
    " enough. So all together may find more faults than each reader alone."
)
"""What counts as a fault, and why the rates of all readers may exceed those of each."""


def shown_faults(found: Faults) -> list[RenderableType]:
    """Fault rates with intervals by rule, kind, source and guard, and the agreement of readers."""
    groups: list[tuple[str, Sequence[FaultRate]]] = [
        ("negation, by rule", found.rules),
        ("negation, by kind", found.kinds if len(found.kinds) > 1 else []),
        ("paraphrase, by pivot or rule", found.sources),
        (BY_READER, found.by_reader if len(found.by_reader) > 1 else []),
        ("refused, by guard or judge", found.guards),
    ]
    rows = [_row("any part of a triple", found.whole)] if found.whole else []
    rows += [row for what, rates in groups for row in _rows(what, rates)]
    parts: list[RenderableType] = []
    if rows:
        columns = ["fault of", "read", "faulty", "95 %"]
        parts.append(table(columns, rows, unbroken=("fault of", "95 %")))
    if found.agreements or found.guard_agreements:
        parts.append(f"  {SEVERAL}")
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
            f"  The verdicts of {series(found.others)} are about other triples than these and"
            " are not counted."
        )
    return parts


def _rows(what: str, rates: Sequence[FaultRate]) -> list[tuple[object, ...]]:
    """A line with the group's name, and its rows, the largest first, with a count of those left
    out."""
    shown = [_row(f"  {one.of}", one) for one in rates[:MOST_RATES]]
    if len(rates) > MOST_RATES:
        shown.append((f"  {len(rates) - MOST_RATES} more in --json", "", "", ""))
    return [(what, "", "", ""), *shown] if shown else []


def _row(name: str, one: FaultRate) -> tuple[object, ...]:
    return name, one.read, percent(one.faulty, one.read), interval(one)


def interval(rate: FaultRate) -> str:
    """The confidence interval of a fault rate, in per cent."""
    return f"{100 * rate.low:.1f} to {100 * rate.high:.1f}"
