"""`manifest.json`, the record of a stage's table: its content, and reading and writing it.

The pipeline writes it and resumes from it; the trainer reads it to check that the triples are
unchanged. Manifests hold no timestamps, so that equal runs write equal bytes.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final, NamedTuple

from schemas.files import sha256_json, write_json
from schemas.locations import Location
from schemas.reading import as_file, is_pipe
from schemas.tables import STAGES, Stage

FILE = "manifest.json"
_EXAMPLES = 3
_OBJECTS: Final = {
    "config": object, "versions": object, "input": str, "dropped": int, "dropped_examples": list,
}  # fmt: skip
"""Entry of a manifest that is a JSON object -> the type of the values in it."""
_OTHERS: Final = {"planned": list, "total": int}
_INSIDE = re.compile(r"(\w[\w+-]*/)*\w[\w.-]*")
"""Matches names of files below a folder: none has `..`, a drive or a root."""


@dataclass(frozen=True, slots=True)
class Shard:
    """One finished Parquet file.

    Attributes:
        file: path below the stage's folder.
        start, stop: half-open range of the input rows that it covers.
        rows, bytes, sha256: size and hash of the file itself.
        counts: what the stage counted while making it (statuses, reasons, histogram bins).
        examples: a few cases for each of the counted problems.
    """

    file: str
    start: int
    stop: int
    rows: int
    bytes: int
    sha256: str
    counts: dict[str, int] = field(default_factory=dict)
    examples: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Shard:
        """Read a shard from an entry that `asdict` made.

        Raises:
            TypeError, ValueError: the entry is not valid.
        """
        shard = cls(**value)
        numbers = (shard.start, shard.stop, shard.rows, shard.bytes)
        valid = all(type(n) is int and n >= 0 for n in numbers) and type(shard.sha256) is str
        if not (valid and _holds(int, shard.counts) and _holds(list, shard.examples)):
            raise ValueError(f"the entry of {shard.file!r} is not valid")
        _check_inside(shard.file)
        return shard


@dataclass(slots=True)
class Manifest:
    """The settings of a stage, and which of its shards are finished.

    Attributes:
        stage: name of the table.
        config: the stage's full configuration.
        versions: versions of the packages and models that determine its output.
        input: name of each input -> its fingerprint.
        planned: files that the finished stage will have, in order.
        total: number of input rows that these files cover.
        dropped: reason -> number of input rows that the table leaves out.
        dropped_examples: reason -> the first cases.
        shards: the finished shards, in the order of `planned`.
    """

    stage: Stage
    config: dict[str, Any]
    versions: dict[str, str]
    input: dict[str, str]
    planned: list[str]
    total: int
    dropped: dict[str, int] = field(default_factory=dict)
    dropped_examples: dict[str, list[str]] = field(default_factory=dict)
    shards: list[Shard] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        """Whether every planned shard is finished."""
        return len(self.shards) == len(self.planned)

    @property
    def rows(self) -> int:
        """Rows of all finished shards."""
        return sum(shard.rows for shard in self.shards)

    def missing(self) -> list[str]:
        """Planned files that are not finished, in order."""
        done = {shard.file for shard in self.shards}
        return [file for file in self.planned if file not in done]

    def counts(self) -> dict[str, int]:
        """The sums of the shards' counts."""
        total: Counter[str] = Counter()
        for shard in self.shards:
            total.update(shard.counts)
        return dict(total)

    def examples(self) -> dict[str, list[str]]:
        """The first three examples of each kind over all shards."""
        found: dict[str, list[str]] = {}
        for shard in self.shards:
            for name, cases in shard.examples.items():
                kept = found.setdefault(name, [])
                kept.extend(cases[: _EXAMPLES - len(kept)])
        return found

    def fingerprint(self) -> str:
        """SHA-256 over the shards' hashes: the identity of the table's content."""
        joined = "\n".join(f"{s.file} {s.sha256}" for s in self.shards)
        return hashlib.sha256(joined.encode()).hexdigest()

    def run(self) -> str:
        """Identity of the run: its settings and inputs, however much of it is finished."""
        asked = [self.stage, self.config, self.versions, self.input, self.planned]
        return sha256_json(asked)[:16]

    def save(self, folder: Location) -> None:
        """Write `manifest.json` atomically."""
        value = asdict(self)
        value["state"] = "complete" if self.complete else "running"
        value["rows"] = self.rows
        value["digest"] = _digest(value)
        write_json(folder / FILE, value)


