"""States of the random generators of a training step, as tensors that can be restored."""

from __future__ import annotations

import torch
from torch import Generator, Tensor

RandomState = dict[str, Tensor]
"""State of each generator by name."""


def random_state(device: torch.device, draw: Generator) -> RandomState:
    """States of dropout's generators and of the one for drawn negatives and perturbations.

    Args:
        device: where the model is.
        draw: the objective's own generator.
    """
    state = {"cpu": torch.get_rng_state(), "draw": draw.get_state()}
    if device.type == "cuda":
        state["cuda"] = torch.cuda.get_rng_state(device)
    return state


def set_random_state(state: RandomState, device: torch.device, draw: Generator) -> None:
    """Restore the result of `random_state`."""
    torch.set_rng_state(state["cpu"])
    draw.set_state(state["draw"])
    if device.type == "cuda" and "cuda" in state:
        torch.cuda.set_rng_state(state["cuda"], device)
