"""Rows of the table of triples, and folders of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from schemas.tables import TRIPLES

SUBJECTS = ["the baker", "a nurse", "our neighbour", "the old ferry", "my cousin", "a gardener"]
VERBS = ["opens", "repairs", "sells", "paints", "cleans", "moves"]
THINGS = ["the green door", "a wooden boat", "some bread", "the long bench", "two lamps"]
CORPUS = [f"{s} {v} {t} today ." for s in SUBJECTS for v in VERBS for t in THINGS] + [
    'This sentence : " x " means nothing , of course .',
    "never not does do anything else at all !",
]


def triple(
    identity: int, anchor: str, paraphrase: str | None, negation: str | None
) -> dict[str, Any]:
    """A row of the table with the status that its texts give it."""
    status = {
        (True, True): "complete",
        (False, True): "no_paraphrase",
        (True, False): "no_negation",
        (False, False): "anchor_only",
    }[paraphrase is not None, negation is not None]
    return {
        "id": identity,
        "variant": 0,
        "anchor": anchor,
        "paraphrase": paraphrase,
        "negation": negation,
        "kind": "negation" if negation else None,
        "mer": 0.3 if paraphrase else None,
        "negation_mer": None,
        "pivot_lang": None,
        "rule": None,
        "paraphrase_rule": None,
        "score": None,
        "status": status,
    }


def some_triples(count: int, *, every: int = 3) -> list[dict[str, Any]]:
    """Rows of which every `every`-th lacks a paraphrase."""
    rows = []
    for i in range(count):
        subject, verb = SUBJECTS[i % 6], VERBS[i // 6 % 6]
        thing = THINGS[i // 36 % 5]
        rows.append(
            triple(
                i,
                f"{subject} {verb} {thing} today .",
                f"today {thing} {subject} {verb} ." if i % every else None,
                f"{subject} never {verb} {thing} today .",
            )
        )
    return rows


def write_triples(folder: Path, rows: list[dict[str, Any]], *, group: int = 8) -> Path:
    """Write rows as two files of small row groups in the artifacts layout."""
    (folder / "triples").mkdir(parents=True)
    half = len(rows) // 2
    for index, part in enumerate((rows[:half], rows[half:])):
        table = pa.Table.from_pylist(part, schema=TRIPLES)
        pq.write_table(
            table, folder / "triples" / f"part-{index:05d}.parquet", row_group_size=group
        )
    return folder
