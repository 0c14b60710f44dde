"""Joins the tables of the earlier stages sentence by sentence for filter."""

from __future__ import annotations

from typing import NamedTuple

import pyarrow as pa

from pipeline.acceptance.guards import Candidate
from pipeline.acceptance.judging import FilterConfig
from pipeline.acceptance.measures.window import Window
from pipeline.stages.translations import Translations
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.queries import bounded
from pipeline.storage.reader import ShardsReader
from schemas.advice import option_for
from schemas.errors import UserError
from schemas.tables import array_of, table_of

JUDGED = {"min_forced_score": "forced", "min_agreement": "agreement", "min_trust": "trust"}
"""Threshold of `filter` -> the judge of `backtranslate` whose scores it needs."""

_PIVOTS = pa.schema([("pivot_lang", pa.string()), ("position", pa.int64())])

_MEMORY = "1GB"
"""Memory for DuckDB; the rest goes to disk."""

_JOINED = """
with each as (
    select id, pivot_lang, b.rank, pivot_text, paraphrase, score,
        null::varchar as rule, forced, agreement, trust,
        null::smallint as base_rank, pivots.position
    from backtranslations b join pivots using (pivot_lang)
    union all
    select r.id, null, r.rank, null, r.paraphrase, b.score, r.rule, b.forced,
        b.agreement, b.trust, r.base_rank, null
    from rephrasings r left join backtranslations b on b.id = r.id
        and b.rank = r.base_rank and b.pivot_lang = split_part(r.rule, '+', 1)
), candidates as (
    select id, list(
        {'pivot_lang': pivot_lang, 'rank': rank, 'pivot_text': pivot_text,
         'paraphrase': paraphrase, 'score': score, 'rule': rule,
         'forced': forced, 'agreement': agreement, 'trust': trust,
         'base_rank': base_rank}
        order by position nulls last, rank
    ) as found
    from each semi join sentences using (id)
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


def covers(judged: Window, lowest: float, highest: float, mer: str) -> bool:
    """Whether filter can accept no candidate outside a window of match error rates by `moses`.

    Args:
        judged: the window of the candidates that have scores.
        lowest, highest: the match error rates that filter accepts.
        mer: the measure of these rates.
    """
    return judged[0] <= lowest and highest <= judged[1] and mer == "moses"


class Negated(NamedTuple):
    """A contradiction of a sentence; at rank 0 possibly the reason why there is none.

    Attributes:
        source: index of the candidate paraphrase that it was made from; None if it was made from
            the sentence.
    """

    kind: str
    negation: str | None
    rule: str
    source: int | None = None


class Sentence(NamedTuple):
    """A sentence with everything that the earlier stages made from it.

    Attributes:
        negations: by rank; the first is the denial of the main clause, or why there is none.
        candidates: paraphrases by pivot and rank, followed by those by rule.
    """

    id: int
    anchor: str
    negations: list[Negated]
    candidates: list[Candidate]


class Sources:
    """The tables that filter reads, joined one range of rows at a time."""

    def __init__(self, artifacts: ArtifactsFolder) -> None:
        self._root = artifacts.root
        artifacts.require("sentences", ("negations", "backtranslations"))
        self.sentences = artifacts.table("sentences")
        self.negations = artifacts.require("negations", ("backtranslations",))
        self._translations = Translations(artifacts)
        self.backtranslations = self._translations.manifest
        # Paraphrases by rule are optional, but an unfinished table of them is an error.
        begun = artifacts.manifest("rephrasings") is not None
        self.rephrasings = artifacts.require("rephrasings") if begun else None
        self._negations = ShardsReader(artifacts.root, "negations", self.negations.shards)
        self._rephrasings = ShardsReader(
            artifacts.root, "rephrasings", self.rephrasings.shards if self.rephrasings else []
        )
        current = self.fingerprints()
        for manifest in filter(None, (self.negations, self.rephrasings, self.backtranslations)):
            made_from = {"sentences": ""} | manifest.input
            for source in current.keys() & made_from.keys():
                if made_from[source] != current[source]:
                    raise UserError(
                        f"{artifacts.root / manifest.stage} was made from other {source} than"
                        f" {artifacts.root / source} now holds: make it again with --overwrite"
                        f" (`pipeline verify{option_for(artifacts.root)}` shows the command)."
                    )

    def check_judges(self, config: FilterConfig) -> None:
        """Check that all candidates that may be accepted have the scores that thresholds need.

        Raises:
            UserError: they do not; the message names the command that computes them.
        """
        made = self.backtranslations.config.get("judges", ())
        wanted = {o: judge for o, judge in JUDGED.items() if getattr(config, o) is not None}
        if lacking := {o: judge for o, judge in wanted.items() if judge not in made}:
            raise UserError(
                f"--{next(iter(lacking)).replace('_', '-')}: the candidates do not have these"
                " scores. Run `pipeline run backtranslate --judges"
                f" {','.join([*made, *lacking.values()])} --overwrite{option_for(self._root)}`"
                " with the models that made them."
            )
        window = self.backtranslations.config.get("judge_window")
        if not window or not wanted:
            return
        lowest = 0.0 if config.near_copies else config.min_mer
        highest = max(config.max_mer, config.max_mer_sure or 0)
        if not covers(window, lowest, highest, config.mer):
            raise UserError(
                f"Only candidates with a match error rate (moses) from {window[0]:g} to"
                f" {window[1]:g} were judged, but these options may accept others: --min-mer"
                f" {config.min_mer:g}, up to {highest:g}, --mer {config.mer}, --near-copies"
                f" {config.near_copies}. Run `pipeline run backtranslate --overwrite"
                f"{option_for(self._root)}` with a wider --judge-window, or none."
            )

    def fingerprints(self) -> dict[str, str]:
        """Fingerprint of each table."""
        return {
            "sentences": self.sentences.manifest.fingerprint(),
            "negations": self.negations.fingerprint(),
            **({"rephrasings": self.rephrasings.fingerprint()} if self.rephrasings else {}),
            "backtranslations": self.backtranslations.fingerprint(),
        }

    @property
    def varied(self) -> bool:
        """Whether any sentence may have more to pair than the paper's denial and paraphrase."""
        return self.negations.rows > self.sentences.rows or self.rephrasings is not None

    def join(self, start: int, stop: int) -> list[Sentence]:
        """Sentences `start` to `stop` with their negations and candidates, in order.

        Only the shards that overlap the range are read, so memory does not grow with the corpus.
        """
        sentences = self.sentences.read(start, stop)
        numbers = array_of(range(sentences.num_rows), pa.int64())
        sentences = sentences.append_column("position", numbers)
        with bounded(_MEMORY) as db:
            db.register("sentences", sentences)
            db.register("negations", self._negations.read(start, stop))
            pivots = [(name, i) for i, name in enumerate(self._translations.pivots)]
            db.register("pivots", table_of(pivots, _PIVOTS))
            db.register("backtranslations", self._translations.read(start, stop))
            db.register("rephrasings", self._rephrasings.read(start, stop))
            rows = db.execute(_JOINED).fetchall()
        return [
            Sentence(
                key,
                text,
                [Negated(**n) for n in negations or []],
                [Candidate(**c) for c in candidates or []],
            )
            for key, text, negations, candidates in rows
        ]
