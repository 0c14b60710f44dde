from __future__ import annotations

import re
from pathlib import Path

import pytest
import torch

from trainer.runtime.mapped import MappedCopies


def resident(tensor):
    """Bytes of a tensor's pages that are in memory, as the system tells."""
    of_it, found = False, 0
    for line in Path("/proc/self/smaps").read_text().splitlines():
        if place := re.match(r"([0-9a-f]+)-([0-9a-f]+) ", line):
            of_it = int(place[1], 16) <= tensor.data_ptr() < int(place[2], 16)
        elif of_it and line.startswith("Rss:"):
            found += 1024 * int(line.split()[1])
    return found


def test_copies_are_equal_to_the_last_bit_and_stay_as_they_were():
    given = [
        torch.tensor([[1.0, -0.0], [float("nan"), 1e-42]]),
        torch.arange(5),
        torch.ones(3, dtype=torch.bfloat16),
        torch.arange(6.0).view(2, 3).t(),
        torch.tensor(7.0),
    ]
    wanted = [tensor.clone() for tensor in given]
    copies = MappedCopies(given).tensors
    for tensor in given:
        tensor.zero_()
    for copied, tensor in zip(copies, wanted, strict=True):
        assert (copied.dtype, copied.shape) == (tensor.dtype, tensor.shape)
        assert torch.equal(
            copied.reshape(-1).view(torch.uint8), tensor.reshape(-1).view(torch.uint8)
        )
        assert copied.data_ptr() % 64 == 0


@pytest.mark.skipif(not Path("/proc/self/smaps").exists(), reason="looks into /proc")
def test_dropped_pages_are_not_resident_and_come_back():
    copies = MappedCopies([torch.arange(2**20, dtype=torch.float32)])
    [tensor] = copies.tensors
    assert tensor.sum() > 0
    assert resident(tensor) == 2**22
    copies.drop()
    assert resident(tensor) == 0
    assert torch.equal(tensor, torch.arange(2**20, dtype=torch.float32))
