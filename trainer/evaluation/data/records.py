"""Rows of a file as dictionaries, in any format: Parquet, JSON, JSONL, CSV, TSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from schemas.errors import UserError
from schemas.reading import as_file, is_pipe
from trainer.evaluation.data.parquet_tables import as_rows, read_table

Record = dict[str, Any]


def read_records(path: Path) -> list[Record]:
    """Read the rows of a file.

    Raises:
        UserError: the file cannot be read, has another format or no rows.
    """
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        raise UserError(
            f"{path} has an unknown format: its name should end in one of {', '.join(READERS)}."
        )
    found = reader(path)
    if not found:
        raise UserError(f"{path} has no rows.")
    return found


def _parquet(path: Path) -> list[Record]:
    return as_rows(read_table(path), path)


def _json(path: Path) -> list[Record]:
    """An array of objects, an object of objects, or JSON lines with the suffix of JSON."""
    text = read_text(path)
    try:
        held = json.loads(text)
    except (ValueError, RecursionError):
        return _objects(json_lines(text, path))
    if isinstance(held, dict) and all(isinstance(value, dict) for value in held.values()):
        held = list(held.values())
    rows = held if isinstance(held, list) else [held]
    return _objects((f"{path}, row {number}", row) for number, row in enumerate(rows, start=1))


def _jsonl(path: Path) -> list[Record]:
    return _objects(json_lines(read_text(path), path))


def json_lines(text: str, name: object) -> Iterator[tuple[str, object]]:
    """The value on each line that is not empty, with its place for messages.

    Args:
        text: JSON, one value per line.
        name: of the file.

    Raises:
        UserError: a line is not JSON; the message names it.
    """
    # Not splitlines, which also splits at U+2028 within a string.
    for number, line in enumerate(text.split("\n"), start=1):
        where = f"{name}, line {number}"
        if line.strip():
            try:
                yield where, json.loads(line)
            except (ValueError, RecursionError) as error:
                raise UserError(f"{where}: this is not JSON ({error}).") from error


def _objects(held: Iterable[tuple[str, object]]) -> list[Record]:
    found = []
    for where, entry in held:
        if not isinstance(entry, dict):
            raise UserError(f"{where}: this should be an object.")
        found.append(entry)
    return found


def _csv(path: Path) -> list[Record]:
    text = read_text(path)
    header = text.partition("\n")[0]
    separator = max(",;\t", key=header.count)
    # Not splitlines, as for JSON lines.
    return _table(csv.reader(io.StringIO(text), delimiter=separator), path)


def _tsv(path: Path) -> list[Record]:
    """Tab-separated lines; a fully quoted field loses its quotes.

    The published files contain unpaired quotation marks, after which a CSV reader would take the
    next line for the same field.
    """
    lines = (line.rstrip("\r") for line in read_text(path).split("\n"))
    return _table(([_unquoted(f) for f in line.split("\t")] for line in lines if line), path)


def _table(lines: Iterable[list[str]], path: Path) -> list[Record]:
    rows = iter(lines)
    found: list[Record] = []
    number = 0
    try:
        header = next(rows, [])
        for number, row in enumerate(rows, start=1):
            if row and len(row) != len(header):
                raise UserError(
                    f"{path}, row {number}: {len(row)} fields, where the header has {len(header)}."
                )
            if row:
                found.append(dict(zip(header, row, strict=True)))
    except csv.Error as error:
        raise UserError(
            f"{path} cannot be read after row {number}: {error}. A quotation mark may lack its"
            " other half."
        ) from error
    return found


def _unquoted(field: str) -> str:
    if len(field) < 2 or field[0] != '"' or field[-1] != '"':
        return field
    inner = field[1:-1].replace('""', "\0")
    return field if '"' in inner else inner.replace("\0", '"')


def read_text(path: Path) -> str:
    """The text of a file in UTF-8, without a byte order mark.

    Raises:
        UserError: it is missing, is a pipe or a device, or cannot be read.
    """
    if not path.exists():
        raise UserError(f"{path} does not exist.")
    if is_pipe(path):
        raise UserError(f"{path} is a pipe or a device, not a file: store its text in a file.")
    try:
        return as_file(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path} cannot be read as text in UTF-8.") from error


READERS: Mapping[str, Callable[[Path], list[Record]]] = {
    ".parquet": _parquet,
    ".jsonl": _jsonl,
    ".json": _json,
    ".csv": _csv,
    ".tsv": _tsv,
}
"""How a file is read, by its suffix."""
