"""The sentences of `tools/made/written` as triples; the README there describes them.

`trainer fit --triples written` reads those that this command writes:

    python tools/written.py
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow.parquet as pq

from pipeline.sources.text import sentence_id
from schemas.files import atomic_path
from schemas.tables import TRIPLES, table_of_records

FOLDER = Path(__file__).parent / "made"
BUNDLED = Path(__file__).parents[1] / "trainer" / "data" / "written.parquet"


class Triple(NamedTuple):
    """A sentence, a paraphrase and a contradiction; their topic, and the rule that made them."""

    anchor: str
    paraphrase: str
    contradiction: str
    topic: str
    rule: str


def written(each: int) -> Iterator[tuple[int, Triple]]:
    """Triples of the written sentences, each with its number among those of the sentence.

    The first two use each paraphrase and contradiction once; the other two exchange the
    contradictions.

    Args:
        each: how many triples of a sentence, at most 4.
    """
    for file in sorted((FOLDER / "written").glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            told = json.loads(line)
            near, far = told["paraphrases"]
            one, other = told["contradictions"]
            pairs = [(near, one), (far, other), (near, other), (far, one)]
            for number, (same, against) in enumerate(pairs[:each]):
                made = Triple(told["anchor"], same, against, "written", f"{file.stem}.v1")
                if measured().isdisjoint(made):
                    yield number, made


def records(triples: Iterable[tuple[int, Triple]]) -> list[dict[str, Any]]:
    """Rows of the table `triples`, from numbered triples."""
    named = ("variant", "anchor", "paraphrase", "negation", "kind", "rule")
    return [
        {"id": sentence_id(made.anchor), "status": "complete"}
        | dict(zip(named, (number, *made), strict=True))
        for number, made in triples
    ]


@cache
def measured() -> set[str]:
    """The project's own sentences that measure encoders; none may be trained on."""
    benchmarks = FOLDER.parents[1] / "benchmarks"
    data = FOLDER.parents[1] / "trainer" / "evaluation" / "data"
    files = [*data.glob("*.jsonl"), benchmarks / "far.jsonl"]
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    told = [told for line in lines for told in json.loads(line).values()]
    # The sentences that the README shows are constants in cosines.py.
    named = ast.walk(ast.parse((benchmarks / "cosines.py").read_text(encoding="utf-8")))
    told += [node.value for node in named if isinstance(node, ast.Constant)]
    texts = [text for one in told for text in (one if isinstance(one, list) else [one])]
    return {text for text in texts if isinstance(text, str)}


def main() -> None:
    """Write the bundled triples: two of a sentence, with each of its texts in one."""
    table = table_of_records(records(written(2)), TRIPLES)
    with atomic_path(BUNDLED) as fresh:
        pq.write_table(table, fresh, compression="zstd", compression_level=19, row_group_size=512)
    print(f"{BUNDLED}: {len(table):,} triples.")


if __name__ == "__main__":
    main()
