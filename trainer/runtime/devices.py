"""Chooses the device and the precision."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager, nullcontext

import torch

from schemas.errors import UserError


def choose_device(name: str) -> torch.device:
    """The device that `auto`, `cpu` or `cuda` stands for; `auto` takes a GPU if there is one.

    Raises:
        UserError: `cuda` is requested and there is none.
    """
    available = torch.cuda.is_available()
    if name == "cuda" and not available:
        raise UserError(
            "--device cuda: torch sees no GPU here. Use --device cpu, or install a torch build for"
            " your GPU."
        )
    return torch.device("cuda" if name != "cpu" and available else "cpu")


def own_device(device: torch.device) -> torch.device:
    """The device of this process: its own GPU if there are several processes."""
    if device.type != "cuda" or "LOCAL_RANK" not in os.environ:
        return device
    own = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(own)
    return own


def autocast(device: torch.device, precision: str) -> AbstractContextManager[object]:
    """Automatic mixed precision if `precision` is `bf16`, nothing if it is `fp32`."""
    if precision == "fp32":
        return nullcontext()
    return torch.autocast(device.type, dtype=torch.bfloat16)
