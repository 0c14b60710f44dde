"""Counts how often the code in a test reads each manifest."""

from collections import Counter
from pathlib import Path

import pytest


def counted_reads(folder: Path, patch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts from now on, by the place of the manifest in the folder, such as `triples`.

    The copy of a manifest is `.manifests/triples`.
    """
    read: Counter[str] = Counter()
    real = Path.read_text

    def counted(path, *more, **how):
        if path.name == "manifest.json" and path.is_relative_to(folder):
            read[path.relative_to(folder).parent.as_posix()] += 1
        return real(path, *more, **how)

    patch.setattr(Path, "read_text", counted)
    return read


def with_copies(read: dict[str, int]) -> dict[str, int]:
    """The same numbers for the copies of the manifests of complete tables."""
    return read | {f".manifests/{stage}": number for stage, number in read.items()}
