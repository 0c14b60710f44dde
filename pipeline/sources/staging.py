"""The first pass of ingest: cleans and numbers every line, into Parquet files on a local disk."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.sources.files import Line, read_lines
from pipeline.sources.text import is_over_long, is_stacked, is_visible, normalise, sentence_id
from schemas.files import atomic_path, sha256_file, sha256_json, write_json
from schemas.locations import Location
from schemas.progress import Progress, track
from schemas.reading import as_file
from schemas.tables import SENTENCES, table_of

STAGING_ROWS = 65_536
EXAMPLES = 3
_STATE = "staged.json"
STAGED_SCHEMA = pa.schema([pa.field("position", pa.int64()), *SENTENCES])


@dataclass(slots=True)
class Staged:
    """Counts and progress of the first pass.

    Attributes:
        rows: number of cleaned lines.
        lines: number of lines read.
        dropped, examples: lines left out, by reason.
        inputs: the inputs that were read to their end.
        consumed: lines of the next input that were read.
        files: name of each file written -> its SHA-256.
    """

    rows: int = 0
    lines: int = 0
    dropped: dict[str, int] = field(default_factory=dict)
    examples: dict[str, list[str]] = field(default_factory=dict)
    inputs: int = 0
    consumed: int = 0
    files: dict[str, str] = field(default_factory=dict)

    def drop(self, reason: str, source: str, line: int) -> None:
        """Count a line that is left out; the first ones of each reason are kept as examples."""
        self.dropped[reason] = self.dropped.get(reason, 0) + 1
        cases = self.examples.setdefault(reason, [])
        if len(cases) < EXAMPLES:
            cases.append(f"{source}, line {line}")


def staging_folder(table: Location, scratch: Path | None) -> Path:
    """The folder for the files of the first pass: the same for the same table, so that a new run
    finds the files of an interrupted one.

    Args:
        scratch: local folder for it; by default beside the table, or in the system's temporary
            folder if the table is in an object store.
    """
    if scratch is None and isinstance(table, Path):
        return table / ".staging"
    named = str(table.absolute() if isinstance(table, Path) else table)
    digest = hashlib.sha256(named.encode()).hexdigest()[:16]
    return (scratch or Path(tempfile.gettempdir())) / f"osscse-ingest-{digest}"


def stage_lines(
    paths: Mapping[str, Path],
    staging: Path,
    key: Mapping[str, Any],
    column: str,
    max_words: int,
    wanted: Callable[[str, str], bool] | None = None,
) -> Staged:
    """Clean every line into Parquet files below `staging`, with its row number.

    An interrupted pass over the same inputs resumes after its last complete file.

    Args:
        paths: name of each input -> the file to read.
        key: identifies the inputs and settings.
        wanted: whether to keep a text, by its input's name and the text; None keeps all.

    Raises:
        UserError: an input cannot be read.
    """
    staged = _staged_before(staging, key)
    for old in staging.glob("clean-*.parquet"):
        if old.name not in staged.files:
            old.unlink()
    batch: list[tuple[int, int, str, str, int]] = []
    with track("ingest", None, done=staged.rows) as progress:
        for number, (name, path) in enumerate(paths.items()):
            if number < staged.inputs:
                continue
            for source, line, text in _clean(name, path, column, max_words, staged, wanted):
                batch.append((staged.rows, sentence_id(text), text, source, line))
                staged.rows += 1
                if len(batch) == STAGING_ROWS:
                    _flush(batch, staging, staged, progress)
                    _save(staging, key, staged)
            staged.inputs, staged.consumed = number + 1, 0
        _flush(batch, staging, staged, progress)
    _save(staging, key, staged)
    return staged


def forget(staging: Path) -> None:
    """Make the next pass start from the beginning."""
    (staging / _STATE).unlink(missing_ok=True)


def _save(staging: Path, key: Mapping[str, Any], staged: Staged) -> None:
    said = {"key": key, "staged": asdict(staged)}
    write_json(staging / _STATE, said | {"digest": sha256_json(said)})


def _staged_before(staging: Path, key: Mapping[str, Any]) -> Staged:
    """The counts that an interrupted run with the same settings and inputs recorded.

    Empty if any of its files differ from the record, since they are quickly made again.
    """
    try:
        stored = json.loads(as_file(staging / _STATE).read_text(encoding="utf-8"))
        digest = stored.pop("digest")
        if stored["key"] != key or digest != sha256_json(stored):
            return Staged()
        staged = Staged(**stored["staged"])
        sound = all(sha256_file(staging / file) == said for file, said in staged.files.items())
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return Staged()
    return staged if sound else Staged()


def _clean(
    name: str,
    path: Path,
    column: str,
    max_words: int,
    staged: Staged,
    wanted: Callable[[str, str], bool] | None,
) -> Iterator[tuple[str, int, str]]:
    for line in islice(read_lines(path, column), staged.consumed, None):
        staged.consumed += 1
        staged.lines += 1
        text, reason = _cleaned(line, max_words)
        if not reason and wanted is not None and not wanted(name, text):
            reason = "no_opposite"
        if reason:
            staged.drop(reason, name, line.number)
        else:
            yield name, line.number, text


def _cleaned(line: Line, max_words: int) -> tuple[str, str]:
    """The text to keep, or the reason to leave it out."""
    if line.problem or not line.text:
        return "", line.problem or "empty"
    if is_stacked(line.text):
        return "", "over_long"
    text = normalise(line.text)
    if not is_visible(text):
        return "", "empty"
    return text, "over_long" if is_over_long(text, max_words) else ""


def _flush(
    batch: list[tuple[int, int, str, str, int]], staging: Path, staged: Staged, progress: Progress
) -> None:
    if not batch:
        return
    file = f"clean-{batch[0][0]:012d}.parquet"
    with atomic_path(staging / file) as temporary:
        pq.write_table(table_of(batch, STAGED_SCHEMA), temporary, compression="lz4")
        staged.files[file] = sha256_file(temporary)
    progress.advance(len(batch))
    batch.clear()
