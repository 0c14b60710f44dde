"""The stages as commands: each function turns options into the plan of a stage.

The commands are made from these functions in `run`, which reads their annotations.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from pipeline.commands import filter_options, options
from pipeline.commands.console import NewArtifacts, Parser, SameParser
from pipeline.commands.executors import executor_of
from pipeline.commands.hints import (
    warn_of_denials_alone,
    warn_of_foreign_text,
    warn_of_small_models,
)
from schemas.errors import UserError
from schemas.locations import Location

if TYPE_CHECKING:
    from pipeline.storage.artifacts import ArtifactsFolder
    from schemas.manifest import Manifest


class Plan(NamedTuple):
    """A stage whose options are read.

    Attributes:
        artifacts: the folder.
        run: makes the table through a view of the folder.
        check: finds what would stop the stage before its work, as far as that can be told without
            the tables of earlier stages.
    """

    artifacts: Location
    run: Callable[["ArtifactsFolder"], "Manifest"]
    check: Callable[[], object] = lambda: None


def ingest(
    input: options.Input = None,
    artifacts: NewArtifacts = Path("artifacts"),
    max_words: options.MaxWords = 128,
    column: options.Column = None,
    opposites_only: options.OppositesOnly = False,
    scratch: options.Scratch = None,
    shard_rows: options.ShardRows = 65_536,
    overwrite: options.Overwrite = False,
) -> Plan:
    """Clean raw sentences, drop exact duplicates, and count every line left out.

    Example: pipeline run ingest --input a.txt.gz --input b.jsonl --column body
    """
    from pipeline.sources.inputs import check_inputs
    from pipeline.stages.ingest import IngestConfig, run_ingest

    if not input:
        raise UserError("Give at least one --input FILE, or --input - for standard input.")
    # At once, since `run all` looks for models next.
    check_inputs(input, column)
    config = IngestConfig(max_words, column or "text", opposites_only, shard_rows)
    return Plan(
        artifacts,
        lambda folder: run_ingest(input, folder, config, overwrite=overwrite, scratch=scratch),
    )


def negate(
    input: options.Input = None,
    artifacts: NewArtifacts = Path("artifacts"),
    parser: Parser = None,
    kinds: options.Kinds = "negation",
    per_sentence: options.PerSentence = 1,
    style: options.Style = "plain",
    seed: options.Seed = 0,
    check: options.Check = False,
    executor: options.Executor = "local",
    address: options.Address = None,
    workers: options.Workers = None,
    shard_rows: options.ShardRows = 16_384,
    overwrite: options.Overwrite = False,
) -> Plan:
    """Negate the main clause of every sentence, and contradict it in other ways with --kinds.

    With --input, ingest the files first.

    Example: pipeline run negate --input corpus.txt --workers 8

    Example: pipeline run negate --kinds all --per-sentence 3

    Example: pipeline run negate --style mix --check

    Example: pipeline run negate --executor ray --address auto
    """
    from pipeline.negation import NegationConfig, parse_kinds
    from pipeline.negation.parser import parser_version
    from pipeline.stages.ingest import IngestConfig, run_ingest
    from pipeline.stages.negate import NegateConfig, run_negate

    negation = NegationConfig(style, seed, check, parse_kinds(kinds), per_sentence)
    config = NegateConfig(parser, negation, shard_rows)
    place = executor_of(executor, workers, address)

    def run(folder: "ArtifactsFolder") -> "Manifest":
        parser_version(parser)
        warn_of_denials_alone(negation)
        if input:
            run_ingest(input, folder, IngestConfig(), overwrite=overwrite)
        made = run_negate(folder, config, overwrite=overwrite, executor=place)
        warn_of_foreign_text(folder.table("sentences"))
        return made

    return Plan(artifacts, run, partial(parser_version, parser))


def rephrase(
    artifacts: NewArtifacts = Path("artifacts"),
    parser: Parser = None,
    rules: options.Rules = "all",
    per_sentence: Annotated[
        int, typer.Option(min=1, help="Maximum number of paraphrases per sentence.")
    ] = 3,
    compose: options.Compose = False,
    executor: options.Executor = "local",
    address: options.Address = None,
    workers: options.Workers = None,
    shard_rows: options.ShardRows = 16_384,
    overwrite: options.Overwrite = False,
) -> Plan:
    """Paraphrase every sentence by rule, to give filter more candidates.

    Example: pipeline run rephrase --per-sentence 5

    Example: pipeline run rephrase --compose

    Example: pipeline run rephrase --rules all,-negated_degree
    """
    from pipeline.negation.parser import parser_version
    from pipeline.rephrasing import RephraseConfig, parse_rules
    from pipeline.stages.rephrase import RephraseStage, run_rephrase

    rephrasing = RephraseConfig(parse_rules(rules), per_sentence)
    config = RephraseStage(parser, rephrasing, shard_rows, compose)
    place = executor_of(executor, workers, address)
    return Plan(
        artifacts,
        lambda folder: run_rephrase(folder, config, overwrite=overwrite, executor=place),
        partial(parser_version, parser),
    )


def backtranslate(
    artifacts: NewArtifacts = Path("artifacts"),
    models: options.Models = None,
    pivots: options.Pivots = None,
    device: options.Device = "auto",
    engine: options.Engine = "auto",
    executor: options.Executor = "local",
    address: options.Address = None,
    precision: options.Precision = "auto",
    beams: options.Beams = 5,
    candidates: options.Candidates = None,
    pivot_candidates: options.PivotCandidates = 1,
    sample: Annotated[
        bool, typer.Option("--sampling", help="Sample the candidates; pivot texts use beam search.")
    ] = False,
    temperature: Annotated[
        float | None,
        typer.Option(
            help="Temperature of --sampling, 1 by default. Most models are trained with label"
            " smoothing and sample stray words at 1; try 0.7."
        ),
    ] = None,
    top_p: Annotated[
        float | None,
        typer.Option(
            help="Probability mass that --sampling draws from (nucleus sampling), 1 by default."
        ),
    ] = None,
    ngram_penalty: options.NgramPenalty = 0.0,
    avoid: options.Avoid = 0.0,
    beam_groups: options.BeamGroups = 1,
    diversity: options.Diversity = None,
    max_length: Annotated[
        int, typer.Option(min=2, help="Maximum number of tokens in a translation.")
    ] = 200,
    batch_tokens: Annotated[
        int | None,
        typer.Option(
            min=1,
            show_default="16384 on a CPU, 131072 on a GPU",
            help="Maximum number of tokens in a batch, including padding and beams.",
        ),
    ] = None,
    workers: options.TranslationWorkers = None,
    seed: options.Seed = 0,
    judges: options.Judges = "none",
    judge_window: options.JudgeWindow = None,
    limit: Annotated[
        int | None,
        typer.Option(min=1, help="Translate only the first N sentences, to try things out."),
    ] = None,
    shard_rows: options.ShardRows = 2048,
    overwrite: options.Overwrite = False,
) -> Plan:
    """Translate every sentence to each pivot language and back.

    Example: pipeline run backtranslate --models wmt19 --pivots de --device cuda

    Example: pipeline run backtranslate --models fr=models/en-fr,models/fr-en

    Example: pipeline run backtranslate --models firefox:pt --pivot-candidates 2

    Example: pipeline run backtranslate --executor ray --address auto
    """
    from pipeline.acceptance.measures.window import parse_window
    from pipeline.stages.backtranslate import (
        BacktranslateConfig,
        check_backtranslate,
        run_backtranslate,
    )
    from pipeline.translation.decoding import Decoding, parse_precision
    from pipeline.translation.judges import parse_judges
    from pipeline.translation.models import resolve_pivots
    from pipeline.translation.roundtrip import RoundTripConfig

    for option, given in {"--temperature": temperature, "--top-p": top_p}.items():
        if given is not None and not sample:
            raise UserError(f"{option} {given} has no effect without --sampling: give both.")
    if diversity is not None and beam_groups == 1:
        raise UserError(
            f"--diversity {diversity} has no effect without --beam-groups above 1: give both."
        )
    decoding = Decoding(
        beams,
        candidates or (3 if sample else min(3, beams)),
        sample,
        1.0 if temperature is None else temperature,
        1.0 if top_p is None else top_p,
        max_length,
        ngram_penalty=ngram_penalty,
        beam_groups=beam_groups,
        diversity=0.5 if diversity is None else diversity,
        avoid=avoid,
    )
    window = None if judge_window is None else parse_window("--judge-window", judge_window)
    if window and judges == "none":
        raise UserError(f"--judge-window {judge_window} has no effect without --judges: give both.")
    config = BacktranslateConfig(
        tuple(resolve_pivots(models or ["wmt19"], pivots.split(",") if pivots else None)),
        RoundTripConfig(decoding, pivot_candidates, batch_tokens, seed),
        engine,
        parse_precision(precision),
        shard_rows,
        limit,
        parse_judges(judges),
        window,
    )
    place = executor_of(executor, workers, address)

    def run(folder: "ArtifactsFolder") -> "Manifest":
        warn_of_small_models(models or ())
        return run_backtranslate(folder, config, device=device, overwrite=overwrite, executor=place)

    return Plan(artifacts, run, partial(check_backtranslate, config, device, place))


def filter_(
    artifacts: NewArtifacts = Path("artifacts"),
    min_mer: filter_options.MinMer = 0.15,
    max_mer: filter_options.MaxMer = 0.6,
    mer: filter_options.Mer = "moses",
    select: filter_options.Select = "score",
    min_similarity: filter_options.MinSimilarity = None,
    min_entailment: filter_options.MinEntailment = None,
    min_forced_score: filter_options.MinForcedScore = None,
    min_agreement: filter_options.MinAgreement = None,
    min_trust: filter_options.MinTrust = None,
    max_mer_sure: filter_options.MaxMerSure = None,
    min_new_words: filter_options.MinNewWords = 0,
    guards: filter_options.Guards = "all",
    refuse_sql: filter_options.RefuseSql = None,
    contradict_paraphrases: filter_options.ContradictParaphrases = False,
    near_copies: filter_options.NearCopies = 0,
    balance: filter_options.Balance = False,
    parser: SameParser = None,
    executor: options.Executor = "local",
    address: options.Address = None,
    workers: options.Workers = None,
    device: options.Device = "auto",
    shard_rows: Annotated[
        int,
        typer.Option(min=1, help="Sentences per shard; --balance balances each shard by itself."),
    ] = 16_384,
    license: filter_options.License = None,
    card_examples: filter_options.CardExamples = False,
    overwrite: options.Overwrite = False,
) -> Plan:
    """Keep paraphrases that differ in wording but not in meaning; pair them with contradictions.

    Example: pipeline run filter --min-mer 0.2 --min-similarity demo:0.8

    Example: pipeline run filter --contradict-paraphrases --balance

    Example: pipeline run filter --refuse-sql bad.sql --overwrite
    """
    from pipeline.acceptance.judging import FilterConfig, parse_guards, parse_mer, parse_select
    from pipeline.acceptance.measures.thresholds import parse_threshold
    from pipeline.inspection.datacard import CardOptions
    from pipeline.stages.filter import check_filter, run_filter

    filter_options.check_parser(parser, contradict=contradict_paraphrases)
    config = FilterConfig(
        min_mer,
        max_mer,
        parse_select(select),
        parse_threshold("--min-similarity", min_similarity, -1, "demo:0.8"),
        shard_rows,
        parse_guards(guards),
        contradict_paraphrases,
        parse_mer(mer),
        near_copies,
        balance,
        min_entailment=parse_threshold("--min-entailment", min_entailment, 0, "models/nli:0.8"),
        min_forced_score=min_forced_score,
        min_agreement=min_agreement,
        min_trust=min_trust,
        max_mer_sure=max_mer_sure,
        min_new_words=min_new_words,
        refuse_sql=refuse_sql,
    )
    place = executor_of(executor, workers, address)

    def run(folder: "ArtifactsFolder") -> "Manifest":
        return run_filter(
            folder,
            config,
            device=device,
            parser=parser,
            overwrite=overwrite,
            card=CardOptions(license, card_examples),
            executor=place,
        )

    return Plan(artifacts, run, partial(check_filter, config, device, place))
