"""The checkpoint that a run resumes from, one file without pickle.

It stores weights, optimiser moments and random states as tensors, and the rest as JSON in the
metadata of safetensors. It gets its final name only when it is complete.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import asdict, dataclass, field
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor

from schemas.errors import UserError, first_line
from schemas.files import atomic_path
from schemas.reading import as_file
from trainer.encoders.tensors import write_tensors
from trainer.objective.objective import Objective

_FORMAT = "3"


@dataclass(frozen=True, slots=True)
class Progressed:
    """The progress of a run.

    Attributes:
        step: finished steps.
        initial_score: of the validation before the first step; None if there is none.
        best_step: step of the best validation; 0 before the first.
        best_score: its score; None before the first.
        seconds: time spent in training steps.
        stale: validations since the best one.
        before: side effects of the initial model.
    """

    step: int = 0
    initial_score: float | None = None
    best_step: int = 0
    best_score: float | None = None
    seconds: float = 0.0
    stale: int = 0
    before: dict[str, float] = field(default_factory=dict)


def save_checkpoint(
    path: Path, model: Objective, optimizer: torch.optim.Optimizer, progressed: Progressed
) -> None:
    """Write a checkpoint atomically; every process calls this, only the leading one writes."""
    states = {
        name: model.processes.collect(state, model.encoder.device)
        for name, state in model.random_states.get(model.encoder.device).items()
    }
    if not model.processes.leads:
        return
    tensors = {f"model.{name}": tensor for name, tensor in model.state_dict().items()}
    for index, moments in optimizer.state_dict()["state"].items():
        tensors |= {f"optimizer.{index}.{name}": value for name, value in moments.items()}
    for name, of_ranks in states.items():
        tensors |= {f"random.{rank}.{name}": state for rank, state in enumerate(of_ranks)}
    plain = {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}
    said = json.dumps(asdict(progressed))
    metadata = {"format": _FORMAT, "progressed": said, "crc32": _checksum(plain, said)}
    with atomic_path(path) as temporary:
        write_tensors(temporary, plain, metadata)


def load_checkpoint(path: Path, model: Objective, optimizer: torch.optim.Optimizer) -> Progressed:
    """Restore a checkpoint's state into model, optimiser and random generators.

    Raises:
        UserError: the file is damaged or belongs to another model.
    """
    try:
        with safe_open(as_file(path), framework="pt", device="cpu") as file:
            metadata = file.metadata() or {}
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
        if metadata.get("format") != _FORMAT:
            raise UserError(
                f"{path} has the format {metadata.get('format')}, but this program reads {_FORMAT}."
                " Resume with the version that wrote it."
            )
        said = metadata.get("progressed", "")
        if metadata.get("crc32") != _checksum(tensors, said):
            raise UserError(
                f"{path} was altered or damaged (its checksum differs). Start again with"
                " another --output."
            )
        model.load_state_dict(_part(tensors, "model."))
    except (SafetensorError, OSError, RuntimeError) as error:
        raise UserError(
            f"{path} cannot be resumed from ({first_line(error)}). Start again with another"
            " --output."
        ) from error
    _load_moments(optimizer, _part(tensors, "optimizer."))
    state = _part(tensors, f"random.{model.processes.rank}.")
    model.random_states.set(state, model.encoder.device)
    return Progressed(**json.loads(said))


def _load_moments(optimizer: torch.optim.Optimizer, tensors: dict[str, Tensor]) -> None:
    state: dict[int, dict[str, Tensor]] = {}
    for name, tensor in tensors.items():
        index, moment = name.split(".", 1)
        # A copy, for the optimizer keeps it: the file would stay mapped into memory, and Windows
        # refuses to replace a mapped file by the next checkpoint.
        state.setdefault(int(index), {})[moment] = tensor.clone()
    optimizer.load_state_dict({**optimizer.state_dict(), "state": state})


def _checksum(tensors: dict[str, Tensor], said: str) -> str:
    """CRC-32 of everything that is read: a flipped bit would otherwise go unnoticed.

    Args:
        tensors: names, shapes, types and values count.
        said: the rest, as JSON.
    """
    value = zlib.crc32(said.encode())
    for name in sorted(tensors):
        kind = f"{name} {tuple(tensors[name].shape)} {tensors[name].dtype}"
        value = zlib.crc32(kind.encode(), value)
        value = zlib.crc32(tensors[name].reshape(-1).view(torch.uint8).numpy().data, value)
    return f"{value:08x}"


def _part(tensors: dict[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {
        name.removeprefix(prefix): tensor
        for name, tensor in tensors.items()
        if name.startswith(prefix)
    }
