"""The `pipeline` command: looking at one sentence, at the stages and at what they left."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands.console import Artifacts, Json, Parser, as_local, print_json, show
from pipeline.commands.inspection import inspect
from pipeline.commands.options import Check, Style, StyleSeed
from pipeline.commands.repair import repair
from pipeline.commands.stages import run
from schemas.errors import UserError, WorkFailed, run_app

app = typer.Typer(
    help="Make training triples (anchor, paraphrase, negation) from raw sentences.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)
app.add_typer(run, name="run")


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


@app.command("negate")
def negate_one(
    sentence: Annotated[str, typer.Argument(help="One English sentence, in quotes.")],
    parser: Parser = None,
    style: Style = "plain",
    seed: StyleSeed = 0,
    check: Check = False,
    json: Json = False,
) -> None:
    """Negate one sentence and show the rule, the cue, the clause and the parse.

    Example: pipeline negate "The tap was left open."

    Example: pipeline negate --style lexical "The council will close the school."
    """
    from pipeline.negation import REASONS, NegationConfig, load_parser, negate, parse_style
    from pipeline.negation.reading.clause import find_clause

    nlp = load_parser(parser)
    config = NegationConfig(parse_style(style), seed, check)
    found = negate(sentence, parser=nlp, config=config)
    doc = nlp(sentence)
    clause = str(find_clause(doc) or "")
    parse = [(t.text, t.tag_, t.dep_, t.head.text) for t in doc]
    if json:
        made = {"text": found.text, "rule": found.rule, "cue": found.cue}
        print_json({**made, "clause": clause, "parse": parse})
        return
    from pipeline.commands import summaries as report

    rule = f"{found.rule}: {REASONS[found.rule]}" if found.text is None else found.rule
    head = [("sentence", sentence), ("negation", found.text), ("rule", rule)]
    columns = ["word", "tag", "relation", "head"]
    rows = [*head, ("cue", found.cue), ("clause", clause)]
    show([report.table(["", ""], rows), report.table(columns, parse)])


@app.command()
def status(artifacts: Artifacts = Path("artifacts"), json: Json = False) -> None:
    """Show how far each stage is: shards, rows, sentences a second, time left."""
    from dataclasses import asdict

    from pipeline.storage.verify import stage_statuses

    found = stage_statuses(artifacts)
    if json:
        print_json([asdict(s) for s in found])
        return
    from pipeline.commands.summaries import statuses

    show([statuses(found)])


app.command()(inspect)


@app.command()
def verify(artifacts: Artifacts = Path("artifacts"), json: Json = False) -> None:
    """Re-hash every shard against its manifest and check schemas and keys; exit 1 names faults."""
    from pipeline.storage.verify import stage_statuses
    from pipeline.storage.verify import verify as find_problems

    if all(s.state == "not started" for s in stage_statuses(artifacts)):
        raise UserError(f"{artifacts} holds no tables: nothing to verify.")
    folder = as_local(artifacts)
    problems = [p.replace(str(folder), str(artifacts)) for p in find_problems(folder)]
    if json:
        print_json(problems)
    else:
        for problem in problems:
            typer.echo(problem)
    if problems:
        raise WorkFailed(
            f"{len(problems)} problem{'s' if len(problems) > 1 else ''} found. `pipeline repair"
            f" --artifacts {artifacts}` makes damaged shards again."
        )
    if not json:
        typer.echo("Every shard is as its manifest says; schemas and keys are sound.")


app.command()(repair)


def main() -> None:
    """Entry point of the console command."""
    run_app(app)
