"""Stage 4: makes triples from sentences, negations, rephrasings and backtranslations.

Every sentence has one triple as in the paper. If there are other kinds of contradictions, or
paraphrases by rule, it has further variants that pair those.

Filter also writes `verdicts`: its verdict on each candidate, and the sentences without any, so that
every loss has a recorded reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

import pyarrow as pa

from pipeline.acceptance.guards import Candidate
from pipeline.acceptance.judging import (
    FilterConfig,
    Verdict,
    choose,
    furthest,
    judge,
    near_copies,
)
from pipeline.acceptance.measures.histogram import mer_bin
from pipeline.execution.executor import Executor
from pipeline.execution.local import HERE
from pipeline.inspection.catalog import catalog_settings
from pipeline.inspection.datacard import CardOptions, write_card
from pipeline.negation.importing import import_lemminflect
from pipeline.stages.by_sentence import in_chunks
from pipeline.stages.join import Sentence, Sources
from pipeline.stages.negate import negation_of
from pipeline.stages.pairing import (
    Judged,
    Texts,
    accepted_besides,
    all_variants,
    balanced_variants,
    paper_variant,
    without_unused,
)
from pipeline.stages.refused import RefusedBySql
from pipeline.stages.reworded import Rewording
from pipeline.stages.thresholds import Thresholds
from pipeline.stages.variants import Variant
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.manifest import PACKAGES, package_versions
from pipeline.storage.writer import StageWriter, planned_shards
from schemas.catalog import write_catalog
from schemas.errors import UserError
from schemas.files import remove_temporaries_of
from schemas.locations import Location
from schemas.manifest import Manifest
from schemas.mer import mer_by
from schemas.progress import track
from schemas.tables import NEAR_COPY, TRIPLES, VERDICTS, Stage, Status, table_of_records

LEFT_OUT = "left_out"
"""Rule of a negation that --balance left out."""


def _judge_chunk(
    config: FilterConfig, rewording: Rewording | None, sentences: list[Sentence]
) -> list[Judged]:
    import_lemminflect()
    judgements = [[judge(s.anchor, c, config) for c in s.candidates] for s in sentences]
    if rewording is not None:
        accepted = [[i for i, v in enumerate(vs) if not v.reason] for vs in judgements]
        sentences = [
            s._replace(negations=[*s.negations, *found])
            for s, found in zip(sentences, rewording(sentences, accepted), strict=True)
        ]
    judged = []
    for sentence, verdicts in zip(sentences, judgements, strict=True):
        rates = [
            None if n.negation is None else mer_by(config.mer, sentence.anchor, n.negation)
            for n in sentence.negations
        ]
        judged.append(Judged(sentence, rates, verdicts))
    return judged


def run_filter(
    artifacts: Location | ArtifactsFolder,
    config: FilterConfig,
    *,
    device: str = "auto",
    parser: str | None = None,
    overwrite: bool = False,
    card: CardOptions | None = None,
    executor: Executor = HERE,
) -> Manifest:
    """Make `artifacts/triples`, `artifacts/verdicts`, `artifacts/catalog.sql` and the data card.

    Args:
        artifacts: the folder, or the caller's view of it, whose manifests are not read again.
        device: for the thresholds' models, see `pick_devices`; the first of several is used.
        parser: spaCy model for contradicting paraphrases; by default the one that made the
            negations.
        card: licence and examples for the data card.
        executor: where to compute match error rates.

    Returns:
        The manifest of `triples`; it counts sentences by status, further variants by kind of
        contradiction, candidates by verdict, lost sentences by reason, and match error rates by
        bin.

    Raises:
        UserError: an earlier stage is missing or used other sentences, or settings are wrong.
    """
    _check_settings(config, device, executor)
    folder = ArtifactsFolder.of(artifacts)
    sources = Sources(folder)
    sources.check_judges(config)
    # Before the tables, which a failure would otherwise leave half-made.
    thresholds = Thresholds(config, device)
    rewording = _rewording(sources, parser) if config.contradict_paraphrases else None
    triples = _manifest("triples", sources, config, rewording)
    verdicts = _manifest("verdicts", sources, config, rewording)
    with (
        folder.writer(verdicts, overwrite=overwrite) as first,
        folder.writer(triples, overwrite=overwrite) as second,
    ):
        if first.manifest.missing() or second.manifest.missing():
            work = partial(_judge_chunk, config, rewording)
            judged: Callable[..., Iterator[list[Judged]]] = partial(executor.ordered_map, work)
            if config.refuse_sql is not None:
                judged = RefusedBySql(folder.root, config.refuse_sql).after(judged)
            _write_missing(first, second, sources, config, judged, thresholds)
        for name in ("catalog.sql", "README.md"):  # holding both locks, this is their only writer
            remove_temporaries_of(folder.root / name)
        write_catalog(folder.root, catalog_settings(folder))
        write_card(folder, card or CardOptions())
    return triples


def check_filter(config: FilterConfig, device: str, executor: Executor) -> None:
    """Refuse settings, models and devices with which the stage would end before its work.

    Raises:
        UserError: see `run_filter`.
    """
    _check_settings(config, device, executor)
    Thresholds(config, device)


def _check_settings(config: FilterConfig, device: str, executor: Executor) -> None:
    if device != "auto":  # a device that is not there is refused even if no model needs it
        executor.devices(device)
    if problems := config.problems():
        raise UserError(" ".join(problems))


def _rewording(sources: Sources, parser: str | None) -> Rewording:
    """Makes contradictions of paraphrases with the settings used for the sentences."""
    negated = sources.negations.config
    return Rewording(parser or negated["parser"], negation_of(negated))


def _manifest(
    stage: Stage, sources: Sources, config: FilterConfig, rewording: Rewording | None
) -> Manifest:
    versions = package_versions(*PACKAGES[stage])
    return Manifest(
        stage=stage,
        config=asdict(config),
        versions=versions | (rewording.versions() if rewording else {}),
        input=sources.fingerprints(),
        planned=[*planned_shards(sources.sentences.rows, config.shard_rows)],
        total=sources.sentences.rows,
    )


def _write_missing(
    verdicts: StageWriter,
    triples: StageWriter,
    sources: Sources,
    config: FilterConfig,
    judged: Callable[[Iterable[list[Sentence]]], Iterator[list[Judged]]],
    thresholds: Thresholds,
) -> None:
    no_verdicts, no_triples = set(verdicts.manifest.missing()), set(triples.manifest.missing())
    total = sources.sentences.rows
    planned = planned_shards(total, config.shard_rows)
    missing = {f: rows for f, rows in planned.items() if f in no_verdicts | no_triples}
    results = judged(in_chunks(sources.join, missing.values()))
    done = total - sum(stop - start for start, stop in missing.values())
    with track("filter", total, done=done) as progress:
        for file, (start, stop) in missing.items():
            rows: list[Judged] = []
            while len(rows) < stop - start:
                rows += next(results)
            thresholds.apply(
                [row.sentence.anchor for row in rows],
                [row.sentence.candidates for row in rows],
                [row.verdicts for row in rows],
            )
            chosen = [choose(r.sentence.candidates, r.verdicts, config.select) for r in rows]
            # An interruption between the two writes leaves only one table to be made.
            if file in no_verdicts:
                verdicts.write(file, (start, stop), _verdicts(rows, chosen))
            if file in no_triples:
                made, rows, left_out = _paired(rows, chosen, sources, config)
                counts = _counts(rows, chosen, made) + left_out
                triples.write(file, (start, stop), _triples(rows, made), counts)
            progress.advance(stop - start)


def _paired(
    rows: list[Judged], chosen: list[int | None], sources: Sources, config: FilterConfig
) -> tuple[list[list[Variant]], list[Judged], Counter[str]]:
    """The variants of each sentence, the sentences with the texts used, and counts of those left
    out."""
    if not (sources.varied or config.contradict_paraphrases or config.near_copies):
        return [paper_variant(*one) for one in zip(rows, chosen, strict=True)], rows, Counter()
    texts = [
        Texts(
            best,
            accepted_besides(row, best),
            near_copies(row.sentence.anchor, row.sentence.candidates, row.verdicts, config),
        )
        for row, best in zip(rows, chosen, strict=True)
    ]
    if config.contradict_paraphrases:
        most = sources.negations.config["per_sentence"]
        rows = [without_unused(*one, most) for one in zip(rows, texts, strict=True)]
    if config.balance:
        made, left_out = balanced_variants(rows, texts)
        return made, rows, left_out
    return [all_variants(*one) for one in zip(rows, texts, strict=True)], rows, Counter()


def _verdicts(rows: list[Judged], chosen: list[int | None]) -> pa.Table:
    records: list[dict[str, Any]] = []
    for (sentence, _, verdicts), best in zip(rows, chosen, strict=True):
        if not verdicts:
            records.append({"id": sentence.id, "verdict": "no_candidate", "chosen": False})
        for i, (candidate, verdict) in enumerate(zip(sentence.candidates, verdicts, strict=True)):
            records.append(
                {
                    **verdict._asdict(),
                    "id": sentence.id,
                    "pivot_lang": candidate.pivot_lang,
                    "paraphrase_rule": candidate.rule,
                    "rank": candidate.rank,
                    "verdict": verdict.reason or "accepted",
                    "chosen": i == best,
                    "guard": verdict.guard or None,
                    "new_words": verdict.new,
                }
            )
    return table_of_records(records, VERDICTS)


def _triples(rows: list[Judged], variants: list[list[Variant]]) -> pa.Table:
    records = [
        {"id": row.sentence.id, "variant": number, "anchor": row.sentence.anchor}
        | _contradiction(row, variant.contradiction)
        | _paraphrase(row, variant.paraphrase)
        | {"status": _status(variant)}
        for row, of_one in zip(rows, variants, strict=True)
        for number, variant in enumerate(of_one)
    ]
    return table_of_records(records, TRIPLES)


def _contradiction(row: Judged, place: int | None) -> dict[str, Any]:
    if place is None:
        # Without a negation, the rule says why.
        return {"rule": LEFT_OUT if row.denied else row.sentence.negations[0].rule}
    kind, negation, rule, _ = row.sentence.negations[place]
    rate = row.negation_mers[place]
    return {"kind": kind, "negation": negation, "rule": rule, "negation_mer": rate}


def _paraphrase(row: Judged, place: int | None) -> dict[str, Any]:
    if place is None:
        return {}
    found = row.sentence.candidates[place]
    return {
        "paraphrase": found.paraphrase,
        "mer": row.verdicts[place].mer,
        "pivot_lang": found.pivot_lang,
        "paraphrase_rule": _rule(found, near=bool(row.verdicts[place].reason)),
        "score": found.score,
    }


def _rule(candidate: Candidate, *, near: bool) -> str | None:
    if not near:
        return candidate.rule
    return f"{NEAR_COPY}:{candidate.rule}" if candidate.rule else NEAR_COPY


def _counts(
    rows: list[Judged], chosen: list[int | None], variants: list[list[Variant]]
) -> Counter[str]:
    counts: Counter[str] = Counter()
    for (sentence, _, verdicts), best, (first, *further) in zip(
        rows, chosen, variants, strict=True
    ):
        for verdict in verdicts:
            counts[f"candidate {verdict.reason or 'accepted'}"] += 1
            counts[f"mer {mer_bin(verdict.mer):.2f}"] += 1
        counts.update(_by_pivot(sentence, verdicts))
        if best is None:
            counts[f"lost {furthest(verdicts)}"] += 1
        else:
            found = sentence.candidates[best]
            counts[f"rephrased {found.rule}" if found.rule else f"pivot {found.pivot_lang}"] += 1
        counts[f"status {_status(first)}"] += 1
        for variant in further:
            counts[f"variant {sentence.negations[variant.contradiction or 0].kind}"] += 1
    return counts


def _by_pivot(sentence: Sentence, verdicts: Sequence[Verdict]) -> Counter[str]:
    """For each pivot, whether it was tried and found a paraphrase, and why candidates were refused.

    Rules may give nearly all sentences a paraphrase, and hide a pivot that gives none.
    """
    counts: Counter[str] = Counter()
    for candidate, verdict in zip(sentence.candidates, verdicts, strict=True):
        if (pivot := candidate.pivot_lang) is None:
            continue
        counts[f"tried {pivot}"] = 1
        if verdict.reason:
            counts[f"refused {pivot} {verdict.reason}"] += 1
        else:
            counts[f"found {pivot}"] = 1
    return counts


def _status(variant: Variant) -> Status:
    if variant.paraphrase is not None:
        return "no_negation" if variant.contradiction is None else "complete"
    return "anchor_only" if variant.contradiction is None else "no_paraphrase"
