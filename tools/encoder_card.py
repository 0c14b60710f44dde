"""Puts tools/encoder_card.md into the card of the encoder that comes with the project.

python tools/encoder_card.py

The card is stored in the encoder's file. Only the note changes: the example before it, how the
encoder was made, and the tensors stay as they are.
"""

from __future__ import annotations

from pathlib import Path

from safetensors import safe_open

from schemas.files import atomic_path
from trainer.encoders.difference import PUBLISHED
from trainer.encoders.tensors import write_tensors

NOTE = Path(__file__).with_suffix(".md")
EXAMPLE_END = "\n```\n"
MADE = "## How it was made\n"


def with_note(card: str, note: str) -> str:
    """The card with another note.

    >>> with_note("```python\\nx\\n```\\n\\nold\\n\\n## How it was made\\n", "new\\n")
    '```python\\nx\\n```\\n\\nnew\\n\\n## How it was made\\n'

    Raises:
        ValueError: the card lacks an example or how the encoder was made.
    """
    top, made, rest = card.partition(MADE)
    example, end, _ = top.partition(EXAMPLE_END)
    if not made or not end:
        raise ValueError("The card lacks its example or its last part.")
    return f"{example}{end}\n{note.strip()}\n\n{made}{rest}"


def put_note(file: Path, note: str) -> None:
    """Rewrite a difference with another note in its card."""
    with safe_open(file, framework="pt") as opened:
        stated = opened.metadata()
        tensors = {name: opened.get_tensor(name) for name in opened.keys()}  # noqa: SIM118
    with atomic_path(file) as fresh:
        write_tensors(fresh, tensors, stated | {"card": with_note(stated["card"], note)})


if __name__ == "__main__":
    put_note(PUBLISHED, NOTE.read_text(encoding="utf-8"))