def changed_inputs(manifest: Manifest, present: Mapping[Stage, Manifest]) -> list[Stage]:
    """The inputs of a table whose content has changed since the table was made.

    Args:
        present: the tables that are there now; unfinished ones are not compared.
    """
    return [
        stage
        for stage, found in present.items()
        if stage in manifest.input
        and found.complete
        and found.fingerprint() != manifest.input[stage]
    ]


def most_first(counts: Mapping[str, int], prefix: str) -> list[tuple[str, int]]:
    """The counts whose names start with the prefix, without it, the largest first."""
    found = [(k.removeprefix(prefix), n) for k, n in counts.items() if k.startswith(prefix)]
    return sorted(found, key=lambda named: (-named[1], named[0]))


class Parsed(NamedTuple):
    """A manifest as it was read.

    Attributes:
        altered: whether it was edited since it was written, by its digest.
    """

    manifest: Manifest
    altered: bool


def parse_manifest(folder: Location) -> Parsed:
    """Read the manifest of a folder that has one.

    Raises:
        ValueError: the file is not valid, with the reason.
    """
    if is_pipe(folder / FILE):
        raise ValueError("it is a pipe or a device, not a file")
    try:
        value = json.loads(as_file(folder / FILE).read_text(encoding="utf-8"))
        said = {name: value[name] for name in ("stage", *_OBJECTS, *_OTHERS)}
        if said["stage"] not in STAGES:
            raise ValueError(f"there is no table {said['stage']!r}")
        wrong = [name for name, kind in _OBJECTS.items() if not _holds(kind, said[name])]
        wrong += [name for name, kind in _OTHERS.items() if type(said[name]) is not kind]
        if wrong:
            raise ValueError(f"its entry {wrong[0]!r} is not valid")
        for file in said["planned"]:
            _check_inside(file)
        shards = [Shard.from_json(entry) for entry in value["shards"]]
        return Parsed(Manifest(**said, shards=shards), value.get("digest") != _digest(value))
    except (KeyError, TypeError, RecursionError) as error:
        raise ValueError(str(error)) from error


def copy_folder(folder: Location) -> Location:
    """Path of the copy of a complete table's manifest, outside the table's folder."""
    return folder.parent / ".manifests" / folder.name


def read_copy(folder: Location) -> Manifest | None:
    """The manifest of the last complete table; None if there is no valid copy."""
    copy = copy_folder(folder)
    try:
        found = parse_manifest(copy) if (copy / FILE).exists() else None
    except (OSError, ValueError):
        return None
    return None if found is None or found.altered else found.manifest


def alteration(folder: Location, found: Parsed) -> str:
    """How a manifest was altered, as the end of a sentence; "" if it was not."""
    if found.altered:
        return "was altered (its digest differs)"
    copy = read_copy(folder) if found.manifest.complete else None
    if copy is None or copy == found.manifest:
        return ""
    # Both have a matching digest, so one of them was edited together with its digest.
    return f"differs from its copy, {copy_folder(folder) / FILE}: one of the two was edited"


def _digest(value: Mapping[str, Any]) -> str:
    """SHA-256 of everything in a manifest."""
    said = {name: one for name, one in value.items() if name != "digest"}
    return sha256_json(said)


def _holds(kind: type, value: object) -> bool:
    """Whether a value is a JSON object with values of this type only."""
    return isinstance(value, dict) and all(isinstance(one, kind) for one in value.values())


def _check_inside(file: str) -> None:
    """Refuse a name outside the table's folder: files by these names are written and removed."""
    if not _INSIDE.fullmatch(file):
        raise ValueError(f"the file {file!r} does not lie below the folder")
