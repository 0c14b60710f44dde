"""Options of the stage commands, with their help texts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands.console import in_64_bits
from pipeline.commands.help_names import KIND_NAMES
from pipeline.execution.executor import ExecutorName
from pipeline.translation.engines.table import exception, offered, parse_engine, precisions
from pipeline.translation.models import SHORT

Overwrite = Annotated[
    bool,
    typer.Option("--overwrite", help="Replace a table that was made with other settings or input."),
]
Input = Annotated[
    list[str] | None,
    typer.Option(
        metavar="FILE|URL",
        help="File or URL of sentences (.txt .jsonl .csv, each also .gz or .zst; .parquet), -"
        " for standard input, or demo for the bundled sentences. Several may follow, as in *.txt.",
    ),
]
ShardRows = Annotated[int, typer.Option(min=1, help="Sentences per shard.")]
Column = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Field that holds the sentence in .jsonl, .csv and .parquet files.",
        show_default="text",
    ),
]
MaxWords = Annotated[int, typer.Option(min=1, help="Skip sentences with more words than this.")]
OppositesOnly = Annotated[
    bool,
    typer.Option(
        "--opposites-only",
        help="Skip sentences that state no quality with an opposite (closed, possible); for a"
        " corpus of a hundred thousand or more. The bundled sentences are kept.",
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(min=1, help="Number of processes; one per available processor by default."),
]
TranslationWorkers = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Number of processor cores, or of tokenizer processes per GPU; by default as many as"
        " are available and useful.",
    ),
]
Style = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="Wording of denials: plain (not), contracted (n't), never, lexical (unlikely, fail"
        " to, deny), antonym, mix (one of the first four, drawn per sentence), or mix+antonym (an"
        " antonym if there is one, else as mix).",
    ),
]
Seed = Annotated[
    int,
    typer.Option(callback=in_64_bits, help="Random seed; the same seed gives the same tables."),
]
Check = Annotated[
    bool,
    typer.Option(
        "--check", help="Parse each result again, and reject it if its main clause is not negated."
    ),
]
Kinds = Annotated[
    str,
    typer.Option(
        metavar="NAMES",
        help="Contradictions to make besides the denial, which is always made: negation (no"
        f" others), all, or names separated by commas: {KIND_NAMES}.",
    ),
]
PerSentence = Annotated[
    int,
    typer.Option(
        min=1, help="Maximum number of contradictions per sentence, including the denial."
    ),
]
Rules = Annotated[
    str,
    typer.Option(
        metavar="NAMES",
        help="Paraphrase rules: all, names separated by commas, or all but some, e.g."
        " all,-negated_degree; `pipeline rephrase` shows the names.",
    ),
]
Compose = Annotated[
    bool,
    typer.Option(
        "--compose",
        help="Also paraphrase the translations of backtranslate by rule: one more candidate for"
        " each that no guard refuses. In `run all` this implies --rephrase.",
    ),
]
Models = Annotated[
    list[str] | None,
    typer.Option(
        metavar="MODELS",
        help=f"Translation models: {', '.join(SHORT)}, firefox:PIVOT (fetch them with `pipeline"
        " models fetch`), or PIVOT=FORWARD,BACKWARD with hub names or folders; repeat for several"
        " pivots. A pivot may be a chain of languages: de+ru (or de>ru, in quotes), with all"
        " models of the trip after =.",
        show_default="wmt19",
    ),
]
Pivots = Annotated[
    str | None,
    typer.Option(
        metavar="NAMES",
        help="Pivots to use, separated by commas, e.g. de,ru or de+ru; by default all those of"
        " --models.",
    ),
]
Device = Annotated[
    str,
    typer.Option(
        metavar="auto|cpu|cuda",
        help="Where to compute; auto uses every GPU there is. Several, e.g. cuda:0,cuda:1, share"
        " the shards.",
    ),
]
Engine = Annotated[
    str,
    typer.Option(
        callback=parse_engine,  # before `run all` starts any stage
        metavar="NAME",
        help=f"Inference engine: {offered()}.",
    ),
]
Executor = Annotated[
    ExecutorName,
    typer.Option(
        help="Where to run: local (processes on this machine) or ray (needs the extra `ray`)."
    ),
]
Address = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Ray cluster, e.g. auto or ray://head:10001; by default Ray is started here.",
    ),
]
Scratch = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="Local folder for the temporary files of ingest, about as large as the input.",
        show_default="in --artifacts; for a URL, the system's temporary folder",
    ),
]
Precision = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help=f"Precision of the model: {precisions()}.",
    ),
]
Beams = Annotated[int, typer.Option(min=1, help="Beam width; 1 is greedy search.")]
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
    typer.Option(
        min=1, help="Pivot translations to translate back; more give more varied paraphrases."
    ),
]
NgramPenalty = Annotated[
    float,
    typer.Option(
        metavar="ALPHA",
        help="Penalty for repeating the sentence's n-grams when translating back: lowers the"
        " log-probability of a word that completes one by ALPHA x n^4, n up to 4."
        f" {exception('--ngram-penalty')}",
    ),
]
Avoid = Annotated[
    float,
    typer.Option(
        metavar="X",
        help="Forbid each content word of the sentence, in all its forms, with this probability"
        f" when translating back; --seed decides which. {exception('--avoid')}",
    ),
]
BeamGroups = Annotated[
    int,
    typer.Option(
        min=1,
        help="Number of beam groups that are made to differ from each other (diverse beam search)."
        f" {exception('--beam-groups')}",
    ),
]
Diversity = Annotated[
    float | None,
    typer.Option(
        help="With --beam-groups: how far a word's log-probability falls for each beam of an"
        " earlier group that has the same word in the same position; 0.5 by default."
    ),
]
Judges = Annotated[
    str,
    typer.Option(
        metavar="NAMES",
        help="Scores of meaning to compute for each candidate, which filter can then use: none,"
        " all, forced (likelihood of the pivot text given the paraphrase), agreement (similarity of"
        " anchor and paraphrase after both are translated to another pivot; needs two pivots),"
        " trust (probability of the same meaning, from the models' scores in both directions); or"
        " several, separated by commas.",
    ),
]
JudgeWindow = Annotated[
    str | None,
    typer.Option(
        metavar="LOW:HIGH",
        help="Compute the scores of --judges only for candidates with a match error rate in this"
        " window, such as 0.15:0.6. Saves time, but filter cannot use them with a wider window.",
        show_default="all",
    ),
]
