"""The folder of a run: its files, its record, and whether the run can be resumed.

recipe.toml  metrics.jsonl  curves.svg  run.json  checkpoint.safetensors  best/
and start/  end/ if best/ is a mix of the two.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from safetensors import SafetensorError, safe_open

from schemas.errors import UserError
from schemas.files import LOCK, alone_in, remove_temporaries, sha256_file, write_json, write_text
from schemas.progress import series
from schemas.reading import as_file
from schemas.weights import weights_digest
from trainer.encoders.adapters import own_weights
from trainer.encoders.encoder import Encoder
from trainer.recipes.reading import differences, load_recipe
from trainer.runs.outputs import check_folder
from trainer.runs.record import Record, read_record
from trainer.settings.recipe import Recipe

_PACKAGES = ("osscse", "torch", "transformers", "tokenizers", "safetensors")


class RunFolder:
    """Paths of a run.

    Attributes:
        path: the folder.
        recipe: the resolved recipe.
        record: the inputs and results of the run.
        metrics: metrics of steps and validations.
        picture: the curves of loss terms and validation.
        checkpoint: the state to resume from.
        best: the encoder folder.
        start: the encoder before the first step, if the recipe mixes it with the trained one.
        end: the trained encoder, if `best` is a mix of it with the initial one.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.recipe = path / "recipe.toml"
        self.record = path / "run.json"
        self.metrics = path / "metrics.jsonl"
        self.picture = path / "curves.svg"
        self.checkpoint = path / "checkpoint.safetensors"
        self.best = path / "best"
        self.start = path / "start"
        self.end = path / "end"

    def snapshot(self, step: int) -> Path:
        """The encoder folder of the validation after a step, if the recipe keeps them."""
        return self.path / "snapshots" / f"step-{step:06d}"

    def read_record(self) -> Record:
        """The record.

        Raises:
            UserError: there is none, or it is damaged.
        """
        return read_record(self.record)

    def kept_step(self) -> int:
        """The step that the checkpoint resumes from; 0 if there is none that can be read."""
        try:
            with safe_open(as_file(self.checkpoint), framework="np") as file:
                return int(json.loads(file.metadata()["progressed"])["step"])
        except (OSError, SafetensorError, ValueError, KeyError, TypeError):
            return 0


def describe(
    model: str,
    encoder: Encoder,
    *,
    triples: list[str],
    fingerprint: str,
    counts: dict[str, int],
    dev: Path | None,
    device: str,
    processes: int = 1,
) -> dict[str, Any]:
    """The record of a run at its start."""
    return {
        "model": model,
        "base_model": encoder.settings.base_model,
        "dimensions": encoder.dimensions,
        "model_sha256": weights_digest(own_weights(encoder)),
        "triples": triples,
        "triples_sha256": fingerprint,
        "counts": counts,
        "dev": str(dev) if dev else None,
        "dev_sha256": sha256_file(dev) if dev else None,
        "device": device,
        "processes": processes,
        "versions": dict(_versions()),
        "finished": False,
    }


@cache
def _versions() -> tuple[tuple[str, str], ...]:
    """The packages that results depend on, cached: a look-up reads the whole metadata of each."""
    return tuple((package, version(package)) for package in _PACKAGES)


@contextmanager
def writing_alone(folder: RunFolder) -> Iterator[None]:
    """Lock a run's folder, and remove temporary files that a killed process left there.

    The lock ends with this process.

    Raises:
        WorkFailed: another process holds the lock.
    """
    with alone_in(folder.path, "training"):
        remove_temporaries(folder.path)
        for path in folder.path.glob(".tmp*"):  # safetensors writes to such files
            path.unlink()
        yield


@contextmanager
def open_run(
    folder: RunFolder, recipe: Recipe, record: dict[str, Any], *, resume: bool, leads: bool
) -> Iterator[None]:
    """Start a run in its folder or resume it; only the leading process writes there.

    Raises:
        UserError: the folder has a run already, or, when resuming, none or one made differently.
        WorkFailed: another process is working on the folder.
    """
    if resume:
        check_same(folder, recipe, record)
    elif leads:
        check_free(folder)
    if not leads:
        yield
        return
    with writing_alone(folder):
        if not resume:
            check_free(folder)  # again, now that nobody else can write
            write_text(folder.recipe, recipe.to_toml())
            write_json(folder.record, record)
        yield


def check_free(folder: RunFolder) -> None:
    """Check that a folder is free for a new run.

    Raises:
        UserError: it is not empty, is a file, or cannot be created.
    """
    check_folder(folder.path)
    held = {p.name for p in folder.path.iterdir()} if folder.path.is_dir() else set()
    # A recipe alone is left by an interrupted start, since it is written first. So are temporary
    # files, which are removed once the folder is locked.
    held -= {name for name in held if name.startswith(".") and name.endswith(".tmp")}
    if held - {folder.recipe.name, LOCK}:
        raise UserError(
            f"{folder.path} is not empty. Resume its run with --resume, or give another --output."
        )


def check_same(folder: RunFolder, recipe: Recipe, record: dict[str, Any]) -> None:
    """Refuse to resume a run with other settings or data than it started with.

    Raises:
        UserError: something differs (the message names all of it), or there is no run.
    """
    if not folder.record.exists():
        raise UserError(f"{folder.path} has no run to resume; start one without --resume.")
    before = folder.read_record()
    problems = differences(load_recipe(str(folder.recipe)), recipe)
    if before.get("processes", 1) != record["processes"]:
        problems.append(f"processes: {before.get('processes', 1)} -> {record['processes']}")
    names = {"triples_sha256": "triples", "model_sha256": "model", "dev_sha256": "dev"}
    for key, label in names.items():
        if before.get(key) != record[key]:
            was, now = (_shown(one.get(label)) for one in (before, record))
            problems.append(f"{label}: the content of {was} -> the content of {now}")
    if problems:
        raise UserError(
            "\n  ".join(
                [
                    f"{folder.path} cannot be resumed, because these differ from its start:",
                    *problems,
                    "Use the same again, or another --output for a new run.",
                ]
            )
        )


def _shown(value: list[str] | str | None) -> str:
    return series(value) if isinstance(value, list) and value else str(value)


def default_output(recipe_name: str, *, resume: bool, root: Path = Path("runs")) -> Path:
    """`runs/<recipe>-<n>`: the next free number, or when resuming the last one that exists.

    Raises:
        UserError: there is nothing to resume.
    """
    name = Path(recipe_name).stem
    pattern = re.compile(re.escape(name) + r"-(\d+)")
    existing = sorted(root.iterdir()) if root.is_dir() else []
    taken = [int(m[1]) for p in existing if (m := pattern.fullmatch(p.name))]
    if resume and not taken:
        others = [str(p) for p in existing if RunFolder(first_run(p)).record.exists()]
        held = (
            f"Name one with --output: {', '.join(others)}." if others else "Start one without it."
        )
        raise UserError(f"There is no run {root}/{name}-<number> for --resume. {held}")
    return root / f"{name}-{max(taken) if resume else max(taken, default=0) + 1}"


def first_run(output: Path) -> Path:
    """The folder of the lowest seed among `seed-<number>` folders, or `output` if there are
    none."""
    numbers = [m[1] for p in output.glob("seed-*") if (m := re.fullmatch(r"seed-(\d+)", p.name))]
    return output / f"seed-{min(numbers, key=int)}" if numbers else output
