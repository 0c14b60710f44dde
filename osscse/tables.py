"""The tables of an artifacts folder, by their names."""

from __future__ import annotations

from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.reader import TableReader
from schemas.errors import UserError
from schemas.tables import STAGES


class Tables(ArtifactsFolder):
    """The finished tables of one folder."""

    def table(self, stage: str) -> TableReader:
        """A reader of a table's rows.

        Args:
            stage: name of the table, such as `triples`.

        Raises:
            UserError: there is no table of that name, or the stage has not made it yet.
        """
        if stage not in STAGES:
            raise UserError(f"There is no table {stage!r}. The tables are {', '.join(STAGES)}.")
        return super().table(stage)
