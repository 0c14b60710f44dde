"""Install published models: download, check and unpack, then rename into place."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

import httpx
import pyarrow as pa

from pipeline.translation.engines.marian.origin import CHECKSUMS, ORIGIN
from pipeline.translation.published.catalogue import File, Model
from pipeline.translation.published.download import download
from schemas.errors import WorkFailed
from schemas.files import (
    exclusive,
    make_folder,
    replace_folder,
    sha256_file,
    sync_folder,
    write_json,
)

LICENCE = "Mozilla Public License 2.0 (https://www.mozilla.org/MPL/2.0/)"
PARTS = ".parts"
"""Folder of unfinished downloads, named by the checksums of the packed files."""


def is_here(place: Path, model: Model) -> bool:
    """Whether the folder holds exactly this version of a model."""
    return all(
        (path := place / model.name / file.name).is_file()
        and sha256_file(path) == file.unpacked_sha256
        for file in model.files
    )


def fetch(
    client: httpx.Client,
    models: Iterable[Model],
    files: str,
    place: Path,
    on_bytes: Callable[[int], None] = lambda count: None,
) -> None:
    """Install models in folders such as `en-pt`, replacing other versions.

    Args:
        files: URL that the locations of the files are relative to.
        on_bytes: called with the number of bytes received.

    Raises:
        WorkFailed: a download fails, a file is damaged or cannot be written, or another process
            downloads to the same folder.
    """
    parts = place / PARTS
    make_folder(parts)
    refusal = f"Another process is downloading models to {place}: wait until it ends."
    with exclusive(parts / "lock", refusal):
        for model in models:
            packed = {file: parts / f"{file.attachment.hash}.zst" for file in model.files}
            for file, path in packed.items():
                download(
                    client, files + file.attachment.location.lstrip("/"), path,
                    size=file.attachment.size, sha256=file.attachment.hash, on_bytes=on_bytes,
                )  # fmt: skip
            _install(model, packed, files, place)


def _install(model: Model, packed: dict[File, Path], files: str, place: Path) -> None:
    def write(folder: Path) -> None:
        for file, path in packed.items():
            _unpack(path, folder / file.name)
            if sha256_file(folder / file.name) != file.unpacked_sha256:
                raise WorkFailed(
                    f"{file.name}: the unpacked file does not have the published checksum. Name a"
                    " mirror with --server."
                )
        about = {"version": model.version, "architecture": model.architecture}
        checksums = {file.name: file.unpacked_sha256 for file in packed}
        origin = {**about, "server": files, "licence": LICENCE, CHECKSUMS: checksums}
        write_json(folder / ORIGIN, origin)
        # Before the folder has its name: if killed in between, this would leave them for good.
        for path in packed.values():
            path.unlink(missing_ok=True)
        sync_folder(place / PARTS)

    replace_folder(place / model.name, write)


def _unpack(packed: Path, path: Path) -> None:
    with (
        pa.OSFile(str(packed)) as raw,
        pa.CompressedInputStream(raw, "zstd") as content,
        path.open("wb") as file,
    ):
        shutil.copyfileobj(content, file, 1 << 20)
