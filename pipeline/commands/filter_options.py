"""Options of `pipeline run filter`, with their help texts, and whether they go together."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands.help_names import GUARD_NAMES
from schemas.errors import UserError


def _check_of(path: str) -> str:
    """Read the statement from a file, and test it before `run all` starts any stage."""
    from pipeline.stages.refused import read_check

    return read_check(Path(path))


Guards = Annotated[
    str,
    typer.Option(
        metavar="NAMES",
        help="Guards to apply: all, none (as in the paper), or names separated by commas:"
        f" {GUARD_NAMES}.",
    ),
]
MinMer = Annotated[float, typer.Option(help="Lowest match error rate of a paraphrase.")]
MaxMer = Annotated[float, typer.Option(help="Highest match error rate of a paraphrase.")]
Mer = Annotated[
    str,
    typer.Option(
        metavar="moses|jiwer",
        help="Match error rate: moses (lower-cased Moses tokens, as in the paper's Table 2) or"
        " jiwer (jiwer.mer: words split at white space, case kept).",
    ),
]
Select = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="Measure that chooses among the accepted candidates; the highest wins: score, mer,"
        " similarity, or diverse (the judges' confidence times the match error rate, and more for"
        " new content words).",
    ),
]
MinSimilarity = Annotated[
    str | None,
    typer.Option(
        metavar="MODEL:THRESHOLD",
        help="Lowest cosine of anchor and paraphrase under a sentence encoder, e.g. demo:0.8.",
    ),
]
ContradictParaphrases = Annotated[
    bool,
    typer.Option(
        "--contradict-paraphrases",
        help="Make further triples by contradicting the accepted paraphrases, with the settings of"
        " negate. Their contradictions differ from the sentence in wording as much as a paraphrase"
        " does.",
    ),
]
NearCopies = Annotated[
    int,
    typer.Option(
        min=0,
        help="Keep up to this many paraphrases per sentence below --min-mer, or --min-new-words,"
        " for further triples, so that the text nearest in wording is not always the"
        " contradiction.",
    ),
]
Balance = Annotated[
    bool,
    typer.Option(
        "--balance",
        help="Pair paraphrases with contradictions so that neither negating words nor similar"
        " wording give the contradiction away; needs --contradict-paraphrases.",
    ),
]
RefuseSql = Annotated[
    str | None,
    typer.Option(
        parser=_check_of,
        metavar="FILE",
        help="File with a check of your own: one SELECT over the views candidates, sentences and"
        " negations. The candidates that it returns are refused. Return id, pivot_lang and rank, or"
        " only id to refuse all candidates of a sentence.",
    ),
]
MinEntailment = Annotated[
    str | None,
    typer.Option(
        metavar="MODEL:THRESHOLD",
        help="Lowest probability that anchor and paraphrase entail each other, under a"
        " cross-encoder for natural-language inference.",
    ),
]
MinForcedScore = Annotated[
    float | None,
    typer.Option(
        help="Lowest forced score of a translation, a negative number, e.g. -0.5; needs"
        " backtranslate --judges forced."
    ),
]
MinAgreement = Annotated[
    float | None,
    typer.Option(
        help="Lowest agreement of a translation with its anchor in another pivot, 0 to 1; needs"
        " backtranslate --judges agreement."
    ),
]
MinTrust = Annotated[
    float | None,
    typer.Option(
        help="Lowest probability that a translation says the same as its anchor, 0 to 1, e.g. 0.8;"
        " needs backtranslate --judges trust."
    ),
]
MaxMerSure = Annotated[
    float | None,
    typer.Option(
        help="Highest match error rate of a paraphrase that the judges are sure of, that is, with"
        " every score at least halfway between its threshold and the best possible value; by"
        " default, as --max-mer."
    ),
]
MinNewWords = Annotated[
    int,
    typer.Option(
        min=0,
        max=2,
        help="Lowest number of content words that only the paraphrase has; one with fewer counts as"
        " a near copy.",
    ),
]
CardExamples = Annotated[
    bool, typer.Option("--card-examples", help="Show three triples in the data card.")
]
License = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Licence of the sentences for the data card, e.g. cc-by-4.0; by default, the one on"
        " the existing card if the sentences are the same.",
    ),
]


def check_parser(parser: str | None, *, contradict: bool) -> None:
    """Check that filter parses anything if a parser is given.

    Raises:
        UserError: it does not.
    """
    if parser is not None and not contradict:
        raise UserError(
            f"--parser {parser} has no effect without --contradict-paraphrases: give both."
        )
