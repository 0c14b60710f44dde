"""An encoder as its difference from another: a file of a few megabytes.

What fine-tuning changes in a weight matrix is close to a matrix of low rank, so that it can be kept
as two thin factors, as LoRA does (Hu et al., 2022), after training instead of during it. The ranks
are chosen for all matrices together: the singular vectors that explain most of the change for
their size are kept (Eckart and Young, 1936).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor, nn

from schemas.encoders import DEMO, DEMO_ON_HUB, OSSCSE, demo_installed, holds_model
from schemas.errors import UserError
from schemas.reading import as_file
from trainer.encoders.tensors import write_tensors

FORMAT = "osscse.difference.1"
SUFFIX = ".safetensors"
PUBLISHED = Path(__file__).parent / f"osscse{SUFFIX}"
"""The difference that comes with the project, loaded as `osscse`."""
PUBLISHED_LICENSE = "apache-2.0"
"""Licence of its weights, which is that of its base."""
LEFT, RIGHT, WHOLE = ".left", ".right", ".whole"
SCALE = ".scale"
"""Suffix of the scales of a factor's integers, one for each rank."""
LARGEST = 127
"""Factors are stored as signed bytes, vectors in half precision."""


@dataclass(frozen=True, slots=True)
class Stated:
    """What a difference states about itself.

    Attributes:
        file: its path.
        base: name of the encoder that it is a difference from.
        base_sha256: digest of that encoder's weights, by `weights_sha256`.
        card: model card, in Markdown.
    """

    file: Path
    base: str
    base_sha256: str
    card: str


def difference_file(name: str) -> Path | None:
    """The file of a difference, if the name stands for one; None for every other encoder.

    >>> difference_file("all-MiniLM-L6-v2") is None
    True
    """
    # In a clone the package's own folder has the same name; it holds no model.
    if name == OSSCSE and not holds_model(name):
        return PUBLISHED
    path = Path(name)
    return path if path.suffix == SUFFIX and path.is_file() else None


def read_stated(file: Path) -> Stated:
    """What a difference states about itself, without its weights.

    Raises:
        UserError: the file does not hold a difference.
    """
    try:
        with safe_open(as_file(file), framework="pt") as opened:
            stated = opened.metadata() or {}
    except (SafetensorError, OSError) as error:
        raise UserError(f"{file} cannot be read as safetensors: {error}.") from error
    if stated.get("format") != FORMAT or not {"base", "base_sha256"} <= set(stated):
        raise UserError(
            f"{file} does not hold an encoder's difference, as `trainer difference` writes it."
            " Give the folder of an encoder."
        )
    return Stated(file, stated["base"], stated["base_sha256"], stated.get("card", ""))


def weights_sha256(weights: Mapping[str, Tensor]) -> str:
    """Digest of names, shapes and values of all weights, in single precision."""
    digest = hashlib.sha256()
    for name in sorted(weights):
        values = weights[name].detach().cpu().float().contiguous()
        digest.update(f"{name} {tuple(values.shape)}\n".encode())
        digest.update(values.numpy().tobytes())
    return digest.hexdigest()


def write_difference(
    file: Path,
    before: Mapping[str, Tensor],
    after: Mapping[str, Tensor],
    *,
    base: str,
    most: int,
    card: str = "",
) -> float:
    """Write the difference of two sets of weights.

    Args:
        before: the weights of the base.
        after: weights of the same names and shapes.
        base: name by which the base is loaded.
        most: bytes that vectors and factors may take; the factors' scales come on top.
        card: model card, in Markdown.

    Returns:
        Share of this difference that the file keeps: 1 less the squared error over the squared
        change.

    Raises:
        UserError: names or shapes differ, or the vectors alone take more bytes.
    """
    if {n: w.shape for n, w in before.items()} != {n: w.shape for n, w in after.items()}:
        raise UserError(
            "The two encoders have weights of different names or shapes, so there is no difference"
            " to write: export the whole encoder with `trainer export`."
        )
    changes = {n: after[n].float() - before[n].float() for n in after}
    changes = {n: change for n, change in changes.items() if change.any()}
    kept = _kept(changes, most)
    stated = {"format": FORMAT, "base": base, "base_sha256": weights_sha256(before), "card": card}
    write_tensors(file, {n: t.contiguous() for n, t in kept.items()}, stated)
    restored = _changes(kept)
    lost = sum(_energy(c - restored[n] if n in restored else c) for n, c in changes.items())
    return 1 - lost / max(sum(map(_energy, changes.values())), 1e-30)


