"""The table `backtranslations`, whatever its pivots, read one range of sentences at a time."""

from __future__ import annotations

from collections import defaultdict

import pyarrow as pa

from pipeline.acceptance.guards import Candidate
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.reader import ShardsReader
from schemas.manifest import Shard
from schemas.tables import BACKTRANSLATIONS


class Translations:
    """A reader of the candidates that were translated."""

    def __init__(self, artifacts: ArtifactsFolder) -> None:
        self.manifest = artifacts.require("backtranslations")
        by_pivot: dict[str, list[Shard]] = {}
        for shard in self.manifest.shards:
            by_pivot.setdefault(shard.file.partition("/")[0], []).append(shard)
        self._readers = [
            ShardsReader(artifacts.root, "backtranslations", shards) for shards in by_pivot.values()
        ]

    @property
    def pivots(self) -> list[str]:
        """In the order of the run, which breaks ties."""
        return list(self.manifest.config["pivots"])

    def read(self, start: int, stop: int) -> pa.Table:
        """The rows of the shards that overlap sentences `start` to `stop`."""
        none = BACKTRANSLATIONS.empty_table()
        return pa.concat_tables([none, *(reader.read(start, stop) for reader in self._readers)])

    def by_sentence(self, start: int, stop: int) -> dict[int, list[Candidate]]:
        """Sentence id -> candidates by pivot and rank, of at least sentences `start` to `stop`."""
        place = {pivot: i for i, pivot in enumerate(self.pivots)}
        found: dict[int, list[Candidate]] = defaultdict(list)
        for row in self.read(start, stop).to_pylist():
            found[row.pop("id")].append(Candidate(**row))
        for candidates in found.values():
            candidates.sort(key=lambda one: (place[one.pivot_lang or ""], one.rank))
        return found
