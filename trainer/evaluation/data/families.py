"""Sentences with transformations: bundled ones, and those from files and triples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from schemas.errors import UserError
from trainer.data.triples import Triple
from trainer.evaluation.data.records import READERS, json_lines, read_records, read_text

KINDS = ("paraphrase", "negation", "insertion", "deletion", "substitution", "random")
"""Kinds of transformed sentences, in the order of tables and figures."""
TEXT = "text"
"""Column of the sentences in a table, as in `pipeline run ingest`."""


@dataclass(frozen=True, slots=True)
class Family:
    """A sentence and its transformations.

    Attributes:
        sentence: the original.
        others: sentences by kind; missing kinds are left out.
    """

    sentence: str
    others: dict[str, list[str]]

    @property
    def texts(self) -> list[str]:
        """The sentence and all others."""
        return [self.sentence, *(text for texts in self.others.values() for text in texts)]


def bundled_families() -> list[Family]:
    """The bundled sentences, each with all six kinds."""
    file = resources.files("trainer.evaluation.data") / "transformations.jsonl"
    return _parse(file.read_text(encoding="utf-8"), "transformations.jsonl")


def read_families(path: Path) -> list[Family]:
    """Read families from a JSONL file: `sentence`, and for each kind a list of sentences.

    If the first line has `text` instead, the file is a table, as in `read_sentences`.

    Raises:
        UserError: a line is wrong; the message names it.
    """
    text = read_text(path)
    _, first = next(json_lines(text, path), ("", None))
    if isinstance(first, dict) and TEXT in first and first.keys().isdisjoint({"sentence", *KINDS}):
        return read_sentences(path)
    return _parse(text, str(path))


def read_sentences(path: Path, column: str | None = None) -> list[Family]:
    """Read sentences as families without others: the lines of a text file, or a table's column.

    Args:
        path: a text file, or a table by its suffix, as in `READERS`.
        column: column of the sentences, by default `text`; a text file has none.

    Raises:
        UserError: the file cannot be read, has no such column or no sentence.
    """
    if path.suffix.lower() in READERS:
        lines = _column(path, column or TEXT)
    elif column is not None:
        raise UserError(f"--column {column} has no effect: every line of {path} is a sentence.")
    else:
        lines = read_text(path).split("\n")
    distinct = dict.fromkeys(line.strip() for line in lines)
    families = [Family(line, {}) for line in distinct if line]
    if not families:
        raise UserError(f"{path} holds no sentence.")
    return families


def _column(path: Path, name: str) -> list[str]:
    """The texts in a column of a table, without rows that have none."""
    rows = read_records(path)
    if not any(name in row for row in rows):
        raise UserError(
            f"{path} has no column {name!r}; it has {', '.join(map(repr, rows[0]))}. Name that of"
            " the sentences with --column."
        )
    texts = [row[name] for row in rows if row.get(name) is not None]
    if (other := next((text for text in texts if not isinstance(text, str)), None)) is not None:
        raise UserError(f"{path}: the column {name!r} holds {other!r}, it should hold sentences.")
    return texts


def from_triples(triples: Sequence[Triple]) -> list[Family]:
    """Families of anchors with the paraphrases and contradictions that the pipeline made.

    The variants of a sentence are one family, with each of their texts once.
    """
    made: dict[tuple[int, str], dict[str, dict[str, None]]] = {}
    for row in triples:
        kinds = made.setdefault((row.id, row.anchor), {})
        for kind, text in (("paraphrase", row.paraphrase), ("negation", row.negation)):
            if text is not None:
                kinds.setdefault(kind, {})[text] = None
    return [
        Family(anchor, {kind: [*texts] for kind, texts in kinds.items()})
        for (_, anchor), kinds in made.items()
    ]


def _parse(text: str, name: str) -> list[Family]:
    families = [_family(entry, where) for where, entry in json_lines(text, name)]
    if not families:
        raise UserError(f"{name} holds no sentence.")
    return families


def _family(entry: object, where: str) -> Family:
    if not isinstance(entry, dict) or not _is_text(entry.get("sentence")):
        raise UserError(
            f'{where}: this should be an object with "sentence". If the sentences are in another'
            " field of every line, name it with --column."
        )
    unknown = set(entry) - {"sentence", *KINDS}
    if unknown:
        raise UserError(f"{where}: unknown kind {unknown.pop()!r}; known are {', '.join(KINDS)}.")
    others = {kind: entry[kind] for kind in KINDS if entry.get(kind)}
    for kind, texts in others.items():
        if not isinstance(texts, list) or not all(_is_text(text) for text in texts):
            raise UserError(f"{where}: {kind} should be a list of sentences, none of them empty.")
    return Family(entry["sentence"], others)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())
