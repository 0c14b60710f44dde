"""The names that other programs use, each loaded when it is first asked for.

>>> import osscse
>>> osscse.mer("My dog likes sausage.", "My dog loves sausage.")
0.2

They are documented in `docs/api.md`. Names that are not listed here may move.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from osscse.checked import contradict, fit, load_recipe, mer, negate, rephrase
    from osscse.tables import Tables
    from trainer import losses
    from trainer.encoders.encoder import Encoder
    from trainer.encoders.folder import load_encoder
    from trainer.objective.meaning_loss import MeaningLoss
    from trainer.objective.triplet_loss import TripletMeaningLoss

__all__ = [
    "Encoder",
    "MeaningLoss",
    "TripletMeaningLoss",
    "artifacts",
    "contradict",
    "fit",
    "load_encoder",
    "load_recipe",
    "losses",
    "mer",
    "negate",
    "rephrase",
]
__version__ = version("osscse")

_PLACES = {
    "Encoder": "trainer.encoders.encoder",
    "MeaningLoss": "trainer.objective.meaning_loss",
    "TripletMeaningLoss": "trainer.objective.triplet_loss",
    "contradict": "osscse.checked",
    "fit": "osscse.checked",
    "load_encoder": "trainer.encoders.folder",
    "load_recipe": "osscse.checked",
    "losses": "trainer.losses",
    "mer": "osscse.checked",
    "negate": "osscse.checked",
    "rephrase": "osscse.checked",
}
"""Module of each name that is loaded late."""


def __getattr__(name: str) -> Any:
    """Load a public name; torch and spaCy are imported only for the names that need them."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    place = import_module(_PLACES[name])
    value = place if name == "losses" else getattr(place, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """All public names, loaded or not."""
    return sorted([*__all__, "__version__"])


def artifacts(root: str | Path) -> Tables:
    """The tables that `pipeline` wrote to a folder.

    Args:
        root: the folder, or the URL of one in an object store.

    Raises:
        UserError: `root` is neither.
    """
    from osscse.tables import Tables
    from schemas.errors import UserError
    from schemas.locations import location

    if not isinstance(root, str | Path):
        raise UserError(f"artifacts takes the name of a folder, not {root!r}.")
    return Tables(location(str(root)))
