"""Options of the stage commands, with their help texts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.execution.executor import ExecutorName


def _engine(name: str) -> str:
    """Check the name before `run all` starts any stage."""
    from pipeline.translation.engines.table import parse_engine

    return parse_engine(name)


def _check_of(path: str) -> str:
    """Read the statement from a file, and test it before `run all` starts any stage."""
    from pipeline.stages.refused import read_check

    return read_check(Path(path))


Overwrite = Annotated[
    bool,
    typer.Option("--overwrite", help="Replace a table that was made with other settings or input."),
]
Input = Annotated[
    list[str] | None,
    typer.Option(
        help="File or URL of sentences (.txt .jsonl .csv, each also .gz or .zst; .parquet), -"
        " for standard input, or demo for the bundled sentences. Repeat for several."
    ),
]
Column = Annotated[
    str, typer.Option(help="Field that holds the sentence in .jsonl, .csv and .parquet files.")
]
MaxWords = Annotated[int, typer.Option(min=1, help="Skip sentences with more words than this.")]
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
        help="plain (not), contracted (n't), never, lexical (unlikely, fail to, deny), antonym,"
        " mix (one of the first four, drawn per sentence), or mix+antonym (an antonym if there"
        " is one, else as mix)."
    ),
]
Seed = Annotated[int, typer.Option(help="Random seed; the same seed gives the same tables.")]
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
        " others), all, or names separated by commas: antonym, quantity, direction, roles,"
        " comparison, modality, lexical, alternative, scope.",
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
        help="wmt19, demo, firefox:PIVOT (fetch them with `pipeline models fetch`), or"
        " PIVOT=FORWARD,BACKWARD with hub names or folders; repeat for several"
        " pivots. A pivot may be a chain of languages: de+ru (or de>ru, in quotes), with all"
        " models of the trip after =.",
        show_default="wmt19",
    ),
]
Pivots = Annotated[
    str | None,
    typer.Option(help="Pivots to use, e.g. de,ru or de+ru; by default all those of --models."),
]
Device = Annotated[
    str,
    typer.Option(help="auto, cpu, cuda, or several, e.g. cuda:0,cuda:1, which share the shards."),
]
Engine = Annotated[
    str,
    typer.Option(
        callback=_engine,
        help="Inference engine: auto, ctranslate2 (FSMT models, several times as fast),"
        " marian (Firefox models) or transformers (any other model).",
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
        help="Ray cluster, e.g. auto or ray://head:10001; by default Ray is started here."
    ),
]
Scratch = Annotated[
    Path | None,
    typer.Option(
        help="Local folder for the temporary files of ingest, about as large as the input.",
        show_default="in --artifacts; for a URL, the system's temporary folder",
    ),
]
Guards = Annotated[
    str,
    typer.Option(
        # The names are written out, since importing the guards takes longer than all other help.
        help="all, none (as in the paper), or names separated by commas: wrong_script,"
        " untranslated, repetition, length_ratio, copy, polarity, numbers, times, names, roles,"
        " pronouns, duty, degree, owner, prepositions, senses, question, content, nonword."
    ),
]
Precision = Annotated[
    str,
    typer.Option(
        help="auto, fp32, bf16, fp16 (not with Firefox's models), or int8 (not with transformers)."
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
        " log-probability of a word that completes one by ALPHA x n^4, n up to 4. Not with --engine"
        " ctranslate2.",
    ),
]
Avoid = Annotated[
    float,
    typer.Option(
        metavar="SHARE",
        help="Forbid each content word of the sentence, in all its forms, with this probability"
        " when translating back; --seed decides which. Not with --engine ctranslate2.",
    ),
]
BeamGroups = Annotated[
    int,
    typer.Option(
        min=1,
        help="Number of beam groups that are made to differ from each other (diverse beam search)."
        " Only with Firefox's models.",
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
        " trust (probability of the same meaning, from the models' scores in both directions).",
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
MinMer = Annotated[float, typer.Option(help="Lowest match error rate of a paraphrase.")]
MaxMer = Annotated[float, typer.Option(help="Highest match error rate of a paraphrase.")]
Mer = Annotated[
    str,
    typer.Option(
        help="Match error rate: moses (lower-cased Moses tokens, as in the paper's Table 2) or"
        " jiwer (jiwer.mer: words split at white space, case kept)."
    ),
]
Select = Annotated[
    str,
    typer.Option(
        help="Measure that chooses among the accepted candidates; the highest wins: score, mer,"
        " similarity, or diverse (the judges' confidence times the match error rate)."
    ),
]
MinSimilarity = Annotated[
    str | None,
    typer.Option(
        metavar="MODEL:FLOOR",
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
        help="Keep up to this many paraphrases below --min-mer per sentence for further triples, so"
        " that the text nearest in wording is not always the contradiction.",
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
        metavar="MODEL:FLOOR",
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
        " every score at least halfway between its floor and the best possible value. Defaults to"
        " --max-mer."
    ),
]
License = Annotated[
    str | None,
    typer.Option(
        help="Licence of the sentences for the data card, e.g. cc-by-4.0; by default, the one on"
        " the existing card if the sentences are the same."
    ),
]
