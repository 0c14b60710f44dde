"""Queries that check whether the rows of the tables agree with each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pipeline.storage.queries import bounded
from schemas.catalog import in_glob
from schemas.errors import first_line
from schemas.locations import Location
from schemas.manifest import Manifest
from schemas.progress import counted
from schemas.tables import NEAR_COPY, OPTIONAL, STATUSES, Stage

NUMBERED: dict[Stage, str] = {"negations": "rank", "rephrasings": "rank", "triples": "variant"}
"""Tables with several rows per sentence -> the column that numbers them."""
_MEMORY = "512MB"
"""Memory for DuckDB; the rest goes to disk."""


class Disagreement(NamedTuple):
    """Rows that contradict other rows.

    Attributes:
        stage: the table with the rows that are wrong; None if the tables could not be compared.
        text: what is wrong, in a sentence without its full stop.
    """

    stage: Stage | None
    text: str


def disagreements(
    artifacts: Location, manifests: Mapping[Stage, Manifest]
) -> Iterator[Disagreement]:
    """Compare the rows of the tables.

    Args:
        manifests: of the tables; one that was made from another table than the present one is left
            out by the caller, since its rows cannot agree with it.
    """
    import duckdb

    def rows(stage: Stage) -> str:
        files = manifests[stage].shards
        names = ", ".join(f"'{in_glob(str(artifacts / stage / s.file))}'" for s in files)
        return f"read_parquet([{names}], hive_partitioning = false)"

    whole = {
        stage: rows(stage)
        for stage, m in manifests.items()
        if m.complete and all((artifacts / stage / s.file).is_file() for s in m.shards)
    }
    if "sentences" not in whole:
        return
    checks = _keys(whole)
    if "triples" in whole:
        # Variants may hold contradictions of paraphrases, which are in no table.
        reworded = bool(manifests["triples"].config.get("contradict_paraphrases"))
        checks |= _origins(whole, "variant = 0" if reworded else "true")
        checks |= _statuses(whole["triples"], manifests["triples"].counts())
    with bounded(_MEMORY) as db:
        for (stage, noun, fault), query in checks.items():
            try:
                found = db.execute(query).fetchone()
            except duckdb.Error as error:
                said = f"The rows of {artifacts} cannot be compared: {first_line(error)}"
                yield Disagreement(None, said)
                return
            if found and found[0]:
                said = f"{artifacts / stage} has {counted(found[0], noun)} {fault}"
                yield Disagreement(stage, said)


_Checks = dict[tuple[Stage, str, str], str]
"""(Table, what is counted, what is wrong with one or several of them) -> the query that counts."""


def _keys(whole: Mapping[Stage, str]) -> _Checks:
    sentences = whole["sentences"]
    checks: _Checks = {
        (
            "sentences",
            "sentence",
            "with the id of an earlier one",
        ): f"select count(*) - count(distinct id) from {sentences}",
        ("sentences", "sentence", "with the id of another text"): (
            f"select count(*) from {sentences}"
            " where id is distinct from ('0x' || sha256(text)[:16])::ubigint"
        ),
    }
    for stage, number in NUMBERED.items():
        if stage in whole:
            if stage not in OPTIONAL:
                # The join fills up the shorter side, whose ids are null then.
                firsts = (
                    f"(select id as wanted from {sentences}) a"
                    f" positional join (select id from {whole[stage]} where {number} = 0) b"
                )
                checks[stage, "row", "with the id of another sentence"] = (
                    f"select count(*) from {firsts}"
                    " where id is not null and wanted is distinct from id"
                )
                checks[stage, "sentence", "too few"] = (
                    f"select count(*) from {firsts} where id is null"
                )
            checks[stage, "sentence", f"whose {number}s are not 0, 1, 2 and so on"] = (
                f"select count(*) from (select id from {whole[stage]} group by id having"
                f" max({number}) + 1 <> count(*) or count(distinct {number}) <> count(*)"
                f" or min({number}) <> 0)"
            )
    for stage in ("rephrasings", "backtranslations", "verdicts"):
        if stage in whole:
            checks[stage, "row", "whose sentence is unknown"] = (
                f"select count(*) from {whole[stage]} b anti join {sentences} s using (id)"
            )
    return checks


def _origins(whole: Mapping[Stage, str], from_table: str) -> _Checks:
    """Texts of triples that are missing from the tables that they came from.

    Args:
        from_table: condition for triples whose contradiction comes from `negations`.
    """
    triples = whole["triples"]
    checks: _Checks = {
        ("triples", "triple", "whose anchor is not the text of the sentence"): (
            f"select count(*) from {triples} t join {whole['sentences']} s using (id)"
            " where t.anchor is distinct from s.text"
        )
    }
    if "negations" in whole:
        checks["triples", "triple", "whose contradiction is not in negations"] = (
            f"select count(*) from {triples} t anti join {whole['negations']} n"
            " on t.id = n.id and t.kind = n.kind and t.rule = n.rule and t.negation = n.negation"
            f" where t.negation is not null and {from_table}"
        )
    if "backtranslations" in whole:
        checks["triples", "triple", "whose paraphrase is not in backtranslations"] = (
            f"select count(*) from {triples} t anti join {whole['backtranslations']} b"
            " on t.id = b.id and t.pivot_lang = b.pivot_lang and t.paraphrase = b.paraphrase"
            " where t.pivot_lang is not null"
        )
    if "rephrasings" in whole:
        checks["triples", "triple", "whose paraphrase is not in rephrasings"] = (
            f"select count(*) from {triples} t anti join {whole['rephrasings']} r"
            f" on t.id = r.id and t.paraphrase_rule in (r.rule, '{NEAR_COPY}:' || r.rule)"
            " and t.paraphrase = r.paraphrase"
            " where t.paraphrase_rule is not null and t.pivot_lang is null"
        )
    return checks


def _statuses(triples: str, counts: Mapping[str, int]) -> _Checks:
    """Differences between the counts in the manifest and the rows."""
    said = ", ".join(f"('{status}', {counts.get(f'status {status}', 0)})" for status in STATUSES)
    return {
        ("triples", "sentence", "of another status than its manifest counts"): (
            f"select sum(abs(coalesce(c.n, 0) - s.n))::bigint from (values {said}) s(status, n)"
            f" left join (select status, count(*) n from {triples} where variant = 0"
            " group by status) c using (status)"
        )
    }
