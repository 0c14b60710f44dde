"""What other windows of the match error rate would keep, without running filter again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.acceptance.window import Window
from pipeline.inspection.catalog import open_catalog, query
from pipeline.storage.artifacts import ArtifactsFolder
from schemas.tables import STATUSES


@dataclass(frozen=True, slots=True)
class Preview:
    """What filter would keep with another window and the same settings otherwise.

    Attributes:
        low, high: the window of the match error rate, both ends included.
    """

    low: float
    high: float
    statuses: dict[str, int]


def previews(folder: ArtifactsFolder, windows: Sequence[Window]) -> list[Preview]:
    """Rows by status that `pipeline run filter` would write with each of the windows.

    Raises:
        UserError: see `open_catalog`.
    """
    found = []
    with open_catalog(folder) as db:
        for low, high in windows:
            statuses: dict[str, int] = dict.fromkeys(STATUSES, 0)
            sql = f"select status, sentences from mer_window({low!r}, {high!r})"
            found.append(Preview(low, high, statuses | dict(query(db, sql).rows)))
    return found
