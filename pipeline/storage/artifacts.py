"""One command's view of an artifacts folder, which reads each manifest only once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from pipeline.storage.manifest import MADE_BY, NEEDED, Found, find_manifest, sound
from pipeline.storage.reader import TableReader
from pipeline.storage.writer import StageWriter, open_stage
from schemas.advice import option_for
from schemas.errors import UserError, WorkFailed
from schemas.locations import Location
from schemas.manifest import Manifest
from schemas.progress import series
from schemas.tables import STAGES, Stage


class ArtifactsFolder:
    """Manifests, readers and writers of the tables in one folder.

    Args:
        root: the folder. Nobody else may change its manifests while this object is in use.

    Attributes:
        trusted: whether tables may be read without comparing them with their checksums, as after
            a comparison.
    """

    def __init__(self, root: Location) -> None:
        self.root = root
        self.trusted = False
        self._found: dict[Stage, Found | None] = {}

    @classmethod
    def of(cls, artifacts: Location | ArtifactsFolder) -> ArtifactsFolder:
        """The caller's view, whose manifests are not read again, or a new one of a folder."""
        return artifacts if isinstance(artifacts, ArtifactsFolder) else cls(artifacts)

    def found(self, stage: Stage) -> Found | None:
        """The manifest of a stage, altered or not; None if there is none.

        Raises:
            WorkFailed: the file is not a manifest.
        """
        if stage not in self._found:
            self._found[stage] = find_manifest(self.root / stage)
        return self._found[stage]

    def manifest(self, stage: Stage) -> Manifest | None:
        """The manifest of a stage, finished or not; None if there is none.

        Raises:
            WorkFailed: the file is not a manifest, or was altered.
        """
        return sound(self.root / stage, self.found(stage))

    def require_there(self, wanted: Sequence[Stage] = STAGES) -> None:
        """Refuse a folder that does not exist, often a misspelt one.

        Args:
            wanted: the tables that the caller needs, in the order in which they are made.

        Raises:
            UserError: it does not exist.
        """
        if not self.root.exists():
            raise UserError(
                f"{self.root} does not exist: check --artifacts, or make tables there with"
                f" {self._commands_for(wanted)}."
            )

    def require(self, stage: Stage, also: Sequence[Stage] = ()) -> Manifest:
        """The manifest of a finished stage.

        Args:
            also: what the caller needs besides, for the message if the stage is missing.

        Raises:
            UserError: the folder does not exist, or the stage is missing or unfinished; the message
                names the commands to run.
        """
        found = self.manifest(stage)
        if found is None:
            wanted = (*NEEDED[stage], stage, *also)
            self.require_there(wanted)
            raise UserError(
                f"{self.root / stage} has no table yet: run {self._commands_for(wanted)} first."
            )
        if not found.complete:
            raise UserError(
                f"{self.root / stage} is not finished ({len(found.shards)} of"
                f" {len(found.planned)} shards): run `{MADE_BY[stage]}{option_for(self.root)}`"
                " again, with the settings of that run, to resume it."
            )
        return found

    def _commands_for(self, wanted: Sequence[Stage]) -> str:
        """The commands that make those of these tables that are missing, in a sentence."""
        at = option_for(self.root)
        lacking = [stage for stage in wanted if self.found(stage) is None]
        if lacking[0] == "sentences":
            makes_all = f"`pipeline run all --input FILE{at}`"
            return makes_all if lacking[1:] else f"`pipeline run ingest --input FILE{at}`"
        return series(dict.fromkeys(f"`{MADE_BY[stage]}{at}`" for stage in lacking))

    def needs(self, stage: Stage) -> Stage | None:
        """A finished table that was made from this one, or by the same command."""
        for other in STAGES:
            try:
                found = self.found(other) if other != stage else None
            except WorkFailed:
                continue
            if found is not None and found.manifest.complete:
                together = MADE_BY[other] == MADE_BY[stage]
                if together or stage in found.manifest.input:
                    return other
        return None

    def table(self, stage: Stage) -> TableReader:
        """A reader of a finished stage's rows; raises the same errors as `require`."""
        return TableReader(self.root, self.require(stage))

    @contextmanager
    def writer(self, wanted: Manifest, *, overwrite: bool) -> Iterator[StageWriter]:
        """Start or resume a stage, see `open_stage`."""
        with open_stage(self.root, wanted, overwrite=overwrite) as writer:
            # The writer adds to it as shards are finished.
            self._found[wanted.stage] = Found(wanted, "", altered=False)
            yield writer
