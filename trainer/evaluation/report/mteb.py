"""Result files in the format of MTEB, so that scores can be merged into its tables.

One folder per model and revision with `model_meta.json` and one JSON file per task: `task_name`,
`mteb_version`, `dataset_revision`, and under `scores`, by split, a list with `main_score`. MTEB did
not compute them, so its version is null; the revision of a data set is `unknown`, since the data
may be local files. Scores are shares, not percentages.
"""

from __future__ import annotations

import hashlib
import re
from importlib.metadata import version
from pathlib import Path

from schemas.files import make_folder, write_json
from trainer.evaluation.scores.sts import StsScores

NAMES = {
    **{f"STS{year}": (f"STS{year}", "test") for year in range(12, 17)},
    "STSB": ("STSBenchmark", "test"),
    "SICK-R": ("SICK-R", "test"),
}
"""MTEB's name and split for our tasks. Its STSBenchmark is only the test split: a second split in
the file would be averaged in."""

_REVISION = "no_revision_available"
"""MTEB's value for an unknown revision, in the folder's name and in the record.

Without it, MTEB's loader finds the files and leaves out their scores (seen with mteb 2.26)."""
_META = "model_meta"
_LONGEST = 200
"""Bytes of a folder's name; file systems take 255."""


def write_results(folder: Path, model: str, scores: StsScores) -> list[Path]:
    """Write a model's files to `folder/MODEL/no_revision_available`.

    Tasks that MTEB does not have are left out.

    Args:
        folder: created if missing.
        model: name or path; characters that cannot be in a folder's name become underscores.

    Returns:
        The files of the tasks.
    """
    place = folder / folder_name(model) / _REVISION
    make_folder(place)
    files = []
    for task, value in scores.spearman.items():
        if task not in NAMES:
            continue
        (name, split), share = NAMES[task], value / 100
        entry = {
            "cosine_spearman": share,
            "main_score": share,
            "hf_subset": "default",
            "languages": ["eng-Latn"],
        }
        result = {
            "dataset_revision": "unknown",
            "task_name": name,
            "mteb_version": None,
            "evaluation_time": None,
            "osscse_version": version("osscse"),
            "scores": {split: [entry]},
        }
        files.append(place / f"{name}.json")
        write_json(files[-1], result)
    write_json(
        place / f"{_META}.json", {"name": model, "revision": _REVISION, "framework": ["osscse"]}
    )
    return files


def remove_results(folder: Path, model: str) -> None:
    """Remove a model's files that `write_results` wrote, and its folders if nothing else is there.

    Args:
        folder: as in `write_results`; it may be missing.
        model: its name or path.
    """
    place = folder / folder_name(model) / _REVISION
    for name in (*(task for task, _ in NAMES.values()), _META):
        (place / f"{name}.json").unlink(missing_ok=True)
    for emptied in (place, place.parent, folder):
        if emptied.is_dir() and not any(emptied.iterdir()):
            emptied.rmdir()


def folder_name(model: str) -> str:
    """A model's name as the name of a folder: of a long path the end, and a digest of the whole."""
    name = re.sub(r"[^\w.-]+", "__", model.strip("/.")) or "model"
    if len(name.encode()) <= _LONGEST:
        return name
    digest = hashlib.sha256(name.encode()).hexdigest()[:8]
    end = name.encode()[-(_LONGEST - len(digest) - 1) :].decode(errors="ignore")
    return f"{digest}-{end}"
