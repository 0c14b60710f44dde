"""`catalog.sql`: DuckDB views over an artifacts folder, with paths relative to its parent.

Run from the folder that holds the artifacts folder: `duckdb -init artifacts/catalog.sql`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from schemas.files import write_text

VIEWS: Final = {
    "sentences": "from read_parquet('{root}/sentences/part-*.parquet')",
    "negations": "from read_parquet('{root}/negations/part-*.parquet')",
    "backtranslations": "from read_parquet('{root}/backtranslations/*/part-*.parquet',"
    " hive_partitioning = false)",
    "verdicts": "from read_parquet('{root}/verdicts/part-*.parquet')",
    "triples": "from read_parquet('{root}/triples/part-*.parquet')",
    "complete_triples": "select anchor, paraphrase, negation from triples"
    " where status = 'complete'",
    "candidates": "select s.id, s.text as anchor, b.pivot_lang, b.rank, b.paraphrase, b.pivot_text,"
    " b.score, v.mer, v.similarity, v.verdict, v.chosen from sentences s"
    " join backtranslations b using (id) join verdicts v using (id, pivot_lang, rank)",
    "statuses": "select status, count(*) as sentences,"
    " round(100.0 * count(*) / sum(count(*)) over (), 1) as percent"
    " from triples group by status order by sentences desc",
    "losses": "select verdict, count(*) as candidates, count(distinct id) as sentences"
    " from verdicts group by verdict order by candidates desc",
    "rules": "select rule, count(*) as sentences, count(negation) as negated,"
    " any_value(cue) as example_cue from negations group by rule order by sentences desc",
    "mer_histogram": "select floor(least(mer, 0.9999) * 20) / 20 as mer_from,"
    " count(*) as paraphrases, bar(count(*), 0, max(count(*)) over (), 40) as share"
    " from triples where mer is not null group by mer_from order by mer_from",
}
"""View -> its query; `{root}` stands for the artifacts folder."""


def catalog_sql(root: str) -> str:
    """Statements that make the views over the artifacts folder `root`."""
    quoted = root.replace("'", "''")
    lines = [
        "-- DuckDB views over the tables of this folder. Start DuckDB in the folder above:",
        f"--   duckdb -init {root}/catalog.sql",
    ]
    lines += [
        f"create or replace view {name} as {query.replace('{root}', quoted)};"
        for name, query in VIEWS.items()
    ]
    return "\n".join(lines) + "\n"


def write_catalog(artifacts: Path) -> Path:
    """Write `catalog.sql` into an artifacts folder whose stages are all finished."""
    path = artifacts / "catalog.sql"
    write_text(path, catalog_sql(artifacts.resolve().name))
    return path
