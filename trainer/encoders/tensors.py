"""Writes safetensors files with the permissions and errors of ordinary files."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from safetensors import SafetensorError
from safetensors.torch import save_file
from torch import Tensor

_NUMBER = re.compile(r"\(os error (\d+)\)")


def write_tensors(
    path: Path, tensors: Mapping[str, Tensor], metadata: Mapping[str, str] | None = None
) -> None:
    """Write tensors to a file with the permissions of the umask.

    The same tensors and metadata give the same bytes.

    Raises:
        OSError: the file cannot be written.
    """
    path.touch()
    mode = path.stat().st_mode  # safetensors makes files that only their owner can read
    with failing_as_files(path):
        save_file(dict(tensors), path, metadata=dict(metadata or {"format": "pt"}))
    path.chmod(mode)
    _sort_metadata(path)


def _sort_metadata(path: Path) -> None:
    """Sort the metadata in a file's header by name: safetensors writes it in any order."""
    with path.open("r+b") as file:
        size = int.from_bytes(file.read(8), "little")
        header = json.loads(file.read(size))
        header["__metadata__"] = dict(sorted(header["__metadata__"].items()))
        text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
        # The header ends with spaces, so that the tensors behind it start at a multiple of eight.
        if len(text) <= size:
            file.seek(8)
            file.write(text.ljust(size))


@contextmanager
def failing_as_files(target: Path) -> Iterator[None]:
    """Turn errors of the operating system, as safetensors reports them, into OSErrors.

    Raises:
        OSError: a full disk, a missing permission and the like.
    """
    try:
        yield
    except SafetensorError as error:
        found = _NUMBER.search(str(error))
        if found is None:
            raise
        number = int(found[1])
        raise OSError(number, os.strerror(number), str(target)) from error
