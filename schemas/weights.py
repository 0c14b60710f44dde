"""Which weight files are read: safetensors, and pickled ones only where somebody asked for them.

`pickle` can run any code while it is read. Weights in `pytorch_model.bin` are pickles; where they
are allowed, they are read by torch's restricted unpickler (`weights_only`), which makes tensors and
nothing else.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from pickle import UnpicklingError  # the exception alone
from typing import Any

from schemas.errors import UserError

ALLOW_PICKLE = "OSSCSE_ALLOW_PICKLE"
"""Environment variable; 1 allows pickled weights, read by the restricted unpickler."""
PUBLISHED_PICKLED = frozenset(
    f"facebook/wmt19-{pair}" for pair in ("en-de", "de-en", "en-ru", "ru-en")
)
"""Names on the hub whose choice is consent: their authors published no safetensors."""


def reading_weights(name: str) -> dict[str, Any]:
    """Arguments of `from_pretrained` that decide which weight files it reads.

    Args:
        name: a model's folder, or its name on the hub.

    Raises:
        UserError: when it is a folder that has pickled weights alone and these are not allowed.
    """
    if os.environ.get(ALLOW_PICKLE) == "1" or name in PUBLISHED_PICKLED:
        return {"weights_only": True}
    folder = Path(name)
    pickled = sorted(folder.glob("pytorch_model*.bin")) if folder.is_dir() else []
    if pickled and not any(folder.glob("*.safetensors")):
        raise UserError(
            f"{name} has its weights only in a pickle, {pickled[0].name}, which is not read unless"
            f" asked for. Convert it to safetensors, or set {ALLOW_PICKLE}=1: then torch's"
            " restricted unpickler reads it, which runs no code of the file."
        )
    return {"use_safetensors": True, "weights_only": True}


@contextmanager
def refusing_code(name: str) -> Iterator[None]:
    """Turn what the restricted unpickler refuses into a message; around the loading of a model.

    Raises:
        UserError: when pickled weights hold more than tensors.
    """
    try:
        yield
    except UnpicklingError as error:
        raise UserError(
            f"The pickled weights of {name} hold more than tensors, or are damaged: they are not"
            " read. Take the model as safetensors."
        ) from error
