"""The `pipeline` command: arguments in, tables and exit codes out. The work is elsewhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from schemas.errors import UserError, WorkFailed, run_app

if TYPE_CHECKING:
    from rich.console import RenderableType

    from pipeline.store import Manifest

app = typer.Typer(
    help="Make training triples (anchor, paraphrase, negation) from raw sentences.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)
run = typer.Typer(help="Run a stage, or all of them.", no_args_is_help=True)
app.add_typer(run, name="run")

Artifacts = Annotated[Path, typer.Option(help="Folder of the tables; made where it is missing.")]
Overwrite = Annotated[
    bool, typer.Option("--overwrite", help="Replace a table made with other settings or input.")
]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Input = Annotated[
    list[str] | None,
    typer.Option(
        help="File of sentences (.txt .jsonl .csv, each also .gz or .zst; .parquet), or - for"
        " standard input. Repeat for several."
    ),
]
Column = Annotated[str, typer.Option(help="Field of the sentence in .jsonl, .csv and .parquet.")]
MaxWords = Annotated[int, typer.Option(min=1, help="Longer sentences are left out.")]
Workers = Annotated[
    int | None, typer.Option(min=1, help="Processes; every available processor by default.")
]
Parser = Annotated[str | None, typer.Option(help="spaCy model, by package name or path.")]
Models = Annotated[
    list[str] | None,
    typer.Option(
        help="wmt19, demo, or PIVOT=FORWARD,BACKWARD with hub names or folders; repeat for several"
        " pivots.  [default: wmt19]"
    ),
]
Pivots = Annotated[
    str | None, typer.Option(help="Pivots to use, as in de,ru; all those of --models by default.")
]
Device = Annotated[str, typer.Option(help="auto, cpu, cuda or cuda:N.")]
Beams = Annotated[int, typer.Option(min=1, help="Width of the beam; 1 is greedy.")]
Candidates = Annotated[
    int, typer.Option(min=1, help="Candidate paraphrases a sentence and pivot (n-best).")
]
MinMer = Annotated[float, typer.Option(help="Lowest match error rate of a paraphrase.")]
MaxMer = Annotated[float, typer.Option(help="Highest match error rate of a paraphrase.")]
MinSimilarity = Annotated[
    str | None,
    typer.Option(
        metavar="MODEL:FLOOR",
        help="Lowest cosine of anchor and paraphrase under a sentence encoder, as in demo:0.8.",
    ),
]


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"osscse {version('osscse')}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show tracebacks.")] = False,
) -> None:
    """Make training triples (anchor, paraphrase, negation) from raw sentences.

    Stages: ingest, negate, backtranslate, filter. Each can be interrupted at any time; the same
    command goes on where it stopped.

    Example: pipeline run all --input corpus.txt --models wmt19
    """


def _show(parts: list[RenderableType]) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    for part in parts:
        console.print(part, markup=False) if isinstance(part, str) else console.print(part)


def _print_json(value: Any) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False, indent=1))


def _report(manifest: Manifest, as_json: bool) -> None:
    if as_json:
        _print_json(
            {
                "stage": manifest.stage,
                "rows": manifest.rows,
                "shards": len(manifest.shards),
                "dropped": manifest.dropped,
                "counts": manifest.counts(),
            }
        )
        return
    from pipeline.report import summary

    _show(summary(manifest))


@run.command()
def ingest(
    input: Input = None,
    artifacts: Artifacts = Path("artifacts"),
    max_words: MaxWords = 128,
    column: Column = "text",
    shard_rows: Annotated[int, typer.Option(min=1, help="Sentences a shard.")] = 65_536,
    overwrite: Overwrite = False,
    json: Json = False,
) -> None:
    """Clean raw sentences, drop exact duplicates, and account for every line left out.

    Example: pipeline run ingest --input news.txt.gz --input forum.jsonl --column body
    """
    from pipeline.ingest import IngestConfig, run_ingest

    if not input:
        raise UserError("Give at least one --input FILE, or --input - for standard input.")
    config = IngestConfig(max_words, column, shard_rows)
    _report(run_ingest(input, artifacts, config, overwrite=overwrite), json)


@run.command()
def negate(
    input: Input = None,
    artifacts: Artifacts = Path("artifacts"),
    parser: Parser = None,
    workers: Workers = None,
    shard_rows: Annotated[int, typer.Option(min=1, help="Sentences a shard.")] = 16_384,
    overwrite: Overwrite = False,
    json: Json = False,
) -> None:
    """Negate every sentence at its root, by dependency parsing.

    With --input the files are ingested first.

    Example: pipeline run negate --input corpus.txt --workers 8
    """
    from pipeline.ingest import IngestConfig, run_ingest
    from pipeline.negate import NegateConfig, run_negate

    if input:
        run_ingest(input, artifacts, IngestConfig(), overwrite=overwrite)
    config = NegateConfig(parser, shard_rows)
    _report(run_negate(artifacts, config, workers=workers, overwrite=overwrite), json)


@run.command()
def backtranslate(
    artifacts: Artifacts = Path("artifacts"),
    models: Models = None,
    pivots: Pivots = None,
    device: Device = "auto",
    precision: Annotated[str, typer.Option(help="auto, fp32, fp16 or bf16.")] = "auto",
    beams: Beams = 5,
    candidates: Candidates = 3,
    sample: Annotated[
        bool, typer.Option("--sample", help="Draw the candidates instead of searching.")
    ] = False,
    temperature: Annotated[float, typer.Option(help="Of the draws.")] = 1.0,
    top_p: Annotated[float, typer.Option(help="Share of the probability drawn from.")] = 1.0,
    max_length: Annotated[int, typer.Option(min=2, help="Tokens a translation may have.")] = 200,
    batch_tokens: Annotated[
        int, typer.Option(min=1, help="Tokens a batch holds, padding and beams included.")
    ] = 8192,
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
    """
    from pipeline.backtranslate import BacktranslateConfig, run_backtranslate
    from pipeline.translation.models import resolve_pivots
    from pipeline.translation.seq2seq import Decoding, parse_precision

    config = BacktranslateConfig(
        tuple(resolve_pivots(models or ["wmt19"], pivots.split(",") if pivots else None)),
        Decoding(beams, candidates, sample, temperature, top_p, max_length),
        batch_tokens,
        parse_precision(precision),
        seed,
        shard_rows,
        limit,
    )
    _report(run_backtranslate(artifacts, config, device=device, overwrite=overwrite), json)


