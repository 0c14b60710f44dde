"""The tables of the earlier stages, joined sentence by sentence for the filter."""

from __future__ import annotations

from typing import NamedTuple

import pyarrow as pa

from pipeline.acceptance.guards import Candidate
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.reader import ShardsReader
from schemas.errors import UserError
from schemas.manifest import Manifest, Shard
from schemas.tables import BACKTRANSLATIONS


class Negated(NamedTuple):
    """A contradiction of a sentence, or of rank 0 the reason of none.

    Attributes:
        kind, negation, rule: as in `negations`.
        source: place among the candidates of the paraphrase that it was made from; None where it
            was made from the sentence.
    """

    kind: str
    negation: str | None
    rule: str
    source: int | None = None


class Sentence(NamedTuple):
    """A sentence with all that the earlier stages made of it.

    Attributes:
        id, anchor: as in `sentences`.
        negations: by rank; the first is the denial of the main clause, or why there is none.
        candidates: paraphrases by pivot and rank.
    """

    id: int
    anchor: str
    negations: list[Negated]
    candidates: list[Candidate]


class Sources:
    """The three tables, joined a row range at a time."""

    def __init__(self, artifacts: ArtifactsFolder) -> None:
        self.sentences = artifacts.table("sentences")
        self.negations = artifacts.require("negations")
        self.backtranslations = artifacts.require("backtranslations")
        self._negations = ShardsReader(artifacts.root, "negations", self.negations.shards)
        by_pivot: dict[str, list[Shard]] = {}
        for shard in self.backtranslations.shards:
            by_pivot.setdefault(shard.file.partition("/")[0], []).append(shard)
        self._candidates = [
            ShardsReader(artifacts.root, "backtranslations", shards) for shards in by_pivot.values()
        ]
        current = self.sentences.manifest.fingerprint()
        for manifest in (self.negations, self.backtranslations):
            if manifest.input.get("sentences") != current:
                raise UserError(
                    f"{artifacts.root / manifest.stage} was made from other sentences than"
                    f" {artifacts.root / 'sentences'} now holds: make it again with --overwrite."
                )

    def fingerprints(self) -> dict[str, str]:
        """Identity of each table."""
        return {
            "sentences": self.sentences.manifest.fingerprint(),
            "negations": self.negations.fingerprint(),
            "backtranslations": self.backtranslations.fingerprint(),
        }

    @property
    def varied(self) -> bool:
        """Whether any sentence has more to pair than the paper's one denial."""
        return self.negations.rows > self.sentences.rows

    def join(self, start: int, stop: int) -> list[Sentence]:
        """Sentences `start` to `stop` with their negations and candidates, in order.

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
            db.register("negations", self._negations.read(start, stop))
            db.register("pivots", _pivot_order(self.backtranslations))
            candidates = [reader.read(start, stop) for reader in self._candidates]
            none = BACKTRANSLATIONS.empty_table()
            db.register("backtranslations", pa.concat_tables([none, *candidates]))
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
                ), contradictions as (
                    select id, list({'kind': kind, 'negation': negation, 'rule': rule}
                                    order by rank) as found
                    from negations semi join sentences using (id)
                    group by id
                )
                select s.id, s.text, n.found, c.found
                from sentences s
                left join contradictions n using (id) left join candidates c using (id)
                order by s.position
                """
            ).fetchall()
        return [
            Sentence(
                key,
                text,
                [Negated(**n) for n in negations or []],
                [Candidate(**c) for c in candidates or []],
            )
            for key, text, negations, candidates in rows
        ]


def _pivot_order(backtranslations: Manifest) -> pa.Table:
    pivots = list(backtranslations.config["pivots"])
    return pa.table({"pivot_lang": pivots, "position": list(range(len(pivots)))})
