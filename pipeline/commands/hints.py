"""Warnings on standard error of what would silently give bad triples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING

import typer

from schemas.progress import counted

if TYPE_CHECKING:
    from pipeline.storage.reader import TableReader

LOOKED_AT = 20
"""Sentences at the beginning of the table whose language is guessed."""


def warn_of_foreign_text(table: TableReader) -> None:
    """Warn if most of the first sentences of a table are clearly not English.

    The rules edit some text in any language, so the share of negated sentences alone may hide it.
    """
    from pipeline.acceptance.language import other_language

    texts = table.read(0, LOOKED_AT)["text"].to_pylist()
    found = Counter(code for code in map(other_language, texts) if code)
    if 2 * found.total() > len(texts):
        typer.echo(
            f"WARNING: most of the first {counted(len(texts), 'sentence')} do not look English"
            f" ({found.most_common(1)[0][0]}). The rules and the parser read English only.",
            err=True,
        )


def warn_of_small_models(models: Collection[str]) -> None:
    """Warn if the bundled models translate, which cover few words and little grammar."""
    if "demo" in models:
        typer.echo(
            "WARNING: the models of --models demo are tiny, and most of their paraphrases are"
            " wrong. For better ones: pip install 'osscse[demo]', then --models firefox:pt.",
            err=True,
        )
