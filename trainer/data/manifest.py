"""Whether the files of triples are those that their manifest vouches for.

A folder that the pipeline wrote has a `manifest.json` with the name, size and SHA-256 of each
shard. Reading it here keeps a missing, cut or altered shard from being trained on without a word;
files of another origin have no manifest and are taken as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pyarrow as pa
import pyarrow.parquet as pq

from schemas.errors import UserError
from schemas.locations import Location, opened
from schemas.manifest import FILE, copy_folder, departs_from_copy, is_altered, parse_manifest

_REMEDY = "`pipeline verify` tells what is damaged, and `pipeline repair` makes it again."


def vouched_digests(files: Sequence[Location]) -> dict[str, str]:
    """SHA-256 of each file by its name, as their folder's manifest has it; empty without one.

    Args:
        files: all shards found in one folder.

    Raises:
        UserError: where the manifest cannot be read, is gone or was edited, its stage is
            unfinished, or a shard is missing, not listed, or of another size.
    """
    folder = files[0].parent
    if not (folder / FILE).exists():
        # The pipeline made these: what is left of its folder says so.
        for trace in (copy_folder(folder), folder.parent / "verdicts"):
            if folder.name == "triples" and (trace / FILE).exists():
                raise UserError(f"{folder / FILE} is missing. {_REMEDY}")
        return {}
    try:
        manifest = parse_manifest(folder)
    except ValueError as error:
        raise UserError(f"{folder / FILE} is damaged ({error}). {_REMEDY}") from error
    if is_altered(folder):
        raise UserError(f"{folder / FILE} is not what was written (its digest differs). {_REMEDY}")
    if departs_from_copy(folder, manifest):
        raise UserError(
            f"{folder / FILE} differs from its copy, {copy_folder(folder) / FILE}: one of the two"
            f" was edited. {_REMEDY}"
        )
    if missing := manifest.missing():
        raise UserError(
            f"{folder} is not finished ({len(missing)} of {len(manifest.planned)} shards are still"
            " to be made): run `pipeline run filter` again, it goes on where it stopped."
        )
    found = {file.name: file for file in files}
    for shard in manifest.shards:
        if shard.file not in found:
            raise UserError(f"{folder / shard.file} is missing. {_REMEDY}")
        if (size := found[shard.file].stat().st_size) != shard.bytes:
            raise UserError(
                f"{found[shard.file]} has {size:,} bytes instead of the {shard.bytes:,} in its"
                f" manifest. {_REMEDY}"
            )
    vouched = {shard.file: shard.sha256 for shard in manifest.shards}
    if strays := sorted(found.keys() - vouched.keys()):
        raise UserError(f"{found[strays[0]]} is in no manifest: remove it. {_REMEDY}")
    return vouched


def check_digest(file: Location, digest: str, vouched: str | None) -> None:
    """Compare a file's SHA-256 with the one that its manifest has.

    Raises:
        UserError: where they differ.
    """
    if vouched is not None and digest != vouched:
        raise UserError(f"{file} differs from its manifest (SHA-256). {_REMEDY}")


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
