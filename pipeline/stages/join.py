"""The tables of the earlier stages, joined sentence by sentence for the filter."""

from __future__ import annotations

from bisect import bisect_right
from itertools import takewhile
from typing import NamedTuple

import pyarrow as pa

from pipeline.acceptance.guards import Candidate
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.reader import read_shard
from schemas.errors import UserError
from schemas.manifest import Manifest, Shard
from schemas.tables import BACKTRANSLATIONS


class Sentence(NamedTuple):
    """A sentence with all that the earlier stages made of it."""

    id: int
    anchor: str
    negation: str | None
    rule: str | None
    candidates: list[Candidate]


class Sources:
    """The three tables, joined a row range at a time."""

    def __init__(self, artifacts: ArtifactsFolder) -> None:
        self.sentences = artifacts.table("sentences")
        self.negations = artifacts.table("negations")
        self.backtranslations = artifacts.require("backtranslations")
        self._folder = artifacts.root / "backtranslations"
        self._by_pivot: dict[str, list[Shard]] = {}
        for shard in self.backtranslations.shards:
            self._by_pivot.setdefault(shard.file.partition("/")[0], []).append(shard)
        current = self.sentences.manifest.fingerprint()
        for manifest in (self.negations.manifest, self.backtranslations):
            if manifest.input.get("sentences") != current:
                raise UserError(
                    f"{artifacts.root / manifest.stage} was made from other sentences than"
                    f" {artifacts.root / 'sentences'} now holds: make it again with --overwrite."
                )

    def fingerprints(self) -> dict[str, str]:
        """Identity of each table."""
        return {
            "sentences": self.sentences.manifest.fingerprint(),
            "negations": self.negations.manifest.fingerprint(),
            "backtranslations": self.backtranslations.fingerprint(),
        }

    def join(self, start: int, stop: int) -> list[Sentence]:
        """Sentences `start` to `stop` with their negation and candidates, in order.

        Only the shards that overlap the range are read, so memory does not grow with the corpus.
        """
        import duckdb

        sentences = self.sentences.read(start, stop)
        sentences = sentences.append_column(
            "position", pa.array(range(sentences.num_rows), pa.int64())
        )
        with duckdb.connect() as db:
            db.execute("set memory_limit = '1GB'")
            db.register("sentences", sentences)
            db.register("negations", self.negations.read(start, stop))
            db.register("pivots", _pivot_order(self.backtranslations))
            db.register("backtranslations", self._candidates(start, stop))
            rows = db.execute(
                """
                with candidates as (
                    select id, list(
                        {'pivot_lang': pivot_lang, 'rank': b.rank, 'pivot_text': pivot_text,
                         'paraphrase': paraphrase, 'score': score} order by pivots.position, b.rank
                    ) as found
                    from backtranslations b
                    join pivots using (pivot_lang) semi join sentences using (id)
                    group by id
                )
                select s.id, s.text, n.negation, n.rule, c.found
                from sentences s
                left join negations n using (id) left join candidates c using (id)
                order by s.position
                """
            ).fetchall()
        return [
            Sentence(key, text, negation, rule, [Candidate(**c) for c in found or []])
            for key, text, negation, rule, found in rows
        ]

    def _candidates(self, start: int, stop: int) -> pa.Table:
        """Rows of the shards that overlap a range of sentences; none beyond a `--limit`."""
        tables = [BACKTRANSLATIONS.empty_table()]
        for shards in self._by_pivot.values():
            first = bisect_right(shards, start, key=lambda shard: shard.stop)
            for shard in takewhile(lambda shard: shard.start < stop, shards[first:]):
                path = self._folder / shard.file
                tables.append(read_shard(path, BACKTRANSLATIONS, shard.rows, shard.sha256))
        return pa.concat_tables(tables)


def _pivot_order(backtranslations: Manifest) -> pa.Table:
    pivots = list(backtranslations.config["pivots"])
    return pa.table({"pivot_lang": pivots, "position": list(range(len(pivots)))})
