"""The `pipeline` command: looking at one sentence, at the stages and at what they left."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.stage_commands import Check, Style, StyleSeed, run
from pipeline.terminal import Artifacts, Json, Parser, print_json, show
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
    from pipeline.negation.clause import find_clause

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
    from pipeline import report

    rule = f"{found.rule}: {REASONS[found.rule]}" if found.text is None else found.rule
    head = [("sentence", sentence), ("negation", found.text), ("rule", rule)]
    columns = ["word", "tag", "relation", "head"]
    rows = [*head, ("cue", found.cue), ("clause", clause)]
    show([report.table(["", ""], rows), report.table(columns, parse)])


@app.command()
def status(artifacts: Artifacts = Path("artifacts"), json: Json = False) -> None:
    """Show how far each stage is: shards, rows, sentences a second, time left."""
    from dataclasses import asdict

    from pipeline.checks import stage_statuses

    found = stage_statuses(artifacts)
    if json:
        print_json([asdict(s) for s in found])
        return
    from pipeline.report import statuses

    show([statuses(found)])


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
        print_json(asdict(found)) if json else show(report.explained(found))
        return
    with inspection.open_catalog(artifacts) as db:
        queries = [sql] if sql else inspection.OVERVIEW
        for result in (inspection.query(db, q) for q in queries):
            print_json(result.records()) if json else show([report.query_table(result)])


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
        print_json(problems)
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
