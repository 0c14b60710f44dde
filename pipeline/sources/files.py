"""Reading sentences from files: .txt, .jsonl, .csv, each also .gz or .zst, and .parquet.

Every line or record is returned, bad ones with the name of their problem, so that the caller can
count them. A line ends with LF or CRLF, or with CR in a file that has neither, as on old Macs.
Other separators (U+0085, U+2028, form feed, a CR within a line) do not end a line. A CSV record may
span lines; blank lines between records do not count.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

from schemas.errors import UserError
from schemas.reading import as_file

FORMATS = ".txt, .jsonl, .csv (each also with .gz or .zst) and .parquet"
MAX_LINE_BYTES = 16 * 1024 * 1024
MAX_GROWTH = 2000
"""Most that a compressed file may unpack to, beyond 16 MB, as a multiple of its size. Text
compresses to about a tenth; anything this much smaller was made to fill memory or time."""
_GROWTH_BYTES = 16 * 1024 * 1024
_LINE_COST = 64
"""Bytes that a line or row counts for besides its text: empty ones take time, though no memory."""
_HEAD_BYTES = 65_536


class Line(NamedTuple):
    """One line or record of a source.

    Attributes:
        number: 1-based line; for CSV the record's last line, for Parquet the row.
        text: the sentence; empty if `problem` is set.
        problem: `undecodable`, `malformed` or `over_long`, or "" for a good line.
    """

    number: int
    text: str
    problem: str = ""


def read_lines(path: Path, column: str = "text") -> Iterator[Line]:
    """Every line or record of a file, in order.

    Args:
        path: the file; its suffix gives the format.
        column: field with the sentence in .jsonl, .csv and .parquet.

    Raises:
        UserError: the file cannot be read, is binary, is truncated, has another format than its
            name says, or lacks the column.
    """
    require_file(path)
    kind, packed = _format_of(path)
    if kind == ".parquet" and not packed:
        yield from _parquet(path, column)
        return
    readers = {".txt": _text, ".jsonl": _jsonl, ".csv": _csv}
    if kind not in readers:
        raise UserError(f"{path} has an unknown format: {FORMATS} can be read.")
    try:
        with _open(path, packed) as stream:
            yield from readers[kind](stream, path, column)
    except (EOFError, OSError, zlib.error) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise UserError(f"{path} cannot be read: {error.strerror}.") from error
        raise UserError(f"{path} is not a complete {packed} file: {error}.") from error


def has_columns(path: Path) -> bool:
    """Whether a file's name says that its records have named fields."""
    return _format_of(path)[0] in (".jsonl", ".csv", ".parquet")


def _format_of(path: Path) -> tuple[str, str]:
    """The suffix of a file's format, and that of its compression or ""."""
    suffixes = [s.lower() for s in path.suffixes[-2:]]
    packed = suffixes[-1] if suffixes and suffixes[-1] in (".gz", ".zst") else ""
    if packed:
        suffixes.pop()
    return (suffixes[-1] if suffixes else ".txt"), packed


def require_file(path: Path) -> None:
    """Check that a path is a regular file: reading a pipe would block, and could not be repeated.

    Raises:
        UserError: it is not; the message says what it is.
    """
    if path.is_dir():
        raise UserError(f"{path} is a folder: name the files in it, for example {path}/*.txt.")
    if not path.exists():
        raise UserError(f"{path} does not exist.")
    if not path.is_file():
        raise UserError(
            f"{path} is a pipe or a device, not a file: give - and its content on standard input."
        )


@contextmanager
def _open(path: Path, packed: str) -> Iterator[io.BufferedReader]:
    with as_file(path).open("rb", buffering=0) as file, ExitStack() as layers:
        raw: Any = file
        if packed == ".gz":
            raw = layers.enter_context(gzip.GzipFile(fileobj=file))
        elif packed == ".zst":
            import pyarrow as pa

            # Unlike most readers of the format, this one refuses a file that ends within a frame.
            raw = layers.enter_context(pa.CompressedInputStream(pa.PythonFile(file), "zstd"))
        if packed:
            raw = layers.enter_context(_Unpacked(raw, path))
        stream = layers.enter_context(io.BufferedReader(raw, _HEAD_BYTES))
        head = stream.peek(_HEAD_BYTES)[:_HEAD_BYTES]
        _refuse_binary(head, path)
        if b"\r" in head and b"\n" not in head:
            stream = layers.enter_context(io.BufferedReader(_CarriageReturns(stream), _HEAD_BYTES))
        yield stream


class _Unpacked(io.RawIOBase):
    """The content of a compressed file, up to the size that a text may have."""

    def __init__(self, raw: Any, path: Path) -> None:
        super().__init__()
        self._raw, self._path = raw, path
        self._left = _most_bytes(path)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        content = self._raw.read(len(buffer))
        self._left -= len(content) + _LINE_COST * content.count(b"\n")
        if self._left < 0:
            raise _grown(self._path)
        buffer[: len(content)] = content
        return len(content)


def _most_bytes(path: Path) -> int:
    return max(_GROWTH_BYTES, MAX_GROWTH * path.stat().st_size)


def _grown(path: Path) -> UserError:
    return UserError(
        f"{path} unpacks to more than {MAX_GROWTH:,} times its size, which no ordinary text does."
        " If you trust it, unpack it yourself and give the unpacked file."
    )


class _CarriageReturns(io.RawIOBase):
    """A binary stream that turns CR into LF."""

    def __init__(self, stream: io.BufferedReader) -> None:
        super().__init__()
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        content = self._stream.read1(len(buffer)).replace(b"\r", b"\n")
        buffer[: len(content)] = content
        return len(content)


