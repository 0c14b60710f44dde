"""Stage 4: sentences, negations and backtranslations in, one triple a sentence out."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast, get_args

import pyarrow as pa

from pipeline.guards import numbers_changed, polarity_changed
from pipeline.similarity import SentenceSimilarity, SimilarityFloor
from pipeline.store import (
    Manifest,
    StageWriter,
    TableReader,
    open_stage,
    package_versions,
    require,
    row_ranges,
)
from pipeline.workers import available_cpus, ordered_map
from schemas.catalog import write_catalog
from schemas.errors import UserError
from schemas.mer import mer_of_tokens, mer_tokens
from schemas.progress import track
from schemas.tables import BACKTRANSLATIONS, TRIPLES, Status

CHUNK_ROWS = 512
MER_BINS = 20

Select = Literal["score", "mer"]
Reason = Literal["", "empty", "mer_below", "mer_above", "polarity", "numbers", "similarity"]
"""Why a candidate is refused, in the order of the checks; "" for an accepted one."""

CHECKS: tuple[Reason, ...] = (
    "empty",
    "mer_below",
    "mer_above",
    "polarity",
    "numbers",
    "similarity",
)


@dataclass(frozen=True, slots=True)
class FilterConfig:
    """Settings of `pipeline run filter`.

    Attributes:
        min_mer, max_mer: window of the match error rate, both ends included (paper: 0.15, 0.6).
        select: which accepted candidate becomes the paraphrase: the best score, or the highest
            match error rate.
        min_similarity: semantic floor; none if absent.
        shard_rows: triples a shard.
    """

    min_mer: float = 0.15
    max_mer: float = 0.6
    select: Select = "score"
    min_similarity: SimilarityFloor | None = None
    shard_rows: int = 16_384

    def problems(self) -> list[str]:
        """What is wrong with the settings, in full sentences."""
        if not 0 <= self.min_mer <= self.max_mer <= 1:
            return [
                f"--min-mer {self.min_mer} and --max-mer {self.max_mer} must satisfy"
                " 0 <= min <= max <= 1."
            ]
        return []


def parse_select(text: str) -> Select:
    """The selection of that name.

    Raises:
        UserError: when there is none.
    """
    if text not in get_args(Select):
        raise UserError(f"--select {text!r} is none of: {', '.join(get_args(Select))}.")
    return cast(Select, text)


class Candidate(NamedTuple):
    """One row of the `backtranslations` table."""

    pivot_lang: str
    rank: int
    paraphrase: str
    score: float


class Sentence(NamedTuple):
    """A sentence with all that the earlier stages made of it."""

    id: int
    anchor: str
    negation: str | None
    rule: str | None
    candidates: list[Candidate]


class Verdict(NamedTuple):
    """What the filter thinks of one candidate: its MER to the anchor, and why it is refused."""

    mer: float
    reason: Reason


def judge(anchor: str, paraphrase: str, config: FilterConfig) -> Verdict:
    """Check a candidate in everything but its similarity.

    Returns:
        The match error rate, and the first check that fails ("" where none does).
    """
    value = mer_of_tokens(mer_tokens(anchor), mer_tokens(paraphrase))
    reason: Reason = ""
    if not paraphrase:
        reason = "empty"
    elif value < config.min_mer:
        reason = "mer_below"
    elif value > config.max_mer:
        reason = "mer_above"
    elif polarity_changed(anchor, paraphrase):
        reason = "polarity"
    elif numbers_changed(anchor, paraphrase):
        reason = "numbers"
    return Verdict(value, reason)


def choose(
    candidates: Sequence[Candidate], verdicts: Sequence[Verdict], select: Select
) -> int | None:
    """Index of the accepted candidate that becomes the paraphrase; None where none is accepted.

    Ties go to the earlier candidate: pivots in the order of their run, then ranks.
    """
    accepted = [i for i, verdict in enumerate(verdicts) if not verdict.reason]
    if not accepted:
        return None
    if select == "mer":
        return max(accepted, key=lambda i: (verdicts[i].mer, candidates[i].score, -i))
    return max(accepted, key=lambda i: (candidates[i].score, -i))


_config = FilterConfig()


def _prepare(config: FilterConfig) -> None:
    global _config
    _config = config


def _judge_chunk(
    sentences: list[Sentence],
) -> list[tuple[Sentence, float | None, list[Verdict]]]:
    judged = []
    for sentence in sentences:
        verdicts = [judge(sentence.anchor, c.paraphrase, _config) for c in sentence.candidates]
        negation_mer = None
        if sentence.negation is not None:
            tokens = mer_tokens(sentence.anchor), mer_tokens(sentence.negation)
            negation_mer = mer_of_tokens(*tokens)
        judged.append((sentence, negation_mer, verdicts))
    return judged


def run_filter(
    artifacts: Path,
    config: FilterConfig,
    *,
    workers: int | None = None,
    device: str = "auto",
    overwrite: bool = False,
) -> Manifest:
    """Make `artifacts/triples` and `artifacts/catalog.sql`.

    Args:
        artifacts: the artifacts folder.
        config: settings.
        workers: processes that compute match error rates; every available processor if absent.
        device: of the semantic floor's encoder.
        overwrite: replace a table made from other inputs or settings.

    Returns:
        The finished stage's manifest; its counts have the rows by status, the candidates by
        verdict, the sentences lost by reason, and the histogram of the match error rate.

    Raises:
        UserError: an earlier stage is missing or was made from other sentences, or wrong settings.
    """
    if problems := config.problems():
        raise UserError(" ".join(problems))
    sources = _Sources(artifacts)
    ranges = row_ranges(sources.sentences.rows, config.shard_rows)
    wanted = Manifest(
        stage="triples",
        config=asdict(config),
        versions=package_versions("rapidfuzz", "sacremoses", "duckdb"),
        input=sources.fingerprints(),
        planned=[f"part-{i:05d}.parquet" for i in range(len(ranges))],
        total=sources.sentences.rows,
    )
    with open_stage(artifacts, wanted, overwrite=overwrite) as writer:
        if writer.missing():
            floor = config.min_similarity
            similarity = SentenceSimilarity(floor.model, device) if floor else None
            _write_missing(writer, sources, ranges, config, workers or available_cpus(), similarity)
        write_catalog(artifacts)
    return wanted


class _Sources:
    """The three tables, joined a row range at a time."""

    def __init__(self, artifacts: Path) -> None:
        self.sentences = TableReader(artifacts, "sentences")
        self.negations = TableReader(artifacts, "negations")
        self.backtranslations = require(artifacts, "backtranslations")
        self._folder = artifacts / "backtranslations"
        current = self.sentences.manifest.fingerprint()
        for manifest in (self.negations.manifest, self.backtranslations):
            if manifest.input.get("sentences") != current:
                raise UserError(
                    f"{artifacts / manifest.stage} was made from other sentences than"
                    f" {artifacts / 'sentences'} now holds: make it again with --overwrite."
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
        files = [
            str(self._folder / shard.file)
            for shard in self.backtranslations.shards
            if shard.start < stop and start < shard.stop
        ]
        with duckdb.connect() as db:
            db.execute("set memory_limit = '1GB'")
            db.register("sentences", sentences)
            db.register("negations", self.negations.read(start, stop))
            db.register("pivots", _pivot_order(self.backtranslations))
            # With `--limit` there are ranges that no shard covers.
            db.register("none_here", BACKTRANSLATIONS.empty_table())
            source = "read_parquet($files)" if files else "none_here"
            rows = db.execute(
                f"""
                with candidates as (
                    select id, list(
                        {{'pivot_lang': pivot_lang, 'rank': b.rank, 'paraphrase': paraphrase,
                         'score': score}} order by pivots.position, b.rank
                    ) as found
                    from {source} b
                    join pivots using (pivot_lang) semi join sentences using (id)
                    group by id
                )
                select s.id, s.text, n.negation, n.rule, c.found
                from sentences s
                left join negations n using (id) left join candidates c using (id)
                order by s.position
                """,
                {"files": files} if files else {},
            ).fetchall()
        return [
            Sentence(key, text, negation, rule, [Candidate(**c) for c in found or []])
            for key, text, negation, rule, found in rows
        ]


def _pivot_order(backtranslations: Manifest) -> pa.Table:
    pivots = list(backtranslations.config["pivots"])
    return pa.table({"pivot_lang": pivots, "position": list(range(len(pivots)))})


def _write_missing(
    writer: StageWriter,
    sources: _Sources,
    ranges: list[tuple[int, int]],
    config: FilterConfig,
    workers: int,
    similarity: SentenceSimilarity | None,
) -> None:
    by_file = dict(zip(writer.manifest.planned, ranges, strict=True))
    files = writer.missing()

    def chunks() -> Iterator[list[Sentence]]:
        for file in files:
            sentences = sources.join(*by_file[file])
            for i in range(0, len(sentences), CHUNK_ROWS):
                yield sentences[i : i + CHUNK_ROWS]

    judged = ordered_map(
        _judge_chunk, chunks(), workers=workers, initializer=_prepare, initargs=(config,)
    )
    total = sources.sentences.rows
    done = total - sum(stop - start for start, stop in (by_file[f] for f in files))
    with track("filter", total, done=done) as progress:
        for file in files:
            start, stop = by_file[file]
            rows: list[tuple[Sentence, float | None, list[Verdict]]] = []
            while len(rows) < stop - start:
                rows += next(judged)
            if similarity is not None and config.min_similarity is not None:
                _apply_floor(rows, similarity, config.min_similarity.floor)
            table, counts = _triples(rows, config)
            writer.write(file, (start, stop), table, counts)
            progress.advance(stop - start)


def _apply_floor(
    rows: list[tuple[Sentence, float | None, list[Verdict]]],
    similarity: SentenceSimilarity,
    floor: float,
) -> None:
    """Refuse, in place, the accepted candidates below the semantic floor."""
    where = [
        (r, c)
        for r, (_, _, verdicts) in enumerate(rows)
        for c, verdict in enumerate(verdicts)
        if not verdict.reason
    ]
    pairs = [(rows[r][0].anchor, rows[r][0].candidates[c].paraphrase) for r, c in where]
    for (r, c), cosine in zip(where, similarity.cosines(pairs), strict=True):
        if cosine < floor:
            verdicts = rows[r][2]
            verdicts[c] = verdicts[c]._replace(reason="similarity")


def _triples(
    rows: list[tuple[Sentence, float | None, list[Verdict]]], config: FilterConfig
) -> tuple[pa.Table, Counter[str]]:
    counts: Counter[str] = Counter()
    records: list[dict[str, Any]] = []
    for sentence, negation_mer, verdicts in rows:
        for verdict in verdicts:
            counts[f"candidate {verdict.reason or 'accepted'}"] += 1
            counts[f"mer {mer_bin(verdict.mer):.2f}"] += 1
        best = choose(sentence.candidates, verdicts, config.select)
        if best is None:
            counts[f"lost {_furthest(verdicts)}"] += 1
        chosen = None if best is None else sentence.candidates[best]
        status = _status(chosen is not None, sentence.negation is not None)
        counts[f"status {status}"] += 1
        records.append(
            {
                "id": sentence.id,
                "anchor": sentence.anchor,
                "paraphrase": chosen and chosen.paraphrase,
                "negation": sentence.negation,
                "mer": None if best is None else verdicts[best].mer,
                "negation_mer": negation_mer,
                "pivot_lang": chosen and chosen.pivot_lang,
                "rule": sentence.rule,
                "score": chosen and chosen.score,
                "status": status,
            }
        )
    return pa.Table.from_pylist(records, schema=TRIPLES), counts


def mer_bin(value: float) -> float:
    """Lower end of the histogram bin of a match error rate; bins are 0.05 wide, 1.0 in the last."""
    return min(math.floor(value * MER_BINS + 1e-9), MER_BINS - 1) / MER_BINS


def _furthest(verdicts: Sequence[Verdict]) -> str:
    """The check at which the most successful candidate failed."""
    if not verdicts:
        return "no_candidate"
    return max((v.reason for v in verdicts), key=CHECKS.index)


def _status(paraphrase: bool, negation: bool) -> Status:
    if paraphrase:
        return "complete" if negation else "no_negation"
    return "no_paraphrase" if negation else "anchor_only"
