"""What other windows of the match error rate would keep, without running filter again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pipeline.acceptance.measures.histogram import accepted_rates
from pipeline.acceptance.measures.window import Window
from pipeline.inspection.catalog import open_catalog, query
from pipeline.storage.artifacts import ArtifactsFolder
from schemas.tables import STATUSES


@dataclass(frozen=True, slots=True)
class Preview:
    """What filter would keep with another window and the same settings otherwise.

    Attributes:
        low, high: the window of the match error rate, both ends included.
        statuses: sentences by the status of their first triple.
        before_balance: whether `--balance` would then leave denials out. Which ones depends on all
            paraphrases that the window keeps, and is not computed here.
    """

    low: float
    high: float
    statuses: dict[str, int]
    before_balance: bool


def window_text(settings: Mapping[str, Any]) -> str:
    """The match error rates that filter accepted, in words.

    Args:
        settings: the configuration of `triples`.

    >>> window_text({"min_mer": 0.2, "max_mer": 0.6, "max_mer_sure": 0.9})
    '0.2 to 0.6, up to 0.9 where the judges are sure'
    """
    low, high, sure = accepted_rates(settings)
    return f"{low} to {high}" + (f", up to {sure} where the judges are sure" if sure else "")


def previews(folder: ArtifactsFolder, windows: Sequence[Window]) -> list[Preview]:
    """Rows by status that `pipeline run filter` would write with each of the windows, without
    `--balance`.

    Raises:
        UserError: see `open_catalog`.
    """
    found = []
    balance = bool(folder.require("triples").config.get("balance"))
    with open_catalog(folder) as db:
        for low, high in windows:
            statuses: dict[str, int] = dict.fromkeys(STATUSES, 0)
            sql = f"select status, sentences from mer_window({low!r}, {high!r})"
            counts = statuses | dict(query(db, sql).rows)
            found.append(Preview(low, high, counts, before_balance=balance))
    return found
