"""The front matter of the data card: what the Hugging Face hub and its library read of a folder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from schemas.manifest import Manifest
from schemas.tables import Stage

SIZES = ("1K", "10K", "100K", "1M", "10M", "100M", "1B", "10B", "100B", "1T")
# Rows per batch: without it, loading a table fails at an empty shard.
BATCH_ROWS = 16_384


def front_matter(manifests: Mapping[Stage, Manifest], license: str | None) -> str:
    """The YAML that the hub and its library read.

    Args:
        manifests: of the triples and of the other tables that it lists.
        license: of the sentences; None if unknown.
    """
    from huggingface_hub import DatasetCardData

    made = manifests["triples"]

    def config(name: str, stage: Stage = "triples", **more: Any) -> dict[str, Any]:
        below = "*/" if stage == "backtranslations" else ""
        files = [{"split": "train", "path": f"{stage}/{below}part-*.parquet"}]
        # `datasets` looks up a folder in its cache by name and these entries alone. The
        # fingerprint among them keeps it from returning the cached rows of an earlier table.
        content = f"Content {manifests[stage].fingerprint()}"
        found = {"config_name": name, "description": content, "data_files": files}
        return {**found, "batch_size": BATCH_ROWS, **more}

    complete: dict[str, Any] = {
        "columns": ["anchor", "paraphrase", "negation"],
        "filters": [["status", "==", "complete"]],
    }
    paper: dict[str, Any] = {"filters": [["variant", "==", 0]]}
    return DatasetCardData(
        license=license or "unknown",
        language=["en"],
        pretty_name="Sentences with paraphrases and negations",
        task_categories=["sentence-similarity", "feature-extraction"],
        size_categories=[size_category(made.rows)],
        tags=["sentence-transformers", "triplet", "paraphrase", "negation"],
        configs=[
            config("triples", default=True),
            config("complete", **complete),
            # Without further variants, `triples` is the same.
            *([config("paper", **paper)] if made.rows > made.total else []),
            *(config(stage, stage) for stage in manifests if stage != "triples"),
        ],
    ).to_yaml()


def size_category(rows: int) -> str:
    """The hub's name for a number of rows.

    >>> size_category(720), size_category(1000), size_category(5_000_000)
    ('n<1K', '1K<n<10K', '1M<n<10M')
    """
    for i, name in enumerate(SIZES):
        if rows < 1000 * 10**i:
            return f"{SIZES[i - 1]}<n<{name}" if i else f"n<{name}"
    return f"n>{SIZES[-1]}"
