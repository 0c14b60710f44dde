"""A page of sample triples in HTML, for people who read them away from a terminal.

One file without scripts or outside resources; the same triples give the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pipeline.inspection.alignment import changes
from pipeline.inspection.samples import Example
from schemas.templates import render


def sample_page(found: Sequence[Example], *, rows: int, settings: dict[str, Any]) -> str:
    """The page.

    Args:
        found: the triples to show, in order.
        rows: how many there are in all.
        settings: of the filter that made them.
    """
    return render(
        __package__, "sample.html", examples=found, rows=rows, settings=settings, marked=_marked
    )


def _marked(anchor: str, text: str) -> list[tuple[str, str]]:
    """Words of both sentences, each with the tag that tells where it stands; none for both."""
    return [
        (tag, words)
        for change in changes(anchor, text)
        for tag, words in (
            (("del", change.old), ("ins", change.new)) if change.changed else (("", change.new),)
        )
        if words
    ]
