"""Refuses a damaged parser before it is used: spaCy loads nearly any file without a word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from schemas.errors import UserError, first_line
from schemas.reading import as_file
from schemas.weights import MAX_LAYERS

if TYPE_CHECKING:
    from spacy.language import Language

_DEPTH = re.compile(r"(?m)^\s*(?:depth|\w*layers)\s*=\s*0*(\d+)")
PROBE = "Anna's two dogs don't bark in London."
"""What a parser has to parse before it is used."""


def check_layers(found: str, folder: Path) -> None:
    """Refuse more layers than any parser has; spaCy makes them before it reads their weights.

    In a package the parser lies one folder deeper than its description.

    Raises:
        UserError: the configuration asks for them.
    """
    for config in (*folder.glob("config.cfg"), *folder.glob("*/config.cfg")):
        try:
            asked = _DEPTH.findall(as_file(config).read_text("utf-8"))
        except (OSError, ValueError):
            continue  # spaCy reports the problem
        if most := next((one for one in asked if len(one) > 9 or int(one) > MAX_LAYERS), ""):
            raise UserError(
                f"The parser {found} asks for {most[:20]} layers, which no parser has: {config} is"
                " damaged. Install it again, or name another with --parser."
            )


def check_sound(found: str, loaded: Language, unused: Sequence[str], apart: Sequence[str]) -> None:
    """Refuse a parser that loads, but has damaged files.

    Args:
        found: its name.
        loaded: the parser.
        unused: components that nothing asks for.
        apart: components that it does not run by itself.

    Raises:
        UserError: it cannot parse a sentence, or does not know the names of its own labels.
    """
    used = [(name, part) for name, part in loaded.components if name not in unused]
    try:
        # Even the names of labels may be no list, or not be there.
        few = next((name for name, part in used if _has_few_labels(part)), "")
        labels = {str(label) for _, part in used for label in getattr(part, "labels", ())}
        lost = sorted(label for label in labels if label not in loaded.vocab.strings)
        doc = loaded(PROBE)
        for name in apart:
            if name in loaded.component_names:
                loaded.get_pipe(name)(doc)
        said = f"it does not know its own label {lost[0]!r}" if lost else ""
        said = f"its component {few} has fewer labels than its weights" if few else said
    except Exception as error:  # spaCy and thinc raise errors of any type
        said = f"{type(error).__name__}: {first_line(error)}"
    if said:
        raise UserError(
            f"The parser {found} cannot parse a sentence ({said}): one of its files is damaged."
            " Install it again, or name another with --parser."
        )


def _has_few_labels(part: Any) -> bool:
    """Whether a tagger may choose a label that it lacks; a probe would show it by chance alone."""
    from spacy.pipeline import Tagger

    if not isinstance(part, Tagger):
        return False
    return bool(part.model.has_dim("nO")) and len(part.labels) < part.model.get_dim("nO")
