"""Folders that hold several runs, as `trainer fit --seeds` and `trainer sweep` write them."""

from __future__ import annotations

import re
from pathlib import Path

from schemas.errors import UserError

RECORD = "run.json"
"""A folder with this file is the folder of a run."""
_NAMED = 5


def refuse_several(folder: Path) -> None:
    """Refuse a folder that is not a run itself but contains runs.

    Raises:
        UserError: there are some; the message names them.
    """
    runs = runs_within(folder)
    if not runs:
        return
    named = ", ".join(map(str, runs[:_NAMED]))
    more = f" and {len(runs) - _NAMED} more" if runs[_NAMED:] else ""
    seeds = all(re.fullmatch(r"seed-\d+", run.name) for run in runs)
    what = "a run for each of its seeds" if seeds else "several runs"
    raise UserError(f"{folder} holds {what}: {named}{more}. Give one of them.")


def runs_within(folder: Path) -> list[Path]:
    """The runs in a folder or in its folders, in the order of their numbers; none in a run."""
    if (folder / RECORD).exists():
        return []
    found = [*folder.glob(f"*/{RECORD}"), *folder.glob(f"*/*/{RECORD}")]
    return sorted((file.parent for file in found), key=_by_number)


def _by_number(path: Path) -> list[tuple[int, str]]:
    parts = re.split(r"(\d+)", str(path))
    return [(int(part), "") if part.isdigit() else (-1, part) for part in parts]
