"""Sends a run's metrics to TensorBoard or Weights & Biases, which are optional packages."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal, Protocol

from schemas.errors import UserError
from trainer.settings.recipe import Recipe

TrackerName = Literal["tensorboard", "wandb"]


class Tracker(Protocol):
    """Receives every line of metrics."""

    def write(self, line: dict[str, Any]) -> None:
        """Record a line: its `type`, its `step` and its values."""

    def close(self) -> None:
        """Send the remaining data."""


class _TensorBoard:
    """Event files in `tensorboard/` of the run's folder."""

    def __init__(self, folder: Path, recipe: Recipe, resumed_step: int | None) -> None:
        from torch.utils.tensorboard import SummaryWriter

        purged = None if resumed_step is None else resumed_step + 1
        self._writer: Any = SummaryWriter(str(folder / "tensorboard"), purge_step=purged)
        self._writer.add_text("recipe", f"```\n{recipe.to_toml()}```", resumed_step or 0)

    def write(self, line: dict[str, Any]) -> None:
        for name, value in _figures(line).items():
            self._writer.add_scalar(name, value, line["step"])

    def close(self) -> None:
        self._writer.close()


class _WeightsAndBiases:
    """A run in the project `osscse`, resumed under the same name."""

    def __init__(self, folder: Path, recipe: Recipe, resumed_step: int | None) -> None:
        wandb: Any = importlib.import_module("wandb")
        self._run: Any = wandb.init(
            project="osscse",
            name=str(folder),
            # The folder identifies the run, wherever it is resumed; names repeat ("seed-42").
            id=hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16],
            dir=str(folder),
            config=recipe.settings(),
            resume="allow",
        )

    def write(self, line: dict[str, Any]) -> None:
        self._run.log(_figures(line), step=line["step"])

    def close(self) -> None:
        self._run.finish()


_TRACKERS: dict[TrackerName, tuple[str, Callable[[Path, Recipe, int | None], Tracker]]] = {
    "tensorboard": ("TensorBoard", _TensorBoard),
    "wandb": ("Weights & Biases", _WeightsAndBiases),
}


def check_trackers(names: Sequence[str]) -> list[TrackerName]:
    """Check the names of trackers before anything loads.

    Raises:
        UserError: a name is unknown or its package is missing.
    """
    known: list[TrackerName] = [name for name in _TRACKERS if name in names]
    problems = [
        f"--track {name} is not one of {', '.join(_TRACKERS)}."
        for name in names
        if name not in _TRACKERS
    ]
    problems += [
        f"--track {name} needs {_TRACKERS[name][0]}: pip install 'osscse[{name}]'."
        for name in known
        if importlib.util.find_spec(name) is None
    ]
    if problems:
        raise UserError("\n".join(problems))
    return known


def open_trackers(
    names: Sequence[TrackerName], folder: Path, recipe: Recipe, resumed_step: int | None
) -> list[Tracker]:
    """Start tracking a run.

    Args:
        folder: the run's; its name is the run's name.
        resumed_step: metrics of later steps are sent again; None for a new run.
    """
    check_trackers(names)
    return [_TRACKERS[name][1](folder, recipe, resumed_step) for name in names]


def _figures(line: dict[str, Any]) -> dict[str, float]:
    """The numbers of a line under `train/` or `validation/`; a score under its metric's name."""
    kind = line["type"]
    return {
        f"{kind}/{line['metric'] if key == 'score' else key}": float(value)
        for key, value in line.items()
        if isinstance(value, int | float) and not isinstance(value, bool) and key != "step"
    }
