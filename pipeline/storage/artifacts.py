"""One command's view of an artifacts folder, which reads each manifest only once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pipeline.storage.manifest import require_finished, sound_manifest
from pipeline.storage.reader import TableReader
from pipeline.storage.writer import StageWriter, open_stage
from schemas.locations import Location
from schemas.manifest import Manifest
from schemas.tables import Stage


class ArtifactsFolder:
    """Manifests, readers and writers of the tables in one folder.

    Args:
        root: the folder. Nobody else may change its manifests while this object is in use.
    """

    def __init__(self, root: Location) -> None:
        self.root = root
        self._manifests: dict[Stage, Manifest | None] = {}

    def manifest(self, stage: Stage) -> Manifest | None:
        """The manifest of a stage, finished or not; None if there is none.

        Raises:
            WorkFailed: the file is not a manifest, or was altered.
        """
        if stage not in self._manifests:
            self._manifests[stage] = sound_manifest(self.root / stage)
        return self._manifests[stage]

    def require(self, stage: Stage) -> Manifest:
        """The manifest of a finished stage.

        Raises:
            UserError: the stage is missing or unfinished; the message names the command to run.
        """
        return require_finished(self.root, stage, self.manifest(stage))

    def table(self, stage: Stage) -> TableReader:
        """A reader of a finished stage's rows; raises the same errors as `require`."""
        return TableReader(self.root, stage, self.require(stage))

    @contextmanager
    def writer(self, wanted: Manifest, *, overwrite: bool) -> Iterator[StageWriter]:
        """Start or resume a stage, see `open_stage`."""
        with open_stage(self.root, wanted, overwrite=overwrite) as writer:
            # The writer adds to it as shards are finished.
            self._manifests[wanted.stage] = wanted
            yield writer