@run.command("filter")
def filter_(
    artifacts: Artifacts = Path("artifacts"),
    min_mer: MinMer = 0.15,
    max_mer: MaxMer = 0.6,
    select: Annotated[str, typer.Option(help="Among accepted candidates: score or mer.")] = "score",
    min_similarity: MinSimilarity = None,
    workers: Workers = None,
    device: Device = "auto",
    shard_rows: Annotated[int, typer.Option(min=1, help="Triples a shard.")] = 16_384,
    overwrite: Overwrite = False,
    json: Json = False,
) -> None:
    """Keep paraphrases that differ in wording and not in meaning; write one triple a sentence.

    Example: pipeline run filter --min-mer 0.2 --min-similarity demo:0.8
    """
    from pipeline.filter import FilterConfig, parse_select, run_filter
    from pipeline.similarity import parse_floor

    floor = parse_floor(min_similarity) if min_similarity else None
    config = FilterConfig(min_mer, max_mer, parse_select(select), floor, shard_rows)
    made = run_filter(artifacts, config, workers=workers, device=device, overwrite=overwrite)
    _report(made, json)
    if not json:
        typer.echo(f"Look further: pipeline inspect --artifacts {artifacts}")


@run.command("all")
def all_(
    input: Input = None,
    artifacts: Artifacts = Path("artifacts"),
    demo: Annotated[
        bool, typer.Option("--demo", help="Use the sentences and models of this package.")
    ] = False,
    models: Models = None,
    pivots: Pivots = None,
    device: Device = "auto",
    beams: Beams = 5,
    candidates: Candidates = 3,
    min_mer: MinMer = 0.15,
    max_mer: MaxMer = 0.6,
    min_similarity: MinSimilarity = None,
    workers: Workers = None,
    overwrite: Overwrite = False,
) -> None:
    """Run ingest, negate, backtranslate and filter, in this order.

    Example: pipeline run all --demo

    Example: pipeline run all --input corpus.txt --models wmt19 --device cuda
    """
    if demo:
        bundled = Path(__file__).resolve().parent / "demo" / "sentences.txt"
        input, models = input or [str(bundled)], models or ["demo"]
        min_similarity = min_similarity or "demo:0.8"
    typer.echo("1/4 ingest")
    ingest(input=input, artifacts=artifacts, overwrite=overwrite)
    typer.echo("2/4 negate")
    negate(artifacts=artifacts, workers=workers, overwrite=overwrite)
    typer.echo("3/4 backtranslate")
    backtranslate(
        artifacts=artifacts,
        models=models,
        pivots=pivots,
        device=device,
        beams=beams,
        candidates=candidates,
        overwrite=overwrite,
    )
    typer.echo("4/4 filter")
    filter_(
        artifacts=artifacts,
        min_mer=min_mer,
        max_mer=max_mer,
        min_similarity=min_similarity,
        workers=workers,
        device=device,
        overwrite=overwrite,
    )


