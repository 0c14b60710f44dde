"""A page of triples in HTML, to read, filter and judge in a browser.

It is one file that needs no network: the style and the script are inside, and a content security
policy forbids everything else. The same triples give the same bytes.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.acceptance.guards import losses
from pipeline.inspection.alignment import marked
from pipeline.inspection.candidates import JudgedCandidate, candidates_of, lost_by
from pipeline.inspection.explain import why_not_negated
from pipeline.inspection.samples import Example
from pipeline.inspection.windows import window_text
from schemas.advice import DEFAULT, option_for
from schemas.locations import Location
from schemas.templates import render

if TYPE_CHECKING:
    import duckdb

_FILTERS = ("status", "kind", "rule", "reason", "pivot")


@dataclass(frozen=True, slots=True)
class Card:
    """A triple with filter's verdicts on the candidates of its sentence.

    Attributes:
        reasons: why it has no paraphrase or no negation; empty for a complete triple.
        candidates: the candidates that are not its paraphrase.
    """

    example: Example
    reasons: tuple[str, ...]
    candidates: tuple[JudgedCandidate, ...]

    @property
    def facets(self) -> dict[str, tuple[str, ...]]:
        """The values that the page filters by."""
        one = self.example
        pivot = one.pivot_lang or ("rule" if one.paraphrase_rule else None)
        rule = one.rule if one.negation is not None else None
        values = {"status": one.status, "kind": one.kind, "rule": rule, "pivot": pivot}
        return {name: (value,) if value else () for name, value in values.items()} | {
            "reason": self.reasons
        }


def cards(db: duckdb.DuckDBPyConnection, found: Sequence[Example]) -> list[Card]:
    """Add the reasons and the other candidates to triples."""
    ids = {example.id for example in found}
    candidates, lost = candidates_of(db, ids), lost_by(db, ids)
    made = []
    for example in found:
        without_negation = example.rule if example.negation is None else None
        without_paraphrase = lost.get(example.id) if example.paraphrase is None else None
        others = (c for c in candidates.get(example.id, ()) if c.paraphrase != example.paraphrase)
        reasons = tuple(reason for reason in (without_paraphrase, without_negation) if reason)
        made.append(Card(example, reasons, tuple(others)))
    return made


def sample_page(
    found: Sequence[Card],
    *,
    rows: int,
    settings: dict[str, Any],
    fingerprint: str,
    artifacts: Location = Path(DEFAULT),
    rephrased: bool = True,
) -> str:
    """The page.

    Args:
        rows: number of triples in the folder.
        fingerprint: the fingerprint of the folder's triples; marks are valid for these alone.
        artifacts: the folder, for the command that stores the marks.
        rephrased: whether there are candidates by rule, see `losses`.
    """
    why = losses(rephrased=rephrased) | why_not_negated()
    script = (files(__package__) / "sample.js").read_text(encoding="utf-8")
    return render(
        __package__,
        "sample.html",
        cards=found,
        rows=rows,
        settings=settings,
        window=window_text(settings),
        fingerprint=fingerprint,
        option=option_for(artifacts),
        filters={name: _counted(card.facets[name] for card in found) for name in _FILTERS},
        why=lambda reason: why.get(reason, reason),
        marked=marked,
        script=script,
        script_digest=b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )


def _counted(values: Iterable[tuple[str, ...]]) -> list[tuple[str, int]]:
    """Values with the number of triples that have them, the most frequent first."""
    counts = Counter(value for several in values for value in several)
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
