"""Checks the files of triples against their manifest.

A folder that the pipeline wrote has a `manifest.json` with the name, size and SHA-256 of each
shard. The check prevents training on an incomplete or altered table; files of other origin have no
manifest and are used as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pyarrow as pa
import pyarrow.parquet as pq

from schemas.advice import option_for
from schemas.errors import UserError, first_line
from schemas.locations import Location
from schemas.manifest import (
    FILE,
    Manifest,
    alteration,
    changed_inputs,
    copy_folder,
    parse_manifest,
)
from schemas.progress import series
from schemas.reading import opened
from schemas.tables import STAGES

_TABLE = "triples"
"""Name of the folder in which the pipeline writes them."""


def _remedy(folder: Location) -> str:
    """What to do about damaged triples."""
    if folder.name != _TABLE:
        return "Make the file again, or take it from a copy."
    at = option_for(folder.parent)
    return f"`pipeline verify{at}` lists the damage, and `pipeline repair{at}` repairs it."


def option_of(path: Location) -> str:
    """The option that names the artifacts folder of triples, for advice, written by `option_for`.

    Args:
        path: what `--triples` names, or one of its files; of other files the folder is unknown.
    """
    if path.suffix == ".parquet":
        return option_for(path.parent.parent) if path.parent.name == _TABLE else ""
    return option_for(path.parent if path.name == _TABLE else path)


def checked_manifest(folder: Location, files: Sequence[Location]) -> Manifest | None:
    """The manifest of a folder, which agrees with its files; None if there is none.

    Args:
        files: all shards in the folder.

    Raises:
        UserError: the manifest is unreadable, missing or edited, its stage is unfinished, or a
            shard is missing, not listed, or of another size.
    """
    if not (folder / FILE).exists():
        # Other files in the folder show that the pipeline made these.
        for trace in (copy_folder(folder), folder.parent / "verdicts"):
            if folder.name == _TABLE and (trace / FILE).exists():
                raise UserError(f"{folder / FILE} is missing. {_remedy(folder)}")
        return None
    try:
        parsed = parse_manifest(folder)
    except ValueError as error:
        raise UserError(f"{folder / FILE} is damaged ({error}). {_remedy(folder)}") from error
    if fault := alteration(folder, parsed):
        raise UserError(f"{folder / FILE} {fault}. {_remedy(folder)}")
    manifest = parsed.manifest
    if missing := manifest.missing():
        raise UserError(
            f"{folder} is not finished ({len(missing)} of {len(manifest.planned)} shards are"
            f" missing): run `pipeline run filter{option_for(folder.parent)}` again, with the"
            " settings of that run, to resume it."
        )
    found = {file.name: file for file in files}
    for shard in manifest.shards:
        if shard.file not in found:
            raise UserError(f"{folder / shard.file} is missing. {_remedy(folder)}")
        if (size := found[shard.file].stat().st_size) != shard.bytes:
            raise UserError(
                f"{found[shard.file]} has {size:,} bytes instead of the {shard.bytes:,} in its"
                f" manifest. {_remedy(folder)}"
            )
    if strays := sorted(found.keys() - {shard.file for shard in manifest.shards}):
        raise UserError(f"{found[strays[0]]} is in no manifest: remove it. {_remedy(folder)}")
    return manifest


def outdated(folder: Location, triples: Manifest) -> str:
    """A warning that the tables which triples were made from have changed since; "" if not.

    Args:
        folder: the folder of the triples.
    """
    sources = [stage for stage in STAGES if stage in triples.input]
    found = {stage: _manifest(folder.parent / stage) for stage in sources}
    present = {stage: manifest for stage, manifest in found.items() if manifest is not None}
    changed = changed_inputs(triples, present)
    if not changed:
        return ""
    return (
        f"{folder} was made from other {series(changed)} than those in {folder.parent} now:"
        f" `pipeline verify{option_for(folder.parent)}` says which commands bring it up to date."
    )


def _manifest(folder: Location) -> Manifest | None:
    """The manifest of a folder; None without a readable one."""
    try:
        return parse_manifest(folder).manifest
    except (OSError, ValueError):
        return None


def translation_models(folder: Location, triples: Manifest | None) -> list[str]:
    """The models that translated for the triples of a folder, if the manifests record them.

    Args:
        triples: the manifest of the triples, if it was read already.
    """
    triples = triples or _manifest(folder)
    made = _manifest(folder.parent / "backtranslations")
    if triples is None or made is None:
        return []
    if triples.input.get(made.stage) != made.fingerprint():
        return []
    said = {model for name, model in made.input.items() if name != "sentences"}
    return sorted({model.rpartition(" ")[0] for model in said})


def check_digest(file: Location, digest: str, vouched: str | None) -> None:
    """Compare a file's SHA-256 with that in its manifest.

    Raises:
        UserError: they differ.
    """
    if vouched is not None and digest != vouched:
        raise UserError(f"{file} differs from its manifest (SHA-256). {_remedy(file.parent)}")


@contextmanager
def open_parquet(file: Location, dictionaries: Sequence[str] = ()) -> Iterator[pq.ParquetFile]:
    """Open a file of triples; read errors in the body become a clear message.

    Args:
        dictionaries: columns to read as dictionaries, which hold a text that repeats once.

    Raises:
        UserError: the file is damaged.
    """
    try:
        with (
            opened(file) as readable,
            pq.ParquetFile(
                readable, page_checksum_verification=True, read_dictionary=[*dictionaries]
            ) as source,
        ):
            yield source
    except (OSError, pa.ArrowException, UnicodeDecodeError) as error:
        raise UserError(
            f"{file} cannot be read ({first_line(error)}). {_remedy(file.parent)}"
        ) from error
