"""The peak speed of a device, to relate a benchmark to it."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch

SIZE = {"cpu": 2048, "cuda": 8192}
"""Rows and columns of the matrices; larger ones are no faster."""
ROUNDS = 7


def matrix_peak(device: str, dtype: torch.dtype) -> float:
    """Floating-point operations per second in one large matrix product of torch.

    Measured rather than taken from a data sheet: no program reaches the figure on the sheet, and no
    sheet says how many cores of a shared processor are free.

    Args:
        device: `cpu` or `cuda`; on a CPU with the threads that torch is set to.
        dtype: precision of the matrices.
    """
    import torch

    size = SIZE[torch.device(device).type]
    left, right = (torch.randn(size, size, device=device, dtype=dtype) for _ in range(2))
    seconds = []
    for _ in range(ROUNDS + 1):
        start = time.perf_counter()
        torch.mm(left, right)
        if left.is_cuda:
            torch.cuda.synchronize()
        seconds.append(time.perf_counter() - start)
    return 2 * size**3 / statistics.median(seconds[1:])
