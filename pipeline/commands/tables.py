"""The `pipeline status` and `pipeline verify` commands."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import typer

from pipeline.commands.console import Artifacts, as_local, require_tables
from schemas.console import Json, print_json, show
from schemas.errors import WorkFailed
from schemas.escapes import visible
from schemas.progress import announce, counted


def status(artifacts: Artifacts = Path("artifacts"), json: Json = False) -> None:
    """Show the progress of each stage: shards, rows, sentences per second, time left.

    If people have judged triples, also show the fault rates.

    Example: pipeline status --artifacts s3://bucket/corpus
    """
    from pipeline.inspection.faults import faults_in
    from pipeline.storage.artifacts import ArtifactsFolder
    from pipeline.storage.status import stage_statuses

    folder = ArtifactsFolder(artifacts)
    found = stage_statuses(folder)
    whole = any(s.stage == "triples" and s.state == "complete" for s in found)
    faults = faults_in(artifacts, folder.require("triples")) if whole else None
    if json:
        judged = [{"stage": "judgements", **asdict(faults)}] if faults else []
        print_json([*(asdict(s) for s in found), *judged])
        return
    from pipeline.commands.faults_text import shown_faults
    from pipeline.commands.summaries import statuses

    show([statuses(found), *(shown_faults(faults) if faults else [])])


def verify(artifacts: Artifacts = Path("artifacts"), json: Json = False) -> None:
    """Check every shard's hash, schema and keys; list the faults; exit with 1 if there are any.

    Example: pipeline verify --artifacts artifacts --json
    """
    from pipeline.storage.artifacts import ArtifactsFolder
    from pipeline.storage.verify import verify as find_problems

    require_tables(artifacts, "verify")
    announce(f"Checking every shard of {artifacts}")
    folder = ArtifactsFolder(as_local(artifacts))
    problems = [p.replace(str(folder.root), str(artifacts)) for p in find_problems(folder)]
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
            f"{counted(len(problems), 'problem')} found. `pipeline repair --artifacts {artifacts}`"
            " repairs damaged shards."
        )
    if not json:
        typer.echo("No faults: every shard matches its manifest, and schemas and keys are valid.")
