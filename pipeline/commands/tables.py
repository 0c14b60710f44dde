"""`pipeline status` and `pipeline verify`: how far the tables are, and whether they are sound."""

from __future__ import annotations

from pathlib import Path

import typer

from pipeline.commands.console import Artifacts, as_local
from schemas.console import Json, print_json, show
from schemas.errors import UserError, WorkFailed
from schemas.escapes import visible


def status(artifacts: Artifacts = Path("artifacts"), json: Json = False) -> None:
    """Show how far each stage is: shards, rows, sentences a second, time left.

    Triples that people judged are shown with their fault rates.
    """
    from dataclasses import asdict

    from pipeline.inspection.faults import faults_in
    from pipeline.storage.manifest import read_manifest
    from pipeline.storage.status import stage_statuses

    found = stage_statuses(artifacts)
    whole = any(s.stage == "triples" and s.state == "complete" for s in found)
    triples = read_manifest(artifacts / "triples") if whole else None
    faults = triples and faults_in(artifacts, triples)
    if json:
        judged = [{"stage": "judgements", **asdict(faults)}] if faults else []
        print_json([*(asdict(s) for s in found), *judged])
        return
    from pipeline.commands.faults_text import shown_faults
    from pipeline.commands.summaries import statuses

    show([statuses(found), *(shown_faults(faults) if faults else [])])


def verify(artifacts: Artifacts = Path("artifacts"), json: Json = False) -> None:
    """Re-hash every shard against its manifest and check schemas and keys; exit 1 names faults."""
    from pipeline.storage.status import stage_statuses
    from pipeline.storage.verify import verify as find_problems

    if all(s.state in ("not started", "optional") for s in stage_statuses(artifacts)):
        raise UserError(f"{artifacts} holds no tables: nothing to verify.")
    folder = as_local(artifacts)
    problems = [p.replace(str(folder), str(artifacts)) for p in find_problems(folder)]
    if not problems:
        from pipeline.inspection.derived import derived_faults

        problems = [f"{artifacts / file} {fault}." for file, fault in derived_faults(folder)]
    if json:
        print_json(problems)
    else:
        for problem in problems:
            typer.echo(visible(problem))
    if problems:
        raise WorkFailed(
            f"{len(problems)} problem{'s' if len(problems) > 1 else ''} found. `pipeline repair"
            f" --artifacts {artifacts}` makes damaged shards again."
        )
    if not json:
        typer.echo("Every shard is as its manifest says; schemas and keys are sound.")
