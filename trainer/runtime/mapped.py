"""Tensors in a temporary file that is mapped into memory, for those that are seldom used."""

from __future__ import annotations

import mmap
import tempfile
from collections.abc import Sequence

import torch
from torch import Tensor

_ALIGNED = 64
"""In bytes, as torch aligns tensors: the last bit of a sum may depend on it."""


class MappedCopies:
    """Copies of tensors in a mapped temporary file, which has no name, so that nothing remains.

    The system may drop their pages where memory is short, and reads them again when they are used.

    Args:
        tensors: at least one, none of them empty.

    Attributes:
        tensors: the copies, on the CPU, in the same order. Not to be written to.

    Raises:
        OSError: the folder for temporary files has no room.
    """

    def __init__(self, tensors: Sequence[Tensor]) -> None:
        places: list[int] = []
        with tempfile.TemporaryFile() as file:
            for tensor in tensors:
                places.append(file.tell())
                flat = tensor.detach().cpu().contiguous().reshape(-1).view(torch.uint8)
                file.write(flat.numpy().data)
                file.write(bytes(-file.tell() % _ALIGNED))
            file.flush()
            self._pages = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
        self.tensors = [
            torch.frombuffer(
                self._pages, dtype=tensor.dtype, count=tensor.numel(), offset=place
            ).view(tensor.shape)
            for tensor, place in zip(tensors, places, strict=True)
        ]

    def drop(self) -> None:
        """Release the pages, where the system can; the next use reads them from the file."""
        if hasattr(mmap, "MADV_DONTNEED"):
            self._pages.madvise(mmap.MADV_DONTNEED)
