"""Small artifacts folders with given tables, written through the pipeline's own store."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from pipeline.sources.text import sentence_id
from pipeline.stages.ingest import IngestConfig, run_ingest
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.manifest import find_manifest
from pipeline.storage.writer import open_stage, planned_shards
from schemas.manifest import Manifest
from schemas.pivots import safe
from schemas.tables import BACKTRANSLATIONS, NEGATIONS, REPHRASINGS

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
            writer.write(file, (start, stop), _table(rows, NEGATIONS))
    if rephrasings is not None:
        manifest = Manifest("rephrasings", {}, {}, source, [*shards], len(anchors))
        with open_stage(folder, manifest, overwrite=False) as writer:
            for file, (start, stop) in shards.items():
                rows = [
                    (sentence_id(anchor), rank, *made, *[None] * (3 - len(made)))
                    for anchor in anchors[start:stop]
                    for rank, made in enumerate(rephrasings.get(anchor, []))
                ]
                writer.write(file, (start, stop), _table(rows, REPHRASINGS))
    planned = [f"{safe(lang)}/{file}" for lang in pivots for file in shards]
    config = {"pivots": list(pivots)} | dict(translating or {})
    manifest = Manifest("backtranslations", config, {}, source, planned, len(anchors) * len(pivots))
    with open_stage(folder, manifest, overwrite=False) as writer:
        for lang in pivots:
            for file, (start, stop) in shards.items():
                rows = [
                    (sentence_id(a), lang, rank, "?", text, score, None, None, *(trust or [None]))
                    for a in anchors[start:stop]
                    for rank, (_, text, score, *trust) in enumerate(
                        c for c in sentences[a][1] if c[0] == lang
                    )
                ]
                writer.write(f"{safe(lang)}/{file}", (start, stop), _table(rows, BACKTRANSLATIONS))
    return folder


def _negations(anchor, denial, others):
    key, rule = sentence_id(anchor), "copula.v1" if denial else "no_clause"
    yield key, 0, "negation", denial, rule, ""
    for rank, (kind, other) in enumerate(others, 1):
        yield key, rank, kind, other, f"{kind}_{rank}.v1", "a>b"


def _table(rows, schema):
    columns = list(zip(*rows, strict=True)) or [()] * len(schema)
    return pa.table(
        [pa.array(c, f.type) for c, f in zip(columns, schema, strict=True)], schema=schema
    )


def read_manifest(folder):
    """The manifest of a table, altered or not; None if there is none."""
    found = find_manifest(folder)
    return found.manifest if found else None
