"""What a command left in its folder, in a form that can be compared."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

_SPEED = re.compile(r"\| [\d,]+ \|$|^int8 is .*$", re.MULTILINE)
"""What the card of `trainer release` says about speed."""
_DRAWN = re.compile(rb"data:image/png;base64,[\w+/=]*")
"""A picture in a page."""
TIMES = {"seconds", "examples_per_second", "waiting", "output", "triples", "resumed_from"}


def left(folder: Path) -> dict[str, Any]:
    """Everything in a folder, in a comparable form: without times."""
    found: dict[str, Any] = {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = str(path.relative_to(folder))
        if path.name == "checkpoint.safetensors":
            found[name] = _tensors(path)
        elif path.suffix == ".safetensors":
            found[name] = _tensors(path), _texts(path)
        elif path.name in ("run.json", "sweep.json", "start.json"):
            found[name] = _without_times(json.loads(path.read_text(encoding="utf-8")))
        elif path.name == "metrics.jsonl":
            lines = path.read_text(encoding="utf-8").splitlines()
            found[name] = [_without_times(json.loads(line)) for line in lines]
        elif path.name == "README.md":
            text = path.read_text(encoding="utf-8")
            found[name] = _SPEED.sub("|", text) if "sentences/s |" in text else text
        elif path.suffix in (".svg", ".png"):  # a picture has to be there; forks draw empty ones
            found[name] = b""
        else:
            # A page of `inspect` names the folder in its advice; each trial has another.
            held = path.read_bytes().replace(os.fsencode(folder), b"")
            found[name] = _DRAWN.sub(b"", held)
    return found


def differences(expected: dict[str, Any], found: dict[str, Any]) -> list[str]:
    """Files that only one of the two has, or that differ."""
    missing = [f"{name} is missing" for name in sorted(expected.keys() - found.keys())]
    extra = [f"{name} is left over" for name in sorted(found.keys() - expected.keys())]
    both = sorted(expected.keys() & found.keys())
    return missing + extra + [f"{n} differs" for n in both if expected[n] != found[n]]


def _without_times(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_times(one) for one in value]
    if isinstance(value, dict):
        return {key: _without_times(one) for key, one in value.items() if key not in TIMES}
    return value


def _tensors(path: Path) -> dict[str, bytes]:
    """The bytes of each tensor; a checkpoint's texts beside them contain seconds."""
    from safetensors import safe_open

    with safe_open(path, framework="np") as file:
        return {name: file.get_tensor(name).tobytes() for name in file.keys()}  # noqa: SIM118


def _texts(path: Path) -> dict[str, str] | None:
    """The texts beside the tensors, which safetensors writes in random order."""
    from safetensors import safe_open

    with safe_open(path, framework="np") as file:
        texts: dict[str, str] | None = file.metadata()
        return texts
