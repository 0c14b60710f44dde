"""Where triples are: folders and files that the user names, and the bundled ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from schemas.errors import UserError
from schemas.files import sha256_file
from schemas.locations import Location
from schemas.manifest import Manifest
from schemas.reading import opened
from schemas.tables import TRIPLES, difference
from trainer.data.manifest import (
    check_digest,
    checked_manifest,
    option_of,
    outdated,
    translation_models,
)

WRITTEN = "written"
"""Name of the triples that come with the package, written by a language model for this project; a
file or folder of this name goes first."""
_BUNDLED = Path(__file__).with_name("written.parquet")


@dataclass(frozen=True, slots=True)
class Place:
    """The files of triples that one name stands for.

    Attributes:
        name: as the user gave it.
        files: in the order of their names.
        manifest: of their folder, with which they agree; None for a single file, and for files that
            have none.
        option: how commands of `pipeline` name their artifacts folder; empty for the default one.
    """

    name: str
    files: Sequence[Location]
    manifest: Manifest | None
    option: str

    @property
    def bundled(self) -> bool:
        """Whether these triples come with the package."""
        return self.files == [_BUNDLED]

    @property
    def _folder(self) -> Location:
        return self.files[0].parent

    def digests(self) -> list[str]:
        """SHA-256 of every file.

        Raises:
            UserError: a file's SHA-256 differs from its manifest.
        """
        vouched = {s.file: s.sha256 for s in self.manifest.shards} if self.manifest else {}
        found = []
        for file in self.files:
            found.append(sha256_file(file))
            check_digest(file, found[-1], vouched.get(file.name))
        return found

    def outdated(self) -> str:
        """A warning that the tables which it was made from have changed since; "" if not.

        Always "" for a single file, and for files without a manifest.
        """
        return outdated(self._folder, self.manifest) if self.manifest else ""

    def translated_by(self) -> list[str]:
        """The translation models, if the manifests record them."""
        return translation_models(self._folder, self.manifest)


def open_place(path: Location) -> Place:
    """Find the files of triples, and check their schema and manifest.

    Args:
        path: an artifacts folder, a folder of triples, one Parquet file, or `written`.

    Raises:
        UserError: there are none, a file has another schema, or the files do not match their
            folder's manifest.
    """
    bundled = str(path) == WRITTEN and not path.exists()
    files = [_BUNDLED] if bundled else _find(path)
    # Read once: the table is checked against the same manifest as long as it is in use.
    alone = bundled or path.is_file()
    manifest = None if alone else checked_manifest(files[0].parent, files)
    for file in files:
        _check_schema(file)
    return Place(str(path), files, manifest, "" if bundled else option_of(path))


def _find(path: Location) -> list[Location]:
    if path.is_file():
        return [path]
    for folder in (path / "triples", path):
        files: list[Location] = [*folder.glob("part-*.parquet")]
        files.sort(key=str)
        if files:
            return files
        checked_manifest(folder, files)  # a manifest tells which files should be there
    missing = "holds no triples" if path.exists() else "does not exist"
    if str(path) == WRITTEN:
        raise UserError(
            f"The folder {path} holds no triples, and hides the bundled triples of this name:"
            " rename it, or run the command in another folder."
        )
    raise UserError(
        f"{path} {missing}. Make triples with `pipeline run all --input FILE{option_of(path)}`, or"
        " give the folder that has triples/part-00000.parquet. `--triples written` needs none: it"
        " reads the bundled triples."
    )


def _check_schema(file: Location) -> None:
    try:
        with opened(file) as readable:
            found = pq.read_schema(readable)
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise UserError(f"{file} is not a readable Parquet file.") from error
    problem = difference(found, TRIPLES)
    if problem:
        raise UserError(
            f"{file} is not a table of triples: {problem}. Make it with"
            f" `pipeline run filter{option_of(file)}`."
        )
