"""Options of the stages' commands, in the words of `--help`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.acceptance.guards import guard_names
from pipeline.execution.executor import ExecutorName


def _engine(name: str) -> str:
    """Refuse another name before `run all` begins with the stages that need none."""
    from pipeline.translation.engines.table import parse_engine

    return parse_engine(name)


def _check_of(path: str) -> str:
    """The statement of a file, tried before `run all` begins with the stages before it."""
    from pipeline.stages.refused import read_check

    return read_check(Path(path))


Overwrite = Annotated[
    bool, typer.Option("--overwrite", help="Replace a table made with other settings or input.")
]
Input = Annotated[
    list[str] | None,
    typer.Option(
        help="File or URL of sentences (.txt .jsonl .csv, each also .gz or .zst; .parquet), -"
        " for standard input, or demo for the sentences of this package. Repeat for several."
    ),
]
Column = Annotated[str, typer.Option(help="Field of the sentence in .jsonl, .csv and .parquet.")]
MaxWords = Annotated[int, typer.Option(min=1, help="Longer sentences are left out.")]
Workers = Annotated[
    int | None, typer.Option(min=1, help="Processes; every available processor by default.")
]
Style = Annotated[
    str,
    typer.Option(
        help="plain (not), contracted (n't), never, lexical (unlikely, fail to, deny), antonym,"
        " mix, which draws one of the first four for each sentence, or mix+antonym, which takes"
        " antonyms first."
    ),
]
Seed = Annotated[int, typer.Option(help="Random seed for --style mix and --sample.")]
Check = Annotated[
    bool,
    typer.Option("--check", help="Parse each result again; refuse it where its root is no denial."),
]
Kinds = Annotated[
    str,
    typer.Option(
        metavar="NAMES",
        help="Contradictions to make besides the denial, which is always made: negation (none),"
        " all, or names separated by commas: antonym, quantity, direction, roles, comparison,"
        " modality, lexical, alternative, scope.",
    ),
]
PerSentence = Annotated[
    int, typer.Option(min=1, help="Most contradictions of a sentence, the denial included.")
]
Rules = Annotated[
    str,
    typer.Option(
        metavar="NAMES",
        help="Rules that paraphrase: all, names separated by commas, or all but some, as in"
        " all,-negated_degree; `pipeline rephrase` shows the names.",
    ),
]
Models = Annotated[
    list[str] | None,
    typer.Option(
        help="wmt19, demo, firefox:PIVOT for Firefox models on this machine, or"
        " PIVOT=FORWARD,BACKWARD with hub names or folders; repeat for several"
        " pivots.",
        show_default="wmt19",
    ),
]
Pivots = Annotated[
    str | None, typer.Option(help="Pivots to use, as in de,ru; all those of --models by default.")
]
Device = Annotated[
    str,
    typer.Option(help="auto, cpu, cuda, or several as in cuda:0,cuda:1: shards are shared out."),
]
Engine = Annotated[
    str,
    typer.Option(
        callback=_engine,
        help="What runs the models: auto, ctranslate2 (FSMT models, several times as fast),"
        " marian (Firefox models) or transformers (any other model).",
    ),
]
Executor = Annotated[
    ExecutorName,
    typer.Option(help="Where the work is done: local (processes here) or ray (extra `ray`)."),
]
Address = Annotated[
    str | None,
    typer.Option(
        help="Ray cluster, as in auto or ray://head:10001; Ray is started here if absent."
    ),
]
Scratch = Annotated[
    Path | None,
    typer.Option(
        help="Local folder for what ingest keeps between its passes, about as large as the input.",
        show_default="in --artifacts; for a URL, the system's temporary folder",
    ),
]
Guards = Annotated[
    str,
    typer.Option(
        help="all, none (as in the paper), or names separated by commas:"
        f" {', '.join(guard_names())}."
    ),
]
Precision = Annotated[str, typer.Option(help="auto, fp32, fp16, bf16, or int8 with ctranslate2.")]
Beams = Annotated[int, typer.Option(min=1, help="Width of the beam; 1 is greedy.")]
Candidates = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Candidate paraphrases per sentence and pivot (n-best).",
        show_default="3, or --beams if that is less",
    ),
]
PivotCandidates = Annotated[
    int,
    typer.Option(min=1, help="Pivot translations taken back, for paraphrases that differ more."),
]
Judges = Annotated[
    str,
    typer.Option(
        metavar="NAMES",
        help="What the models say of the candidates, for filter: none, all, forced (how likely the"
        " forward model finds the pivot text given the paraphrase), agreement (how alike anchor and"
        " paraphrase are in another pivot; needs two).",
    ),
]
MinMer = Annotated[float, typer.Option(help="Lowest match error rate of a paraphrase.")]
MaxMer = Annotated[float, typer.Option(help="Highest match error rate of a paraphrase.")]
Mer = Annotated[
    str,
    typer.Option(
        help="Match error rate: moses (Moses tokens in small letters, as in the paper's Table 2) or"
        " jiwer (jiwer.mer, words between white space as written)."
    ),
]
Select = Annotated[
    str,
    typer.Option(
        help="Among accepted candidates the best by: score, mer, similarity, or diverse (the"
        " judges' confidence times the match error rate)."
    ),
]
MinSimilarity = Annotated[
    str | None,
    typer.Option(
        metavar="MODEL:FLOOR",
        help="Lowest cosine of anchor and paraphrase under a sentence encoder, as in demo:0.8.",
    ),
]
ContradictParaphrases = Annotated[
    bool,
    typer.Option(
        "--contradict-paraphrases",
        help="Contradict the accepted paraphrases too, as negate did the sentences, for further"
        " triples whose contradiction is as far from the sentence in wording as a paraphrase.",
    ),
]
NearCopies = Annotated[
    int,
    typer.Option(
        min=0,
        help="Paraphrases of a sentence below --min-mer to keep for further triples, so that what"
        " is nearly the same in wording is not always the contradiction.",
    ),
]
Balance = Annotated[
    bool,
    typer.Option(
        "--balance",
        help="Choose the pairs so that neither negating words nor nearness in wording tell the"
        " contradictions from the paraphrases; needs --contradict-paraphrases.",
    ),
]
RefuseSql = Annotated[
    str | None,
    typer.Option(
        parser=_check_of,
        metavar="FILE",
        help="Check of your own: one SELECT over the views candidates, sentences and negations;"
        " the candidates whose id (with pivot_lang and rank, or all of the id) it returns are"
        " refused.",
    ),
]
MinEntailment = Annotated[
    str | None,
    typer.Option(
        metavar="MODEL:FLOOR",
        help="Lowest probability that each of anchor and paraphrase entails the other, under a"
        " cross-encoder for natural-language inference.",
    ),
]
MinForcedScore = Annotated[
    float | None,
    typer.Option(
        help="Lowest forced score of a translation, below 0, as in -0.5; needs backtranslate"
        " --judges forced."
    ),
]
MinAgreement = Annotated[
    float | None,
    typer.Option(
        help="Lowest agreement of a translation with its anchor in another pivot, 0 to 1; needs"
        " backtranslate --judges agreement."
    ),
]
MaxMerSure = Annotated[
    float | None,
    typer.Option(
        help="Highest match error rate where the judges are sure: each half-way from its floor to"
        " the best there is."
    ),
]
License = Annotated[
    str | None,
    typer.Option(
        help="Licence of the sentences, for the data card, as in cc-by-4.0; what the card of the"
        " same sentences says already is kept."
    ),
]
