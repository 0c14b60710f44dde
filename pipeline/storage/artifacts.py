"""The artifacts folder as a command sees it: each stage's manifest is read once."""

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
        root: the folder. Its manifests are taken to stay as they are while this object lives, but
            for those that it writes itself.
    """

    def __init__(self, root: Location) -> None:
        self.root = root
        self._manifests: dict[Stage, Manifest | None] = {}

    def manifest(self, stage: Stage) -> Manifest | None:
        """The manifest of a stage, finished or not; None where there is none.

        Raises:
            WorkFailed: when the file is not a manifest, or was altered.
        """
        if stage not in self._manifests:
            self._manifests[stage] = sound_manifest(self.root / stage)
        return self._manifests[stage]

    def require(self, stage: Stage) -> Manifest:
        """The manifest of a finished stage.

        Raises:
            UserError: when the stage has not been run or is not finished, naming the command.
        """
        return require_finished(self.root, stage, self.manifest(stage))

    def table(self, stage: Stage) -> TableReader:
        """A reader of a finished stage's rows; raises as `require` does."""
        return TableReader(self.root, stage, self.require(stage))

    @contextmanager
    def writer(self, wanted: Manifest, *, overwrite: bool) -> Iterator[StageWriter]:
        """Begin a stage or go on with it, as `open_stage` does."""
        with open_stage(self.root, wanted, overwrite=overwrite) as writer:
            # It is filled as shards are finished.
            self._manifests[wanted.stage] = wanted
            yield writer
