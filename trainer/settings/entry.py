"""An entry in the table of loss terms or in that of the sources of negatives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from trainer.settings.recipe import Recipe

_R = TypeVar("_R", bound=Recipe)
_From = TypeVar("_From")
_Made = TypeVar("_Made")


@dataclass(frozen=True, slots=True)
class Entry(Generic[_R, _From, _Made]):
    """A kind of thing that recipes can ask for.

    Attributes:
        settings: what a recipe may say of it, a class that extends `Recipe`; `Recipe` itself for
            nothing of its own.
        make: makes it for a recipe; None if the recipe does not ask for it.
    """

    settings: type[_R]
    make: Callable[[_R, _From], _Made | None]
