"""Warnings on standard error of what would silently give bad triples or wrong figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING

from pipeline.commands.console import as_named
from schemas.messages import tell
from schemas.progress import counted

if TYPE_CHECKING:
    from pipeline.negation import NegationConfig
    from pipeline.storage.artifacts import ArtifactsFolder
    from pipeline.storage.reader import TableReader
    from schemas.locations import Location

LOOKED_AT = 20
"""Sentences at the beginning of the table whose language is guessed."""


def warn_of_foreign_text(table: TableReader) -> None:
    """Warn if most of the first sentences of a table are clearly not English."""
    if found := foreign_text(table):
        _warn(f"{found}. The rules and the parser read English only.")


def foreign_text(table: TableReader) -> str:
    """That most of the first sentences of a table are clearly not English, or an empty string.

    The rules edit some text in any language, so the share of negated sentences alone may hide it.
    """
    from pipeline.acceptance.text.language import other_language

    texts = table.read(0, LOOKED_AT)["text"].to_pylist()
    found = Counter(code for code in map(other_language, texts) if code)
    if 2 * found.total() <= len(texts):
        return ""
    return (
        f"most of the first {counted(len(texts), 'sentence')} do not look English"
        f" ({found.most_common(1)[0][0]})"
    )


def warn_of_small_models(models: Collection[str]) -> None:
    """Warn if the bundled models translate, which cover few words and little grammar."""
    if "demo" in models:
        _warn(
            "the models of --models demo are tiny, and most of their paraphrases are wrong. For"
            " better ones: pip install 'osscse[demo]', then --models firefox:pt."
        )


def warn_of_denials_alone(config: NegationConfig) -> None:
    """Warn if there is room for more contradictions than the denial, but no kind to make."""
    if config.per_sentence > 1 and not config.others:
        _warn(
            f"--per-sentence {config.per_sentence} has no effect, since only denials are made, one"
            " per sentence. For more, give --kinds all, or the names of kinds."
        )


def warn_of_tables(folder: ArtifactsFolder) -> None:
    """Warn of damaged tables, and of those whose sources were made anew since.

    Cheap: it reads manifests and sizes, but no rows.
    """
    from pipeline.storage.condition import damaged_tables, outdated_tables

    for caution in (damaged_tables(folder), outdated_tables(folder)):
        _warn(caution)


def warn_of_outdated(folder: ArtifactsFolder, artifacts: Location) -> None:
    """Warn of tables whose sources were made anew since; reading the rows reveals damage.

    Args:
        folder: what is read: the tables themselves or a local copy.
        artifacts: where they are.
    """
    from pipeline.storage.condition import outdated_tables

    _warn(as_named(outdated_tables(folder), folder.root, artifacts))


def _warn(caution: str) -> None:
    if caution:
        tell(f"WARNING: {caution}")
