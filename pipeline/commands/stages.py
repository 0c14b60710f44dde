"""The commands under `pipeline run`: arguments in, a stage's summary out. The work is elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.console import Artifacts, Parser
from pipeline.commands.options import (
    Address,
    Beams,
    Candidates,
    Check,
    Column,
    Device,
    Engine,
    Engines,
    Guards,
    Input,
    License,
    MaxMer,
    MaxWords,
    MinMer,
    MinSimilarity,
    Models,
    Overwrite,
    PivotCandidates,
    Pivots,
    Precision,
    Scratch,
    Select,
    Style,
    StyleSeed,
    Workers,
)
from schemas.console import Json, print_json, show
from schemas.errors import UserError

if TYPE_CHECKING:
    from schemas.manifest import Manifest

run = typer.Typer(help="Run a stage, or all of them.", no_args_is_help=True)


def _report(manifest: Manifest, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "stage": manifest.stage,
                "rows": manifest.rows,
                "shards": len(manifest.shards),
                "dropped": manifest.dropped,
                "counts": manifest.counts(),
            }
        )
        return
    from pipeline.commands.summaries import summary

    show(summary(manifest))


@run.command()
def ingest(
    input: Input = None,
    artifacts: Artifacts = Path("artifacts"),
    max_words: MaxWords = 128,
    column: Column = "text",
    scratch: Scratch = None,
    shard_rows: Annotated[int, typer.Option(min=1, help="Sentences a shard.")] = 65_536,
    overwrite: Overwrite = False,
    json: Json = False,
) -> None:
    """Clean raw sentences, drop exact duplicates, and account for every line left out.

    Example: pipeline run ingest --input news.txt.gz --input forum.jsonl --column body
    """
    from pipeline.stages.ingest import IngestConfig, run_ingest

    if not input:
        raise UserError("Give at least one --input FILE, or --input - for standard input.")
    config = IngestConfig(max_words, column, shard_rows)
    made = run_ingest(input, artifacts, config, overwrite=overwrite, scratch=scratch)
    _report(made, json)


@run.command()
def negate(
    input: Input = None,
    artifacts: Artifacts = Path("artifacts"),
    parser: Parser = None,
    style: Style = "plain",
    seed: StyleSeed = 0,
    check: Check = False,
    engine: Engine = "local",
    address: Address = None,
    workers: Workers = None,
    shard_rows: Annotated[int, typer.Option(min=1, help="Sentences a shard.")] = 16_384,
    overwrite: Overwrite = False,
    json: Json = False,
) -> None:
    """Negate every sentence at its root, by dependency parsing.

    With --input the files are ingested first.

    Example: pipeline run negate --input corpus.txt --workers 8

    Example: pipeline run negate --style mix --check

    Example: pipeline run negate --engine ray --address auto
    """
    from pipeline.execution.executor import open_executor, parse_place
    from pipeline.negation import NegationConfig
    from pipeline.stages.ingest import IngestConfig, run_ingest
    from pipeline.stages.negate import NegateConfig, run_negate

    config = NegateConfig(parser, NegationConfig(style, seed, check), shard_rows)
    executor = open_executor(parse_place(engine), workers, address)
    if input:
        run_ingest(input, artifacts, IngestConfig(), overwrite=overwrite)
    _report(run_negate(artifacts, config, overwrite=overwrite, executor=executor), json)


@run.command()
def backtranslate(
    artifacts: Artifacts = Path("artifacts"),
    models: Models = None,
    pivots: Pivots = None,
    device: Device = "auto",
    engine: Engines = None,
    address: Address = None,
    precision: Precision = "auto",
    beams: Beams = 5,
    candidates: Candidates = 3,
    pivot_candidates: PivotCandidates = 1,
    sample: Annotated[
        bool, typer.Option("--sample", help="Draw the candidates instead of searching.")
    ] = False,
    temperature: Annotated[
        float,
        typer.Option(
            help="Of the draws. Models trained with label smoothing, as most are, draw stray words"
            " at 1; try 0.7."
        ),
    ] = 1.0,
    top_p: Annotated[float, typer.Option(help="Share of the probability drawn from.")] = 1.0,
    max_length: Annotated[int, typer.Option(min=2, help="Tokens a translation may have.")] = 200,
    batch_tokens: Annotated[
        int, typer.Option(min=1, help="Tokens a batch holds, padding and beams included.")
    ] = 16_384,
    workers: Annotated[
        int | None,
        typer.Option(min=1, help="Processors used on a CPU, or tokenizer processes of each GPU."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the draws.")] = 0,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Translate only the first N sentences, for a trial.")
    ] = None,
    shard_rows: Annotated[int, typer.Option(min=1, help="Sentences a shard.")] = 2048,
    overwrite: Overwrite = False,
    json: Json = False,
) -> None:
    """Translate every sentence to each pivot language and back.

    Example: pipeline run backtranslate --models wmt19 --pivots de,ru --device cuda

    Example: pipeline run backtranslate --models fr=models/en-fr,models/fr-en --beams 4

    Example: pipeline run backtranslate --models demo --precision int8 --pivot-candidates 2

    Example: pipeline run backtranslate --artifacts s3://bucket/news --engine ray --address auto
    """
    from pipeline.execution.executor import open_executor, parse_engines
    from pipeline.stages.backtranslate import BacktranslateConfig, run_backtranslate
    from pipeline.translation.decoding import Decoding, parse_precision
    from pipeline.translation.models import resolve_pivots
    from pipeline.translation.roundtrip import RoundTripConfig

    place, runner = parse_engines(engine or [])
    decoding = Decoding(beams, candidates, sample, temperature, top_p, max_length)
    config = BacktranslateConfig(
        tuple(resolve_pivots(models or ["wmt19"], pivots.split(",") if pivots else None)),
        RoundTripConfig(decoding, pivot_candidates, batch_tokens, seed),
        runner,
        parse_precision(precision),
        shard_rows,
        limit,
    )
    executor = open_executor(place, workers, address)
    made = run_backtranslate(
        artifacts, config, device=device, overwrite=overwrite, executor=executor
    )
    _report(made, json)


@run.command("filter")
def filter_(
    artifacts: Artifacts = Path("artifacts"),
    min_mer: MinMer = 0.15,
    max_mer: MaxMer = 0.6,
    select: Select = "score",
    min_similarity: MinSimilarity = None,
    guards: Guards = "all",
    engine: Engine = "local",
    address: Address = None,
    workers: Workers = None,
    device: Device = "auto",
    shard_rows: Annotated[int, typer.Option(min=1, help="Triples a shard.")] = 16_384,
    license: License = None,
    card_examples: Annotated[
        bool, typer.Option("--card-examples", help="Show three triples in the data card.")
    ] = False,
    overwrite: Overwrite = False,
    json: Json = False,
) -> None:
    """Keep paraphrases that differ in wording and not in meaning; write one triple a sentence.

    Example: pipeline run filter --min-mer 0.2 --min-similarity demo:0.8
    """
    from pipeline.acceptance.judging import FilterConfig, parse_guards, parse_select
    from pipeline.acceptance.similarity import parse_floor
    from pipeline.execution.executor import open_executor, parse_place
    from pipeline.inspection.datacard import CardOptions, has_card
    from pipeline.stages.filter import run_filter

    floor = parse_floor(min_similarity) if min_similarity else None
    config = FilterConfig(
        min_mer, max_mer, parse_select(select), floor, shard_rows, parse_guards(guards)
    )
    made = run_filter(
        artifacts,
        config,
        device=device,
        overwrite=overwrite,
        card=CardOptions(license, card_examples),
        executor=open_executor(parse_place(engine), workers, address),
    )
    _report(made, json)
    if not json:
        if not has_card(artifacts):
            typer.echo(f"{artifacts / 'README.md'} is no data card and was left as it is.")
        typer.echo(f"Look further: pipeline inspect --artifacts {artifacts}")


@run.command("all")
def all_(
    input: Input = None,
    artifacts: Artifacts = Path("artifacts"),
    demo: Annotated[
        bool, typer.Option("--demo", help="Use the sentences and models of this package.")
    ] = False,
    scratch: Scratch = None,
    style: Style = "plain",
    models: Models = None,
    pivots: Pivots = None,
    device: Device = "auto",
    engine: Engines = None,
    address: Address = None,
    precision: Precision = "auto",
    beams: Beams = 5,
    candidates: Candidates = 3,
    pivot_candidates: PivotCandidates = 1,
    min_mer: MinMer = 0.15,
    max_mer: MaxMer = 0.6,
    select: Select = "score",
    min_similarity: MinSimilarity = None,
    guards: Guards = "all",
    workers: Workers = None,
    license: License = None,
    overwrite: Overwrite = False,
) -> None:
    """Run ingest, negate, backtranslate and filter, in this order.

    Example: pipeline run all --demo

    Example: pipeline run all --input corpus.txt --models wmt19 --device cuda
    """
    from pipeline.execution.executor import parse_engines

    place, _ = parse_engines(engine or [])
    if demo:
        input, models = input or ["demo"], models or ["demo"]
        if min_similarity is None:
            # The demo's models are weak: more candidates, and the most similar one of them.
            min_similarity, select, pivot_candidates = "demo:0.85", "similarity", 2
    typer.echo("1/4 ingest")
    ingest(input=input, artifacts=artifacts, scratch=scratch, overwrite=overwrite)
    typer.echo("2/4 negate")
    negate(
        artifacts=artifacts,
        style=style,
        engine=place,
        address=address,
        workers=workers,
        overwrite=overwrite,
    )
    typer.echo("3/4 backtranslate")
    backtranslate(
        artifacts=artifacts,
        models=models,
        pivots=pivots,
        device=device,
        engine=engine,
        address=address,
        precision=precision,
        beams=beams,
        candidates=candidates,
        pivot_candidates=pivot_candidates,
        overwrite=overwrite,
    )
    typer.echo("4/4 filter")
    filter_(
        artifacts=artifacts,
        min_mer=min_mer,
        max_mer=max_mer,
        select=select,
        min_similarity=min_similarity,
        guards=guards,
        engine=place,
        address=address,
        workers=workers,
        device=device,
        license=license,
        overwrite=overwrite,
    )