@torch.no_grad()
def apply_difference(backbone: nn.Module, stated: Stated) -> None:
    """Change a base's weights in place into those of the encoder that the file stands for.

    Raises:
        UserError: the base has other weights than the difference was taken from, or the file is
            damaged.
    """
    weights = backbone.state_dict()
    if weights_sha256(weights) != stated.base_sha256:
        raise UserError(
            f"{stated.file} is a difference from {stated.base}, but what is loaded by that name"
            " has other weights. Get the encoder that it was made from."
        )
    try:
        with safe_open(as_file(stated.file), framework="pt") as opened:
            read = {name: opened.get_tensor(name) for name in opened.keys()}  # noqa: SIM118
        for name, change in _changes(read).items():
            weights[name].add_(change)
    except (SafetensorError, OSError, KeyError, RuntimeError) as error:
        raise UserError(f"{stated.file} is damaged: {error}. Get the file again.") from error


def base_name(stated: Stated) -> str:
    """Name by which the base is loaded here: its package if it is installed, else the hub's."""
    return DEMO if stated.base == DEMO_ON_HUB and demo_installed() else stated.base


def _kept(changes: Mapping[str, Tensor], most: int) -> dict[str, Tensor]:
    """The part of the changes to keep: vectors whole, matrices as factors of the chosen ranks."""
    kept = {f"{n}{WHOLE}": c.half() for n, c in changes.items() if c.ndim != 2}
    room = most - sum(c.nbytes for c in kept.values())
    if room < 0:
        raise UserError(
            f"The vectors alone take {most - room:,} bytes, of {most:,} allowed: give more"
            " --megabytes."
        )
    split = {n: torch.linalg.svd(c, full_matrices=False) for n, c in changes.items() if c.ndim == 2}
    ranks = _ranks({n: (s, sum(changes[n].shape)) for n, (_, s, _) in split.items()}, room)
    for name, rank in ranks.items():
        left, values, right = split[name]
        root = values[:rank].sqrt()
        kept |= _in_bytes(f"{name}{LEFT}", left[:, :rank] * root, 0)
        kept |= _in_bytes(f"{name}{RIGHT}", root[:, None] * right[:rank], 1)
    return kept


def _in_bytes(name: str, factor: Tensor, dim: int) -> dict[str, Tensor]:
    """A factor as integers with a scale for each rank; the ranks are the other dimension."""
    scale = factor.abs().amax(dim, keepdim=True).clamp_min(1e-12) / LARGEST
    return {name: (factor / scale).round().to(torch.int8), f"{name}{SCALE}": scale}


def _ranks(spectra: Mapping[str, tuple[Tensor, int]], room: int) -> dict[str, int]:
    """The ranks that explain most of all changes within a size; matrices of rank 0 are left out.

    Args:
        spectra: singular values by name, with the bytes that a rank takes without its scales.
        room: bytes in all.
    """
    worth: Iterable[tuple[float, str, int]] = (
        (float(value) ** 2 / size, name, size)
        for name, (values, size) in spectra.items()
        for value in values
    )
    ranks: dict[str, int] = {}
    for _, name, size in sorted(worth, reverse=True):
        if size > room:
            break
        room -= size
        ranks[name] = ranks.get(name, 0) + 1
    return ranks


def _energy(change: Tensor) -> float:
    return float(change.square().sum())


def _changes(read: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The changes by name of weight, without those that were left out."""
    changes = {n.removesuffix(WHOLE): t.float() for n, t in read.items() if n.endswith(WHOLE)}
    for name in read:
        if name.endswith(LEFT):
            own = name.removesuffix(LEFT)
            left, right = (
                read[f"{own}{side}"] * read[f"{own}{side}{SCALE}"] for side in (LEFT, RIGHT)
            )
            changes[own] = left @ right
    return changes
