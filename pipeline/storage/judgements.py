"""Readers' verdicts on triples and refused candidates: a table for each reader, beside the triples.

`judgements/READER/` has one Parquet file and a manifest. No stage can make them again, so they are
written after every single verdict. The manifest has the digests of the file before and after the
write, and whichever version an interruption leaves is complete.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

import pyarrow.parquet as pq

from pipeline.storage.locks import locked
from pipeline.storage.manifest import package_versions
from pipeline.storage.reader import read_shard, remedy
from schemas.errors import UserError, WorkFailed
from schemas.files import atomic_path, make_folder, remove_temporaries, sha256_file, write_json
from schemas.locations import Location
from schemas.reading import as_file
from schemas.tables import JUDGEMENTS, table_of_records

FOLDER = "judgements"
FILE = "part-00000.parquet"
MANIFEST = "manifest.json"
_READER = re.compile(r"\w[\w-]{0,63}")

Part = Literal["paraphrase", "negation", "both"]
PARTS: tuple[Part, ...] = get_args(Part)
Key = tuple[int, int | None] | tuple[int, str | None, int | None]
"""`id` and `variant` for a triple; `id`, `pivot_lang` and `rank` for a refused candidate."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A row of `judgements`, with the same columns.

    Attributes:
        variant: the triple's; None for a refused candidate.
        part: which part is wrong; None if none is.
        rank: the refused candidate's, as in `verdicts`; None for a triple.
        reason: why `filter` refused the candidate; None for a triple.
    """

    reader: str
    id: int
    variant: int | None
    anchor: str
    paraphrase: str | None
    negation: str | None
    kind: str | None
    rule: str | None
    pivot_lang: str | None
    paraphrase_rule: str | None
    part: Part | None
    rank: int | None = None
    reason: str | None = None

    @property
    def verdict(self) -> Literal["good", "bad"]:
        """Whether the triple, or the candidate, is good to train on."""
        return "bad" if self.part else "good"

    @property
    def key(self) -> Key:
        """The key of the triple, or of the refused candidate."""
        if self.reason is None:
            return self.id, self.variant
        return self.id, self.pivot_lang, self.rank


class JudgementsOf:
    """The judgements of one reader.

    Args:
        reader: a name of letters, digits, `_` and `-`.
        triples: fingerprint of the triples that were read.

    Raises:
        UserError: the name has other characters.
    """

    def __init__(self, artifacts: Location, reader: str, triples: str) -> None:
        if not _READER.fullmatch(reader):
            raise UserError(
                f"--reader {reader!r}: give a name of letters, digits, _ and -, as in anna."
            )
        self.reader, self.folder, self._triples = reader, artifacts / FOLDER / reader, triples

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other processes from judging under the same name; what killed ones left is removed.

        Raises:
            WorkFailed: another process is judging under that name.
        """
        with locked(self.folder):
            remove_temporaries(self.folder)
            yield

    def read(self) -> list[Judgement]:
        """All judgements, in the order of reading.

        Raises:
            UserError: they are about other triples.
            WorkFailed: the table or its manifest is damaged.
        """
        manifest = _manifest(self.folder)
        if manifest is None:
            return []
        if manifest["triples"] != self._triples:
            raise UserError(
                f"{self.folder} judges other triples than those in"
                f" {self.folder.parent.parent / 'triples'} now. Move that folder away"
                " to keep it, and judge these from the start."
            )
        return _rows(self.folder, manifest)

    def write(self, judgements: Sequence[Judgement]) -> None:
        """Replace the table.

        Raises:
            WorkFailed: it cannot be written; the previous table is kept.
        """
        records = [asdict(one) | {"verdict": one.verdict} for one in judgements]
        content = io.BytesIO()
        pq.write_table(
            table_of_records(records, JUDGEMENTS),
            content,
            compression="zstd",
            write_page_checksum=True,
        )
        new = content.getvalue()
        before = _manifest(self.folder)
        make_folder(self.folder)
        state = {"rows": len(records), "bytes": len(new), "sha256": hashlib.sha256(new).hexdigest()}
        present = _NOTHING if before is None else _state(self.folder, before)
        write_json(
            self.folder / MANIFEST,
            {
                "table": FOLDER,
                "reader": self.reader,
                "triples": self._triples,
                "versions": package_versions(),
                "file": FILE,
                "before": present,
                "now": state,
            },
        )
        with atomic_path(self.folder / FILE) as temporary:
            temporary.write_bytes(new)


_NOTHING: dict[str, Any] = {"rows": 0, "bytes": 0, "sha256": None}
"""The state of a table that does not exist yet."""


def readers(artifacts: Location) -> list[str]:
    """Names of the readers who judged the triples of a folder."""
    folder = artifacts / FOLDER
    if not folder.exists():
        return []
    return sorted(path.name for path in folder.iterdir() if (path / MANIFEST).exists())


def has_judgements(artifacts: Location) -> bool:
    """Whether any reader's table is there: a reader's first write may have been cut off."""
    return any((artifacts / FOLDER / reader / FILE).exists() for reader in readers(artifacts))


def read_judgements(artifacts: Location, triples: str) -> tuple[list[Judgement], list[str]]:
    """The judgements of every reader, and the names of those who judged other triples than these.

    Args:
        triples: fingerprint of its triples.

    Raises:
        WorkFailed: a table or its manifest is damaged.
    """
    found: list[Judgement] = []
    others = []
    for reader in readers(artifacts):
        folder = artifacts / FOLDER / reader
        manifest = _manifest(folder)
        if manifest is not None and manifest["triples"] == triples:
            found += _rows(folder, manifest)
        elif manifest is not None:
            others.append(reader)
    return found, others


def judgement_problems(artifacts: Location) -> Iterator[str]:
    """One sentence for each reader's table that is damaged."""
    for reader in readers(artifacts):
        folder = artifacts / FOLDER / reader
        try:
            manifest = _manifest(folder)
            if manifest is not None:
                _rows(folder, manifest)
        except WorkFailed as error:
            yield str(error)


def _manifest(folder: Location) -> dict[str, Any] | None:
    path = folder / MANIFEST
    if not path.exists():
        return None
    try:
        found: dict[str, Any] = json.loads(as_file(path).read_text(encoding="utf-8"))
        if not {"triples", "before", "now"} <= found.keys():
            raise ValueError("entries are missing")
        for state in (found["before"], found["now"]):
            if not isinstance(state["rows"], int) or not isinstance(state["sha256"], str | None):
                raise ValueError("it does not name the bytes of the table")
    except (ValueError, AttributeError, TypeError, KeyError, RecursionError) as error:
        raise WorkFailed(f"{path} is damaged ({error}). {remedy(path)}") from error
    return found


def _state(folder: Location, manifest: dict[str, Any]) -> dict[str, Any]:
    """Which of the two states in the manifest the table is in."""
    path = folder / FILE
    digest = sha256_file(path) if path.exists() else None
    for state in (manifest["now"], manifest["before"]):
        if state["sha256"] == digest:
            found: dict[str, Any] = state
            return found
    raise WorkFailed(
        f"{path} {'is missing' if digest is None else 'differs from its manifest'}. {remedy(path)}"
    )


def _rows(folder: Location, manifest: dict[str, Any]) -> list[Judgement]:
    state = _state(folder, manifest)
    if state["sha256"] is None:
        return []
    table = read_shard(folder / FILE, JUDGEMENTS, state["rows"])
    return [Judgement(**row) for row in table.drop_columns("verdict").to_pylist()]