def _refuse_binary(head: bytes, path: Path) -> None:
    """Stop at once for a file that is not text, instead of counting each of its lines as bad."""
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise UserError(f"{path} is UTF-16 text: convert it to UTF-8 first.")
    controls = sum(head.count(bytes([c])) for c in range(32) if c not in b"\t\n\v\f\r\x1b")
    if controls > 0.1 * max(len(head), 1):
        raise UserError(f"{path} is a binary file, not text: {FORMATS} can be read.")


def _raw_lines(stream: IO[bytes]) -> Iterator[tuple[int, bytes | None]]:
    """Numbered lines without their ends; None for one that is too long to hold."""
    number = 0
    while line := stream.readline(MAX_LINE_BYTES):
        number += 1
        if len(line) < MAX_LINE_BYTES or line.endswith(b"\n"):
            yield number, line.rstrip(b"\r\n")
            continue
        while (rest := stream.readline(MAX_LINE_BYTES)) and not rest.endswith(b"\n"):
            pass
        yield number, None


def _text(stream: IO[bytes], path: Path, column: str) -> Iterator[Line]:
    for number, raw in _raw_lines(stream):
        if raw is None:
            yield Line(number, "", "over_long")
            continue
        try:
            yield Line(number, raw.decode("utf-8"))
        except UnicodeDecodeError:
            yield Line(number, "", "undecodable")


def _jsonl(stream: IO[bytes], path: Path, column: str) -> Iterator[Line]:
    seen_column = False
    for line in _text(stream, path, column):
        if line.problem or not line.text.strip("\ufeff \t"):
            yield line
            continue
        try:
            record = json.loads(line.text.removeprefix("\ufeff"))
        except (ValueError, RecursionError):
            yield Line(line.number, "", "malformed")
            continue
        value = record.get(column) if isinstance(record, dict) else None
        if not isinstance(value, str):
            if not seen_column and isinstance(record, dict) and column not in record:
                names = ", ".join(map(str, record)) or "none"
                raise UserError(
                    f"{path}, line {line.number}: the record has no field {column!r}; its fields"
                    f" are: {names}. Name the right one with --column."
                )
            yield Line(line.number, "", "malformed")
            continue
        seen_column = True
        yield _checked(line.number, value)


def _csv_lines(text: IO[str], path: Path) -> Iterator[str]:
    """Lines with their ends; one that is too long to hold is refused, since what ends a record in
    it is unknown."""
    number = 0
    while line := text.readline(MAX_LINE_BYTES):
        number += 1
        if len(line) == MAX_LINE_BYTES and line[-1] not in "\r\n":
            raise UserError(
                f"{path}, line {number} is longer than {MAX_LINE_BYTES:,} characters: check the"
                " ends of its lines."
            )
        yield line


def _csv(stream: IO[bytes], path: Path, column: str) -> Iterator[Line]:
    csv.field_size_limit(MAX_LINE_BYTES)
    text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="surrogateescape", newline="")
    reader = csv.DictReader(_csv_lines(text, path))
    try:
        if reader.fieldnames is None:
            return
        if column not in reader.fieldnames:
            raise UserError(
                f"{path}, line 1: there is no column {column!r}; the columns are:"
                f" {', '.join(reader.fieldnames)}. Name the right one with --column."
            )
        if reader.fieldnames.count(column) > 1:
            raise _named_twice(path, column, reader.fieldnames)
        for record in reader:
            if None in record or record[column] is None:
                # More fields than the header, usually a comma that should have been quoted, or a
                # record that ends before the column.
                yield Line(reader.line_num, "", "malformed")
            else:
                yield _checked(reader.line_num, record[column])
    except csv.Error as error:
        raise UserError(
            f"{path}, line {reader.line_num} cannot be read: {error}. A quotation mark may lack its"
            " other half."
        ) from error
    finally:
        text.detach()


def _parquet(path: Path, column: str) -> Iterator[Line]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        schema = pq.read_schema(as_file(path))
        names = schema.names
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path} is not a Parquet file: {error}.") from error
    if column not in names:
        raise UserError(
            f"{path} has no column {column!r}; its columns are: {', '.join(names)}."
            " Name the right one with --column."
        )
    if names.count(column) > 1:
        raise _named_twice(path, column, names)
    kind = schema.field(column).type
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    if not pa.types.is_string(kind) and not (
        pa.types.is_large_string(kind) or pa.types.is_string_view(kind)
    ):
        raise UserError(
            f"{path}: column {column!r} holds {kind}, not text. Name another with --column."
        )
    number, left = 0, _most_bytes(path)
    try:
        # As a dictionary, so that a text of a megabyte which fills twenty thousand rows is held
        # once.
        file = pq.ParquetFile(
            as_file(path), page_checksum_verification=True, read_dictionary=[column]
        )
        for batch in file.iter_batches(columns=[column], batch_size=8192):
            for scalar in batch.column(0):
                number += 1
                try:
                    text = scalar.as_py() or ""
                except UnicodeDecodeError:
                    yield Line(number, "", "undecodable")
                    continue
                left -= len(text) + _LINE_COST
                if left < 0:
                    raise _grown(path)
                if len(text) < MAX_LINE_BYTES:
                    yield Line(number, text)
                else:
                    yield Line(number, "", "over_long")
    except (pa.ArrowException, OSError) as error:
        raise UserError(f"{path} is damaged after row {number:,}: {error}.") from error


def _named_twice(path: Path, column: str, names: Sequence[str]) -> UserError:
    return UserError(
        f"{path} has the column {column!r} {names.count(column)} times: rename all but one."
    )


def _checked(number: int, text: str) -> Line:
    """A line from a decoded field; lone surrogates mark bytes that are not UTF-8."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return Line(number, "", "undecodable")
    return Line(number, text)
