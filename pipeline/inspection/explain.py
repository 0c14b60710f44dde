"""Follows one sentence through the stages, and parses it again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pipeline.inspection.candidates import JudgedCandidate, candidates_of
from pipeline.inspection.catalog import open_catalog, query
from pipeline.negation import REASONS
from pipeline.storage.artifacts import ArtifactsFolder
from schemas.advice import option_for
from schemas.errors import UserError
from schemas.locations import Location

if TYPE_CHECKING:
    import duckdb


def why_not_negated() -> dict[str, str]:
    """The `rule` of a triple without a negation -> what it means."""
    left_out = "filter --balance left it out, so that wording alone does not give it away"
    return REASONS | {"left_out": left_out}


@dataclass(frozen=True, slots=True)
class OtherContradiction:
    """A contradiction that is not in the triple with variant 0.

    Attributes:
        kind, negation, rule, cue: as in `negations`. One made from a paraphrase has the rule that
            it has in `triples`, and no cue.
        triples: number of the sentence's triples that it is in.
    """

    kind: str
    negation: str
    rule: str
    cue: str
    triples: int


@dataclass(frozen=True, slots=True)
class Explained:
    """One sentence and everything that the stages made of it.

    Attributes:
        triple: its row of `triples` with variant 0.
        cue: words added, changed or removed by the negation.
        select: how filter chose among accepted candidates.
        contradictions: those other than the negation of `triple`, by rank. The first is the denial
            of the main clause if `--balance` left it out. Those made from paraphrases come last.
        variants: number of its triples.
    """

    triple: dict[str, Any]
    source: str
    line: int
    cue: str
    select: str
    candidates: list[JudgedCandidate]
    contradictions: list[OtherContradiction]
    variants: int


def explain(
    folder: ArtifactsFolder,
    *,
    text: str | None = None,
    key: int | None = None,
    place: Location | None = None,
) -> Explained:
    """Follow one sentence through the stages.

    Args:
        text: part of the sentence, case-insensitive; the first match is taken.
        key: its id, instead of the text.
        place: where the tables are, if the folder is a local copy of them.

    Raises:
        UserError: no sentence matches.
    """
    # As text, since a number of more than 128 bits would be an error.
    value = str(key) if text is None else text.lower()
    condition = "s.id::varchar = $v" if text is None else "contains(lower(s.text), $v)"
    with open_catalog(folder) as db:
        # The first match is taken before the join, which may return its rows in any order.
        found = db.execute(
            f"with first as (select id, source, line from sentences s where {condition} limit 1)"
            " select id, source, line, cue from first join negations using (id) where rank = 0",
            {"v": value},
        ).fetchone()
        if found is None:
            what = f"the id {key}" if text is None else f"the text {text!r}"
            there = folder.root if place is None else place
            raise UserError(
                f"No sentence in {there} has {what}. `pipeline inspect --sample 10"
                f"{option_for(there)}` shows some sentences."
            )
        sentence, source, line, cue = found
        (triple,) = query(
            db, "select * from paper_triples where id = $v", {"v": sentence}
        ).records()
        candidates = candidates_of(db, [sentence]).get(sentence, [])
        others = _contradictions(db, sentence, left_out=triple["negation"] is None)
        variants = query(db, "select count(*) from triples where id = $v", {"v": sentence}).rows
    return Explained(
        triple,
        source,
        line,
        cue,
        str(folder.require("triples").config["select"]),
        candidates,
        others,
        int(variants[0][0]),
    )


def _contradictions(
    db: duckdb.DuckDBPyConnection, sentence: int, *, left_out: bool
) -> list[OtherContradiction]:
    """The contradictions of a sentence besides its denial, then those made from its paraphrases.

    Args:
        left_out: whether to begin with the denial, if there is one.
    """
    # Only `triples` has contradictions of paraphrases, and only those that it uses.
    rows = query(
        db,
        "with used as (select kind, negation, rule, count(*) as triples, min(variant) as first"
        " from triples where id = $v and negation is not null group by all),"
        " own as (select * from negations where id = $v and negation is not null)"
        " select kind, negation, rule, cue, coalesce(triples, 0), rank as place, 0 as made"
        " from own left join used using (kind, negation, rule) where rank > 0 or $left_out"
        " union all select kind, negation, rule, '', triples, first, 1"
        " from used anti join own using (kind, negation, rule) order by made, place",
        {"v": sentence, "left_out": left_out},
    ).rows
    return [OtherContradiction(*row[:5]) for row in rows]


@dataclass(frozen=True, slots=True)
class Parse:
    """How the parser of the negations analyses a sentence.

    Attributes:
        clause: the clause that is negated; empty if none is found.
        words: word, tag, relation and head of each.
    """

    clause: str
    words: list[tuple[str, str, str, str]]


def parse_of(folder: ArtifactsFolder, sentence: str) -> Parse:
    """Parse a sentence again, with the parser that the negations were made with.

    Raises:
        UserError: that parser is not installed.
    """
    from pipeline.negation import load_parser
    from pipeline.negation.reading.later import denied_clause

    doc = load_parser(folder.require("negations").config["parser"], lean=True)(sentence)
    words = [(t.text, t.tag_, t.dep_, t.head.text) for t in doc]
    return Parse(str(denied_clause(doc) or ""), words)
