"""The `pipeline status` and `pipeline verify` commands."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from pipeline.commands.console import Artifacts, as_local, as_named, require_tables
from pipeline.commands.hints import warn_of_tables
from schemas.advice import option_for
from schemas.console import Json, print_json, say, show
from schemas.errors import WorkFailed
from schemas.locations import Location
from schemas.progress import announce, counted


def status(artifacts: Artifacts = Path("artifacts"), json: Json = False) -> None:
    """Show the progress of each stage: shards, rows, sentences per second, time left.

    If people have judged triples, also show the fault rates.

    Example: pipeline status --artifacts s3://bucket/corpus
    """
    announce(f"Reading {artifacts}")
    from pipeline.inspection.faults import faults_in
    from pipeline.storage.artifacts import ArtifactsFolder
    from pipeline.storage.status import stage_statuses

    folder = ArtifactsFolder(artifacts)
    folder.require_there()
    warn_of_tables(folder)
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
    require_tables(artifacts, "verify")
    announce(f"Checking every shard of {artifacts}")
    from pipeline.repair.recorded import command_of
    from pipeline.storage.artifacts import ArtifactsFolder
    from pipeline.storage.verify import Problem
    from pipeline.storage.verify import verify as find_problems

    folder = ArtifactsFolder(as_local(artifacts))
    found = list(find_problems(folder, command_of))
    if not found:
        from pipeline.inspection.derived import derived_faults

        found = [
            Problem(f"{folder.root / file} {fault}.", repairable=True)
            for file, fault in derived_faults(folder)
        ]
    problems = [as_named(one.text, folder.root, artifacts) for one in found]
    if json:
        print_json(problems)
    else:
        for problem in problems:
            say(problem)
    if problems:
        repairable = sum(one.repairable for one in found)
        raise WorkFailed(
            f"{counted(len(problems), 'problem')} found"
            f"{_remedy(repairable, len(problems), artifacts)}"
        )
    if not json:
        say("No faults: every shard matches its manifest, and schemas and keys are valid.")


def _remedy(repairable: int, all_of_them: int, artifacts: Location) -> str:
    """What to do about problems: the end of a sentence that begins with their number."""
    repair = f"`pipeline repair{option_for(artifacts)}`"
    if not repairable:
        return ": the line of each one says what to do."
    if repairable == all_of_them:
        return f": run {repair}."
    return f": run {repair} for {repairable:,} of them; the lines of the others say what to do."
