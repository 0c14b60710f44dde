"""Small artifacts folders with given tables, written through the pipeline's own store."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pipeline.sources.text import sentence_id
from pipeline.stages.ingest import IngestConfig, run_ingest
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.manifest import find_manifest
from pipeline.storage.writer import open_stage, planned_shards
from schemas.manifest import Manifest
from schemas.pivots import safe
from schemas.tables import BACKTRANSLATIONS, NEGATIONS, REPHRASINGS, table_of_records

NEGATED = {
    "parser": None, "style": "plain", "seed": 0, "check": False, "kinds": ["negation"],
    "per_sentence": 1,
}  # fmt: skip
"""Settings by which paraphrases are contradicted."""


def make_artifacts(
    folder: Path,
    sentences: dict[str, tuple[str | None, list[tuple[Any, ...]]]],
    pivots: tuple[str, ...] = ("de", "ru"),
    shard_rows: int = 2,
    others: Mapping[str, Sequence[tuple[str, str]]] | None = None,
    rephrasings: Mapping[str, Sequence[tuple[Any, ...]]] | None = None,
    translating: Mapping[str, object] | None = None,
) -> Path:
    """Everything that `filter` needs.

    Args:
        sentences: anchor -> (negation, [(pivot, paraphrase, score), ...], best first within each
            pivot); a fourth value is the trust.
        pivots: in the order of their run.
        others: anchor -> contradictions besides the denial, each with its kind.
        rephrasings: anchor -> paraphrases by rule as (rule, text), with the rank of the translation
            that each was made from, if any; no table if absent.
        translating: further settings of the round trips.
    """
    folder.mkdir(parents=True, exist_ok=True)
    text = folder.parent / f"{folder.name}.txt"
    text.write_text("\n".join(sentences))
    run_ingest([str(text)], folder, IngestConfig(shard_rows=3))
    source = {"sentences": ArtifactsFolder(folder).require("sentences").fingerprint()}
    anchors, shards = list(sentences), planned_shards(len(sentences), shard_rows)
    manifest = Manifest("negations", NEGATED, {}, source, [*shards], len(anchors))
    with open_stage(folder, manifest, overwrite=False) as writer:
        for file, (start, stop) in shards.items():
            rows = [
                row
                for anchor in anchors[start:stop]
                for row in _negations(anchor, sentences[anchor][0], (others or {}).get(anchor, []))
            ]
            writer.write(file, (start, stop), table_of_records(rows, NEGATIONS))
    if rephrasings is not None:
        by_rule = ("rule", "paraphrase", "base_rank")
        manifest = Manifest("rephrasings", {}, {}, source, [*shards], len(anchors))
        with open_stage(folder, manifest, overwrite=False) as writer:
            for file, (start, stop) in shards.items():
                rows = [
                    row
                    for anchor in anchors[start:stop]
                    for row in _ranked(anchor, by_rule, rephrasings.get(anchor, []))
                ]
                writer.write(file, (start, stop), table_of_records(rows, REPHRASINGS))
    planned = [f"{safe(lang)}/{file}" for lang in pivots for file in shards]
    config = {"pivots": list(pivots)} | dict(translating or {})
    manifest = Manifest("backtranslations", config, {}, source, planned, len(anchors) * len(pivots))
    with open_stage(folder, manifest, overwrite=False) as writer:
        for lang in pivots:
            for file, (start, stop) in shards.items():
                rows = [
                    {**row, "pivot_text": "?"}
                    for anchor in anchors[start:stop]
                    for row in _translations(anchor, lang, sentences[anchor][1])
                ]
                table = table_of_records(rows, BACKTRANSLATIONS)
                writer.write(f"{safe(lang)}/{file}", (start, stop), table)
    return folder


def _negations(anchor, denial, others):
    rows = [("negation", denial, "copula.v1" if denial else "no_clause", "")]
    rows += [(kind, other, f"{kind}_{n}.v1", "a>b") for n, (kind, other) in enumerate(others, 1)]
    return _ranked(anchor, ("kind", "negation", "rule", "cue"), rows)


def _translations(anchor, lang, candidates):
    own = [candidate for candidate in candidates if candidate[0] == lang]
    return _ranked(anchor, ("pivot_lang", "paraphrase", "score", "trust"), own)


def _ranked(anchor, columns, rows):
    """Rows of a sentence by column, with their ranks; columns that a row lacks become null."""
    for rank, row in enumerate(rows):
        yield {"id": sentence_id(anchor), "rank": rank, **dict(zip(columns, row, strict=False))}


def read_manifest(folder):
    """The manifest of a table, altered or not; None if there is none."""
    found = find_manifest(folder)
    return found.manifest if found else None
