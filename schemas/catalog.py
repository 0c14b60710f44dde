"""`catalog.sql`: DuckDB views and macros over an artifacts folder, with relative paths.

Run from the folder that holds the artifacts folder: `duckdb -init artifacts/catalog.sql`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pyarrow as pa

from schemas.escapes import visible
from schemas.files import write_text
from schemas.locations import Location
from schemas.mer import MER_BINS
from schemas.tables import STAGES, TABLES


@dataclass(frozen=True, slots=True)
class CatalogSettings:
    """What the catalogue needs from the settings of the run that made the triples.

    Attributes:
        select: how filter chose among accepted candidates: `score`, `mer`, `similarity` or
            `diverse`.
        thresholds: column of `verdicts` -> lowest value that filter accepted.
        pivots: in the order of the run, which breaks ties.
        rephrasings: whether the folder has paraphrases by rule.
        refusals: why a candidate may be refused, in the order of the checks.
        sure: confidence from which a candidate may exceed the window, and the highest match error
            rate allowed then; None if no candidate may.
        balance: whether filter left denials out of the triples, so that their wording alone does
            not tell them from paraphrases.
    """

    select: str = "score"
    thresholds: Mapping[str, float] = field(default_factory=dict)
    pivots: Sequence[str] = ("de", "ru")
    rephrasings: bool = False
    refusals: Sequence[str] = ()
    sure: tuple[float, float] | None = None
    balance: bool = False


_TYPES = {
    "uint64": "ubigint", "int16": "smallint", "string": "varchar", "float": "float",
    "bool": "boolean",
}  # fmt: skip
"""Type of a column -> what DuckDB calls it."""


def no_rows(schema: pa.Schema) -> str:
    """SQL for the view of a table that a folder may lack: its columns without any row."""
    columns = ", ".join(f"null::{_TYPES[str(f.type)]} as {f.name}" for f in schema)
    return f"select {columns} where false"


_DENIED: Final = (
    "(select t.* replace (n.negation as negation, if(n.negation is null, null, n.kind) as kind,"
    " n.rule as rule) from paper_triples t join negations n on n.id = t.id and n.rank = 0)"
)
"""The paper's triples with the denials that filter left out for balance, for which they have no
match error rate: which ones it leaves out depends on all paraphrases, and so on the window."""


def _histogram(mer: str, bins: int | str, what: str, rows: str) -> str:
    return (
        f"select floor(least({mer}, 0.9999)::double * {bins} + 1e-6) / {bins} as mer_from,"
        f" count(*) as {what}, bar(count(*), 0, max(count(*)) over (), 40) as share"
        f" from {rows} group by mer_from order by mer_from"
    )


def files_of(root: str, table: str) -> str:
    """SQL that reads the files of a table, whose folder is below `root`."""
    below = "*/" if table in ("backtranslations", "judgements") else ""
    return f"from read_parquet('{root}/{table}/{below}part-*.parquet', hive_partitioning = false)"


VIEWS: Final[dict[str, str]] = {
    **{table: files_of("{root}", table) for table in STAGES},
    "paper_triples": "from triples where variant = 0",
    "complete_triples": "select anchor, paraphrase, negation from triples"
    " where status = 'complete'",
    "paraphrases": "select id, pivot_lang, null::varchar as paraphrase_rule, rank, paraphrase,"
    " pivot_text, score, forced, agreement, trust from backtranslations union all"
    " select r.id, null, r.rule, r.rank, r.paraphrase, null, b.score, b.forced, b.agreement,"
    " b.trust from rephrasings r left join backtranslations b on b.id = r.id"
    " and b.rank = r.base_rank and b.pivot_lang = split_part(r.rule, '+', 1)",
    "candidates": "select s.id, s.text as anchor, p.pivot_lang, p.paraphrase_rule, p.rank,"
    " p.paraphrase, p.pivot_text, p.score, p.forced, p.agreement, p.trust, v.mer, v.similarity,"
    " v.entailment, v.confidence, v.new_words, v.verdict, v.chosen, v.guard"
    " from sentences s join paraphrases p using (id) join verdicts v on v.id = p.id"
    " and v.rank = p.rank and v.pivot_lang is not distinct from p.pivot_lang",
    "statuses": "select status, count(*) as sentences,"
    " round(100.0 * count(*) / sum(count(*)) over (), 1) as percent"
    " from paper_triples group by status order by sentences desc, status",
    "losses": "select verdict, count(*) as candidates, count(distinct id) as sentences"
    " from verdicts group by verdict order by candidates desc, verdict",
    "lost_sentences": "select id,"
    " max_by(verdict, list_position(['no_candidate', {refusals}], verdict)) as verdict"
    " from verdicts group by id having not bool_or(chosen)",
    "lost": "select verdict, count(*) as sentences from lost_sentences"
    " group by verdict order by sentences desc, verdict",
    "pivots": "select coalesce(pivot_lang, 'rule') as pivot_lang, count(*) as candidates,"
    " count(*) filter (verdict = 'accepted') as accepted, count(*) filter (chosen) as chosen,"
    " round(median(mer), 3) as median_mer, round(avg(similarity), 3) as mean_similarity"
    " from verdicts where rank is not null group by all order by pivot_lang",
    # Only rules have a version; a pivot that stands before them is skipped.
    "paraphrase_rules": "select rule,"
    " count(*) as candidates, count(*) filter (verdict = 'accepted') as accepted,"
    " count(*) filter (chosen) as chosen, round(median(mer), 3) as median_mer"
    " from (select *, unnest(string_split(paraphrase_rule, '+')) as rule from verdicts"
    " where paraphrase_rule is not null) where rule like '%.v%' group by rule"
    " order by candidates desc, rule",
    "rules": "select rule, count(*) as sentences, count(negation) as negated,"
    " any_value(cue) as example_cue, kind from negations group by kind, rule"
    " order by sentences desc, rule",
    "kinds": "select kind, count(negation) as contradictions,"
    " count(distinct id) filter (negation is not null) as sentences,"
    " any_value(cue) filter (negation is not null) as example_cue"
    " from negations group by kind order by contradictions desc, kind",
    "triple_kinds": "select kind, count(*) as triples, count(distinct id) as sentences,"
    " count(*) filter (rule like 'paraphrase:%') as of_paraphrases,"
    " round(100.0 * avg((negation_mer < mer)::int), 1) as percent_nearer"
    " from triples where status = 'complete' group by kind order by triples desc, kind",
    "mer_histogram": _histogram(
        "mer", MER_BINS, "paraphrases", "paper_triples where mer is not null"
    ),
}
"""View -> its query. `{root}` stands for the artifacts folder, `{refusals}` for the checks in their
order."""

MACROS: Final = {
    "mer_histogram(bins)": _histogram(
        "mer", "bins", "paraphrases", "paper_triples where mer is not null"
    ),
    "negation_histogram(bins)": _histogram(
        "negation_mer", "bins", "negations", "paper_triples where negation_mer is not null"
    ),
    "candidate_histogram(lang, bins)": _histogram(
        "mer", "bins", "candidates", "verdicts where pivot_lang = lang"
    ),
    "lost_at(reason)": "select l.id, s.text as anchor, c.pivot_lang, c.paraphrase, c.mer,"
    " c.similarity from lost_sentences l join sentences s using (id)"
    " left join candidates c on c.id = l.id and c.verdict = l.verdict"
    " where l.verdict = reason order by l.id, c.pivot_lang, c.rank",
    "examples(of_rule)": "select t.id, t.anchor, n.cue, t.negation, t.paraphrase, t.mer, t.status"
    " from triples t join negations n on n.id = t.id and n.rule = t.rule where n.rule = of_rule"
    " qualify row_number() over (partition by t.id order by t.variant) = 1 order by hash(t.id)",
    "survivors(lo, hi)": "with kept as (select v.id, b.paraphrase, v.mer, v.pivot_lang,"
    " v.paraphrase_rule, b.score,"
    " row_number() over (partition by v.id order by {first} coalesce(b.score, '-infinity') desc,"
    " list_position([{pivots}], v.pivot_lang) nulls last, v.rank) as place"
    " from verdicts v join paraphrases b on b.id = v.id and b.rank = v.rank"
    " and b.pivot_lang is not distinct from v.pivot_lang"
    " where v.mer >= lo::float and (v.mer <= hi::float{sure}) and v.guard is null{threshold})"
    " select t.id, t.variant, t.anchor, k.paraphrase, t.negation, t.kind, k.mer, t.negation_mer,"
    " k.pivot_lang, t.rule, k.paraphrase_rule, k.score,"
    " case when k.id is null then if(t.negation is null, 'anchor_only', 'no_paraphrase')"
    " when t.negation is null then 'no_negation' else 'complete' end as status"
    " from {denied} t left join kept k on k.id = t.id and k.place = 1",
    "mer_window(lo, hi)": "select status, count(*) as sentences,"
    " round(100.0 * count(*) / sum(count(*)) over (), 1) as percent"
    " from survivors(lo, hi) group by status order by sentences desc, status",
}
"""Macro with its parameters -> its query. `survivors(lo, hi)` is what filter with that window
would write as variant 0 of `triples`, before it leaves denials out for balance; the name `window`
is reserved in SQL. Match error rates are stored in 32 bits, so a bound within 1e-7 of a rate counts
as equal to it. What `--select diverse` compares counts as equal if it agrees to six digits, where
filter compares all digits."""


def catalog_sql(root: str, settings: CatalogSettings) -> str:
    """SQL statements that create the views and macros over the artifacts folder `root`."""
    shown = visible(root).replace("\n", "\\n")
    first = {
        "mer": "v.mer desc,",
        "similarity": "coalesce(v.similarity, 0) desc,",
        # Its factors are stored in 32 bits, which must not decide between equals.
        "diverse": "round(coalesce(v.confidence, 0)::double * v.mer"
        " * (1 + coalesce(v.new_words, 0) / 2), 6) desc,",
    }
    words = {
        "refusals": _strings(settings.refusals),
        "pivots": _strings(settings.pivots),
        "first": first.get(settings.select, ""),
        "threshold": "".join(
            f" and v.{column}::double >= {lowest!r}::double"
            for column, lowest in settings.thresholds.items()
        ),
        "sure": ""
        if settings.sure is None
        else " or (v.confidence >= {!r}::float and v.mer <= {!r}::float)".format(*settings.sure),
        "denied": _DENIED if settings.balance else "paper_triples",
        "root": in_glob(root),
    }
    lines = [
        "-- DuckDB views and macros over the tables of this folder. Start DuckDB in the folder"
        " above:",
        f"--   duckdb -init {shown}/catalog.sql",
        "-- Then, for example: from mer_histogram(10);  from lost_at('polarity') limit 9;",
        "--   from examples('copula.v1') limit 9;  from mer_window(0.2, 0.5);",
    ]
    absent = {} if settings.rephrasings else {"rephrasings": no_rows(TABLES["rephrasings"])}
    views = VIEWS | absent
    lines += [
        f"create or replace view {name} as {_filled(query, words)};"
        for name, query in views.items()
    ]
    lines += [
        f"create or replace macro {signature} as table {_filled(query, words)};"
        for signature, query in MACROS.items()
    ]
    return "\n".join(lines) + "\n"


def tables_sql(root: str, tables: Iterable[str]) -> str:
    """SQL statements that create a view over each of some tables of the artifacts folder `root`."""
    return "".join(f"create view {name} as {files_of(in_glob(root), name)};\n" for name in tables)


def in_glob(path: str) -> str:
    """Escape a path for SQL that reads files, where `*`, `?` and `[` are wildcards: the folder
    `run[1]` must not match `run1`."""
    return in_quotes(re.sub(r"[*?[]", r"[\g<0>]", path))


def in_quotes(text: str) -> str:
    """Escape a text for an SQL string literal."""
    return text.replace("'", "''")


def _strings(values: Sequence[str]) -> str:
    return ", ".join(f"'{in_quotes(value)}'" for value in values)


def _filled(query: str, words: dict[str, str]) -> str:
    for name, value in words.items():
        query = query.replace("{" + name + "}", value)
    return query


def write_catalog(artifacts: Location, settings: CatalogSettings) -> None:
    """Write `catalog.sql` into an artifacts folder whose stages are all finished."""
    name = artifacts.resolve().name if isinstance(artifacts, Path) else artifacts.name
    write_text(artifacts / "catalog.sql", catalog_sql(name or "artifacts", settings))