@app.command("negate")
def negate_one(
    sentence: Annotated[str, typer.Argument(help="One English sentence, in quotes.")],
    parser: Parser = None,
    json: Json = False,
) -> None:
    """Negate one sentence and show the rule, the cue and the parse; for bug reports too.

    Example: pipeline negate "The tap was left open."
    """
    from pipeline.negation import load_parser, negate

    nlp = load_parser(parser)
    found = negate(sentence, parser=nlp)
    parse = [(t.text, t.tag_, t.dep_, t.head.text) for t in nlp(sentence)]
    if json:
        _print_json({"text": found.text, "rule": found.rule, "cue": found.cue, "parse": parse})
        return
    from pipeline import report

    head = [("sentence", sentence), ("negation", found.text), ("rule", found.rule)]
    columns = ["word", "tag", "relation", "head"]
    _show([report.table(["", ""], [*head, ("cue", found.cue)]), report.table(columns, parse)])


@app.command()
def status(artifacts: Artifacts = Path("artifacts"), json: Json = False) -> None:
    """Show how far each stage is: shards, rows, sentences a second, time left."""
    from dataclasses import asdict

    from pipeline.checks import stage_statuses

    found = stage_statuses(artifacts)
    if json:
        _print_json([asdict(s) for s in found])
        return
    from pipeline.report import statuses

    _show([statuses(found)])


@app.command()
def inspect(
    artifacts: Artifacts = Path("artifacts"),
    sql: Annotated[str | None, typer.Option(help="Query over the catalogue's views.")] = None,
    text: Annotated[
        str | None, typer.Option(help="Follow the first sentence with this text.")
    ] = None,
    id: Annotated[int | None, typer.Option(help="Follow the sentence with this id.")] = None,
    shell: Annotated[bool, typer.Option("--shell", help="Open DuckDB on the catalogue.")] = False,
    json: Json = False,
) -> None:
    """Look at the triples in DuckDB.

    Without options: counts, histogram and examples.

    Example: pipeline inspect --sql "select rule, count(*) from triples group by rule"

    Example: pipeline inspect --text "heart condition"
    """
    from dataclasses import asdict

    from pipeline import inspection, report

    if shell:
        _open_shell(artifacts)
        return
    if text is not None or id is not None:
        found = inspection.explain(artifacts, text=text, key=id)
        _print_json(asdict(found)) if json else _show(report.explained(found))
        return
    with inspection.open_catalog(artifacts) as db:
        queries = [sql] if sql else inspection.OVERVIEW
        for result in (inspection.query(db, q) for q in queries):
            _print_json(result.records()) if json else _show([report.query_table(result)])


def _open_shell(artifacts: Path) -> None:
    import shutil
    import subprocess

    from pipeline.store import require

    require(artifacts, "triples")
    program = shutil.which("duckdb")
    if program is None:
        raise UserError(
            "--shell needs the duckdb program: pip install duckdb-cli, or use --sql instead."
        )
    folder = artifacts.resolve()
    subprocess.run([program, "-init", f"{folder.name}/catalog.sql"], cwd=folder.parent, check=False)


@app.command()
def verify(artifacts: Artifacts = Path("artifacts"), json: Json = False) -> None:
    """Re-hash every shard against its manifest and check schemas and keys; exit 1 names faults."""
    from pipeline.checks import stage_statuses
    from pipeline.checks import verify as find_problems

    if all(s.state == "not started" for s in stage_statuses(artifacts)):
        raise UserError(f"{artifacts} holds no tables: nothing to verify.")
    problems = list(find_problems(artifacts))
    if json:
        _print_json(problems)
    else:
        for problem in problems:
            typer.echo(problem)
    if problems:
        raise WorkFailed(f"{len(problems)} problem{'s' if len(problems) > 1 else ''} found.")
    if not json:
        typer.echo("Every shard is as its manifest says; schemas and keys are sound.")


def main() -> None:
    """Entry point of the console command."""
    run_app(app)
