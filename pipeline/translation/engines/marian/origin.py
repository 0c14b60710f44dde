"""The checksums that `pipeline models fetch` stores beside a model's files, in `source.json`."""

from __future__ import annotations

import json
from pathlib import Path

from schemas.errors import UserError
from schemas.files import sha256_file
from schemas.reading import as_file

ORIGIN, CHECKSUMS = "source.json", "sha256"
"""The file, and its entry with the SHA-256 of each file by name."""
_REMEDY = f"Fetch the model again, or delete {ORIGIN} if you changed the folder yourself."


def check_origin(folder: Path) -> None:
    """Refuse a folder whose files are not those that were downloaded.

    Raises:
        UserError: a file is missing or differs, or the checksums cannot be read.
    """
    for name, wanted in _checksums(folder / ORIGIN).items():
        path = folder / name
        if not is_there(path):
            raise UserError(f"{path} was downloaded and is no longer there. {_REMEDY}")
        if sha256_file(path) != wanted:
            raise UserError(f"{path} differs from the file that was downloaded. {_REMEDY}")


def is_there(path: Path) -> bool:
    """Whether a file that is named elsewhere exists; a damaged name may be too long for one."""
    try:
        return path.is_file()
    except OSError:
        return False


def _checksums(path: Path) -> dict[str, str]:
    """The stored checksums by name; empty for folders without, as earlier versions wrote them."""
    if not path.is_file():
        return {}
    try:
        found = json.loads(as_file(path).read_text(encoding="utf-8")).get(CHECKSUMS, {})
        return {str(name): str(checksum) for name, checksum in found.items()}
    except (AttributeError, ValueError, RecursionError) as error:
        raise UserError(
            f"{path} is damaged: it holds no record of a download. {_REMEDY}"
        ) from error
