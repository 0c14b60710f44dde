"""Importing spaCy without PyTorch, and lemminflect without either."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from functools import cache
from pathlib import Path

from schemas.hiding import hidden
from schemas.reading import as_file


def import_spacy(parser: Path) -> None:
    """Import spaCy, without PyTorch unless the parser is built on it or it is loaded already.

    thinc, on which spaCy is built, imports PyTorch wherever it is installed. Few parsers use it,
    and it is half of the time that spaCy takes to start and half of its memory. For the rest of
    the process no spaCy model can be loaded that is built on PyTorch, so our programs do this and
    the Python API, which shares a process with other code, does not.

    Args:
        parser: folder of the parser that will be loaded.
    """
    lean = {"spacy", "torch"}.isdisjoint(sys.modules) and not _is_built_on_torch(parser)
    with hidden("torch") if lean else nullcontext():
        import spacy  # noqa: F401


@cache
def import_lemminflect() -> None:
    """Import lemminflect, without spaCy unless that is loaded already.

    lemminflect imports spaCy, and with it PyTorch, only to add two attributes to its tokens, which
    this project does not read. That takes seconds in a program that only looks words up.
    The Python API does not do this: other code in its process may read them.
    """
    with hidden("spacy"):
        import lemminflect  # noqa: F401


def _is_built_on_torch(parser: Path) -> bool:
    """Whether the configuration names PyTorch or a transformer; if it cannot be read, it may.

    In a package the parser lies one folder deeper than its description.
    """
    configs = [*parser.glob("config.cfg"), *parser.glob("*/config.cfg")]
    try:
        texts = [as_file(config).read_text("utf-8").lower() for config in configs]
    except (OSError, ValueError):
        return True
    return not texts or any("transformer" in text or "torch" in text for text in texts)
