"""Checks of where a command writes, before any work."""

from __future__ import annotations

import os
from pathlib import Path

from schemas.errors import UserError, WorkFailed

OUTPUT = "--output"


def check_place(output: Path, option: str = OUTPUT) -> None:
    """Check that a file or folder can be created, or written to.

    Args:
        option: that named it, for the message.

    Raises:
        UserError: a file stands where one of its folders should, or permission is missing.
        WorkFailed: the file system is read-only; the same command may work later.
    """
    there = next(one for one in (output, *output.absolute().parents) if one.exists())
    if there != output and not there.is_dir():
        raise UserError(
            f"{option} {output} cannot be written: {there} is a file, not a folder. Give another"
            f" {option}."
        )
    if not os.access(there, os.W_OK):
        if _is_read_only(there):
            raise WorkFailed(
                f"{option} {output} cannot be written: the file system is read-only. Make it"
                f" writable, or give another {option}."
            )
        raise UserError(
            f"{option} {output} cannot be written: permission for {there} is denied. Change it, or"
            f" give another {option}."
        )


def _is_read_only(place: Path) -> bool:
    """Whether a file or folder is on a file system that nobody may write to; not known on Windows.

    Otherwise it would be reported as a missing permission.
    """
    return hasattr(os, "statvfs") and bool(os.statvfs(place).f_flag & os.ST_RDONLY)


def check_folder(output: Path, option: str = OUTPUT) -> None:
    """Check that a folder can be created, or written to.

    Args:
        option: that named it, for the message.

    Raises:
        UserError: see `check_place`; or it is a file.
        WorkFailed: see `check_place`.
    """
    check_place(output, option)
    if output.exists() and not output.is_dir():
        raise UserError(f"{option} {output} is a file, not a folder. Give another {option}.")


def check_free_folder(output: Path) -> None:
    """Check that a folder is empty, or can be created.

    Raises:
        UserError: it is not empty, or see `check_folder`.
        WorkFailed: see `check_place`.
    """
    check_folder(output)
    if output.exists() and any(output.iterdir()):
        raise UserError(f"{output} is not empty. Give another {OUTPUT}.")
