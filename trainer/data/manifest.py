"""Whether the files of triples are those that their manifest vouches for.

A folder that the pipeline wrote has a `manifest.json` with the name, size and SHA-256 of each
shard. Reading it here keeps a missing, cut or altered shard from being trained on without a word;
files of another origin have no manifest and are taken as they are.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from schemas.errors import UserError
from schemas.locations import Location, opened

_REMEDY = "`pipeline verify` tells what is damaged, and `pipeline repair` makes it again."


def vouched_digests(files: Sequence[Location]) -> dict[str, str]:
    """SHA-256 of each file by its name, as their folder's manifest has it; empty without one.

    Args:
        files: all shards found in one folder.

    Raises:
        UserError: where the manifest cannot be read, its stage is unfinished, or a shard is
            missing, not listed, or of another size.
    """
    path = files[0].parent / "manifest.json"
    if not path.exists():
        return {}
    try:
        manifest: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        listed = {str(s["file"]): (int(s["bytes"]), str(s["sha256"])) for s in manifest["shards"]}
        planned = [str(file) for file in manifest["planned"]]
    except (ValueError, KeyError, TypeError) as error:
        raise UserError(f"{path} is damaged ({error}). {_REMEDY}") from error
    if unfinished := len(set(planned) - listed.keys()):
        raise UserError(
            f"{path.parent} is not finished ({unfinished} of {len(planned)} shards are still to be"
            " made): run `pipeline run filter` again, it goes on where it stopped."
        )
    found = {file.name: file for file in files}
    for name, (size, _) in listed.items():
        if name not in found:
            raise UserError(f"{path.parent / name} is missing. {_REMEDY}")
        if (there := found[name].stat().st_size) != size:
            raise UserError(
                f"{found[name]} has {there:,} bytes, its manifest says {size:,}. {_REMEDY}"
            )
    if strays := sorted(found.keys() - listed.keys()):
        raise UserError(f"{found[strays[0]]} is in no manifest: remove it. {_REMEDY}")
    return {name: digest for name, (_, digest) in listed.items()}


def check_digest(file: Location, digest: str, vouched: str | None) -> None:
    """Compare a file's SHA-256 with the one that its manifest has.

    Raises:
        UserError: where they differ.
    """
    if vouched is not None and digest != vouched:
        raise UserError(
            f"{file} has other content than its manifest says (SHA-256 differs). {_REMEDY}"
        )


@contextmanager
def open_parquet(file: Location) -> Iterator[pq.ParquetFile]:
    """Open a file of triples; whatever cannot be read in the body becomes a clear message.

    Raises:
        UserError: where the file is damaged.
    """
    try:
        with (
            opened(file) as readable,
            pq.ParquetFile(readable, page_checksum_verification=True) as source,
        ):
            yield source
    except (OSError, pa.ArrowException, UnicodeDecodeError) as error:
        first = str(error).splitlines()[0]
        raise UserError(f"{file} cannot be read ({first}). {_REMEDY}") from error
