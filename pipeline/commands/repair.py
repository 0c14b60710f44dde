"""The `pipeline repair` command: parses the options and prints a table of repairs."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.console import Artifacts, RecordedParser, require_tables, table
from pipeline.commands.options import Workers
from pipeline.translation.models import SHORT
from schemas.console import Json, print_json, say, show
from schemas.errors import WorkFailed
from schemas.locations import Location
from schemas.progress import announce, counted

if TYPE_CHECKING:
    from rich.console import RenderableType

    from pipeline.repair.examine import Action


def repair(
    artifacts: Artifacts = Path("artifacts"),
    models: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MODELS",
            help="Translation models of the run, as in `pipeline run backtranslate`, if they are"
            f" not {', '.join(SHORT)} or Firefox's.",
        ),
    ] = None,
    parser: RecordedParser = None,
    workers: Workers = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only list what would be repaired.")
    ] = False,
    json: Json = False,
) -> None:
    """Make only the damaged shards again, with identical bytes; exit with 1 if one fails.

    Example: pipeline repair --dry-run

    Example: pipeline repair --models de=models/en-de,models/de-en
    """
    require_tables(artifacts, "repair")
    announce(f"Checking every shard of {artifacts}")
    from pipeline.execution.executor import open_executor
    from pipeline.repair.repair import repair as mend

    here = open_executor("local", workers)
    found = mend(artifacts, models=models, parser=parser, executor=here, dry_run=dry_run)
    actions = list(found)
    if json:
        print_json([{**asdict(action), "path": str(action.path)} for action in actions])
    else:
        show([_report(actions, artifacts)])
        for note in dict.fromkeys(action.note for action in actions if action.note):
            say(note)
    if left := sum(action.outcome == "left" for action in actions):
        raise WorkFailed(
            f"{counted(left, 'problem')} could not be repaired, for the reasons given above."
        )


def _report(actions: list[Action], artifacts: Location) -> RenderableType:
    if not actions:
        return "Nothing is damaged."
    rows = [
        (str(a.path).removeprefix(str(artifacts)).lstrip("/"), a.found, a.outcome) for a in actions
    ]
    return table(["file", "what was wrong", "what was done"], rows)
