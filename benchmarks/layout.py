#!/usr/bin/env python3
"""Which row groups and column orders suit the trainer's reader and DuckDB's scans.

    benchmarks/layout.py --rows 200000

Synthetic triples, those of `scale.py`, are written in each layout. Shown are the size of the file,
rows per second in one epoch of the trainer's reader, and milliseconds of three DuckDB scans, all in
CPU time of one thread, from the page cache; medians.
"""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from scale import PIVOTS, denied, reworded, sentences, table_of_columns, vocabulary

if TYPE_CHECKING:
    import duckdb

SCANS = {
    "count by status": "select status, count(*) from t group by status",
    "histogram": "select floor(mer * 20), count(*) from t group by 1",
    "text search": "select count(*) from t where contains(anchor, 'zen')",
}
TEXTS = ("anchor", "paraphrase", "negation")
ORDERS: dict[str, Callable[[list[str]], list[str]]] = {
    "as is": list,
    "status after mer": lambda names: sorted(
        names, key=lambda name: names.index("mer") + 0.5 if name == "status" else names.index(name)
    ),
    "texts last": lambda names: sorted(names, key=TEXTS.__contains__),
}
"""Order of the columns -> their names in it, from those in the order of the table."""


def timed(work: Callable[[], Any], rounds: int) -> float:
    """Median CPU seconds over the rounds; other load on the machine does not count."""
    seconds = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return statistics.median(seconds)


def _scan(db: duckdb.DuckDBPyConnection, query: str) -> None:
    db.execute(query).fetchall()


def layouts(table: Any, folder: Path) -> Iterator[dict[str, Any]]:
    """Write the table in each layout, read it back in each way."""
    import duckdb
    import pyarrow.parquet as pq

    from trainer.data.triples import TripleTable

    wanted = [(size, "as is") for size in (1024, 4096, 16_384, 65_536, 262_144)]
    wanted += [(16_384, order) for order in list(ORDERS)[1:]]
    for size, order in wanted:
        path = folder / "part-00000.parquet"
        laid = table.select(ORDERS[order](table.column_names))
        pq.write_table(laid, path, compression="zstd", compression_level=3, row_group_size=size)

        def epoch(path: Path = path) -> None:
            rows = TripleTable(path).training(
                seed=0, epoch=0, buffer=16_384, heldout=0.05, rows="all"
            )
            for _ in rows:
                pass

        with duckdb.connect() as db:
            db.execute("set threads = 1")
            db.execute(f"create view t as from read_parquet('{path}')")
            scans = {
                name: 1e3 * timed(partial(_scan, db, query), 9) for name, query in SCANS.items()
            }
        yield {
            "row group": size,
            "columns": order,
            "MB": path.stat().st_size / 1e6,
            "reader rows/s": table.num_rows / timed(epoch, 5),
            **scans,
        }


def main(
    rows: Annotated[int, typer.Option(min=1, help="Triples in the file.")] = 300_000,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Compare sizes of row groups and orders of columns."""
    from schemas.tables import TRIPLES

    texts = [line for lines in sentences(rows) for line in lines]
    count, words = len(texts), vocabulary()
    columns = {
        "id": [i * 0x9E3779B97F4A7C15 % 2**64 for i in range(count)],
        "variant": [0] * count,
        "anchor": texts,
        "paraphrase": [reworded(t, 2, words) if i % 3 else None for i, t in enumerate(texts)],
        "negation": [denied(t) for t in texts],
        "kind": ["negation"] * count,
        "mer": [i % 20 / 20 if i % 3 else None for i in range(count)],
        "negation_mer": [i % 7 / 20 for i in range(count)],
        "pivot_lang": [PIVOTS[i % 2] if i % 3 else None for i in range(count)],
        "rule": ["auxiliary.v1" if i % 5 else "copula.v1" for i in range(count)],
        "score": [-(i % 997) / 997 if i % 3 else None for i in range(count)],
        "status": ["complete" if i % 3 else "no_paraphrase" for i in range(count)],
    }
    table = table_of_columns(columns, TRIPLES)
    with tempfile.TemporaryDirectory() as folder:
        found = list(layouts(table, Path(folder)))
    if as_json:
        print(json.dumps(found, indent=1))
        return
    print(*(f"{name:>17}" for name in found[0]))
    for row in found:
        print(*(f"{v:>17,.1f}" if isinstance(v, float) else f"{v:>17}" for v in row.values()))


if __name__ == "__main__":
    typer.run(main)
