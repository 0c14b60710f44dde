"""Packages of the extras, imported only where they are needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from schemas.errors import UserError


def optional(module: str, message: str) -> Any:
    """Import a module that may not be installed.

    Args:
        message: for the user if it is missing; it should name the extra.

    Raises:
        UserError: the module is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise UserError(message) from error
