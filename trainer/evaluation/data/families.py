"""Sentences with transformations: bundled ones, and those from files and triples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from schemas.errors import UserError
from trainer.data.triples import Triple
from trainer.evaluation.data.records import json_lines, read_text

KINDS = ("paraphrase", "negation", "insertion", "deletion", "substitution", "random")
"""Kinds of transformed sentences, in the order of tables and figures."""


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

    Raises:
        UserError: a line is wrong; the message names it.
    """
    return _parse(read_text(path), str(path))


def read_sentences(path: Path) -> list[Family]:
    """Read sentences from a text file, one per line, as families without others.

    Raises:
        UserError: the file cannot be read or has no sentence.
    """
    lines = dict.fromkeys(line.strip() for line in read_text(path).split("\n"))
    families = [Family(line, {}) for line in lines if line]
    if not families:
        raise UserError(f"{path} holds no sentence.")
    return families


def from_triples(triples: Sequence[Triple]) -> list[Family]:
    """Families of anchors with the paraphrase and the negation that the pipeline made."""
    found = []
    for row in triples:
        made = {"paraphrase": row.paraphrase, "negation": row.negation}
        found.append(Family(row.anchor, {kind: [t] for kind, t in made.items() if t is not None}))
    return found


def _parse(text: str, name: str) -> list[Family]:
    families = [_family(entry, where) for where, entry in json_lines(text, name)]
    if not families:
        raise UserError(f"{name} holds no sentence.")
    return families


def _family(entry: object, where: str) -> Family:
    if not isinstance(entry, dict) or not _is_text(entry.get("sentence")):
        raise UserError(f'{where}: this should be an object with "sentence".')
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
