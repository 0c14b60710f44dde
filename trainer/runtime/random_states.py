"""The random generators of a run, which are saved and restored together."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Generator, Tensor


class RandomStates:
    """The generators of dropout, and one for draws that are the same in every process of a run.

    Attributes:
        draw: for negatives and perturbations; on the CPU and separate from dropout's, so that it is
            the same in every process.
    """

    def __init__(self, seed: int) -> None:
        self.draw = Generator().manual_seed(seed)

    def get(self, device: torch.device) -> dict[str, Tensor]:
        """States by name.

        Args:
            device: of the model, which has a generator of its own if it is a GPU.
        """
        state = {"cpu": torch.get_rng_state(), "draw": self.draw.get_state()}
        if device.type == "cuda":
            state["cuda"] = torch.cuda.get_rng_state(device)
        return state

    def set(self, state: Mapping[str, Tensor], device: torch.device) -> None:
        """Restore the result of `get`; without a state for a GPU, its generator continues."""
        torch.set_rng_state(state["cpu"])
        self.draw.set_state(state["draw"])
        if device.type == "cuda" and "cuda" in state:
            torch.cuda.set_rng_state(state["cuda"], device)
