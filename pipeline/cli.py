"""The `pipeline` program: its commands are registered here."""

from __future__ import annotations

from typing import Any

from pipeline.commands import audit, inspection, judge, repair, sentence, tables
from pipeline.commands.models import models
from pipeline.commands.run import run
from schemas.console import Commands, Debug, Version, program, with_old_names


class _Program(Commands):
    """Lists `run` before the other commands."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands, in the order of the help."""
        return sorted(super().list_commands(ctx), key="run".__ne__)


app = program(cls=_Program)


@app.callback()
def options(version: Version = False, debug: Debug = False) -> None:
    """Make training triples (anchor, paraphrase, negation) from raw sentences.

    Stages: ingest, negate, backtranslate, rephrase (optional), filter. Each can be interrupted at
    any time; run the same command again to resume.

    Example: pipeline run all --input corpus.txt --models firefox:pt --preset meaning

    Example: pipeline inspect --sample 10
    """


app.add_typer(run, name="run")
app.add_typer(models, name="models")
app.command()(sentence.negate)
app.command()(sentence.rephrase)
app.command()(tables.status)
app.command()(inspection.inspect)
app.command(cls=with_old_names({"--triples": "--limit", "--examples": "--show"}))(audit.audit)
app.command()(judge.judge)
app.command()(tables.verify)
app.command()(repair.repair)
