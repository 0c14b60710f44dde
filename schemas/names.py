"""Names in the values of options: one of several, or some of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from schemas.errors import UserError

Name = TypeVar("Name", bound=str)


def parse_name(option: str, text: str, known: Sequence[Name]) -> Name:
    """The name that was given.

    Args:
        option: the option that it was given to, for the message.
        known: the valid names.

    Raises:
        UserError: an unknown name.
    """
    for name in known:
        if text == name:
            return name
    raise UserError(f"{option} {text!r} is not one of: {', '.join(known)}.")


def parse_names(option: str, what: str, text: str, known: Sequence[Name]) -> tuple[Name, ...]:
    """Names separated by commas, in the order in which they are known; `all` or `none` of them.

    Args:
        option: the option that the text was given to, for the message.
        what: one of the things named.
        known: the valid names.

    Raises:
        UserError: an unknown name.
    """
    if text in ("all", "none"):
        return tuple(known) if text == "all" else ()
    names = text.split(",")
    if unknown := [name for name in names if name not in known]:
        raise UserError(
            f"{option} {', '.join(unknown)}: no such {what}. Choose all, none, or from"
            f" {', '.join(known)}."
        )
    return tuple(name for name in known if name in names)
