"""Packages of the extras, imported only where somebody asks for what needs them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from schemas.errors import UserError


def optional(module: str, message: str) -> Any:
    """Import a module that may not be installed.

    Raises:
        UserError: it is not; with the message, which names the extra.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise UserError(message) from error
