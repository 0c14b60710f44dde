"""The files of a model, as Firefox downloads them.

They are `model.*.bin`, `vocab.*.spm` (or `srcvocab.*.spm` and `trgvocab.*.spm`) and optionally the
lexical shortlist `lex.*.bin`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from schemas.errors import UserError

PARTS = ("model.*.bin", "vocab.*.spm", "srcvocab.*.spm", "trgvocab.*.spm", "lex.*.bin")
"""The files that a folder may have."""


class Files(NamedTuple):
    """The files of a model."""

    model: Path
    source: Path
    target: Path
    shortlist: Path | None


def is_student(name: str) -> bool:
    """Whether a folder holds such a model, or a part of one, or one that is still packed."""
    return Path(name).is_dir() and any(any(Path(name).glob(f"{part}*")) for part in PARTS)


def find_files(folder: Path) -> Files:
    """Find the files of the model in a folder.

    Raises:
        UserError: one is missing, there are two of a kind, or they belong to different models.
    """

    def one(pattern: str) -> Path | None:
        found = sorted(folder.glob(pattern))
        if len(found) > 1:
            names = " and ".join(path.name for path in found)
            raise UserError(f"{folder} has more than one {pattern} ({names}): keep one.")
        return found[0] if found else None

    both = one("vocab.*.spm")
    source, target = both or one("srcvocab.*.spm"), both or one("trgvocab.*.spm")
    model = one("model.*.bin")
    if model is None or source is None or target is None:
        raise UserError(
            f"{folder} lacks a file of a Firefox model: it needs model.*.bin and vocab.*.spm (or"
            " srcvocab.*.spm and trgvocab.*.spm), unpacked."
        )
    files = Files(model, source, target, one("lex.*.bin"))
    for path in files[1:]:
        if path is not None and not _of_one_pair(model, path):
            raise UserError(f"{path} does not belong to the model {model.name}.")
    return files


def _of_one_pair(model: Path, other: Path) -> bool:
    """Whether two names have the same languages, in either order, as far as they state them."""
    pairs = [re.search(r"\.([a-z]{4,6})\.", path.name) for path in (model, other)]
    codes = {"".join(sorted(pair[1])) for pair in pairs if pair}
    return len(codes) < 2
