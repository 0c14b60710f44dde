"""The `pipeline audit` command: parses the options and prints the table of cues."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.console import Artifacts, as_local, table
from schemas.advice import option_for
from schemas.console import Json, print_json, show
from schemas.errors import UserError
from schemas.locations import Location
from schemas.packages import optional
from schemas.progress import announce

if TYPE_CHECKING:
    from rich.console import RenderableType

    from pipeline.inspection.audit import Audit


def audit(
    artifacts: Artifacts = Path("artifacts"),
    limit: Annotated[
        int,
        typer.Option(min=1, help="About how many triples to examine; a larger table is sampled."),
    ] = 5000,
    shown: Annotated[
        int,
        typer.Option(
            "--show",
            min=0,
            help="Triples to show for each cue: those it predicts most confidently.",
        ),
    ] = 1,
    card: Annotated[
        bool, typer.Option("--card", help="Also add the table to the data card (README.md).")
    ] = False,
    json: Json = False,
) -> None:
    """Measure how well contradictions can be told from paraphrases without understanding them.

    For each superficial cue, a small classifier learns to tell contradictions from paraphrases and
    is tested on other sentences. 50 % is chance; the higher the accuracy, the more an encoder may
    learn from the cue instead of from meaning.

    Example: pipeline audit

    Example: pipeline audit --limit 20000 --card
    """
    announce(f"Reading the triples of {artifacts}")
    from pipeline.inspection.audit import audit as measure
    from pipeline.inspection.audit import require_enough, sampled
    from pipeline.storage.artifacts import ArtifactsFolder

    if card:
        _require_card(artifacts)
    folder = ArtifactsFolder(as_local(artifacts))
    triples = sampled(folder, limit)
    require_enough(triples, folder.require("triples").counts().get("status complete", 0))
    announce("Loading the classifiers")
    optional(
        "sklearn",
        "An audit trains small classifiers with scikit-learn: pip install 'osscse[report]'.",
    )
    found = measure(triples, shown)
    if card:
        from pipeline.inspection.datacard import update_card

        update_card(artifacts, found)
    if json:
        print_json(asdict(found))
    else:
        show(_report(found))


def _require_card(artifacts: Location) -> None:
    from pipeline.inspection.datacard import has_card

    path = artifacts / "README.md"
    if not path.exists():
        raise UserError(
            f"{path} is missing: run `pipeline run filter{option_for(artifacts)}` with the settings"
            " of the tables, which writes the data card again, or leave out --card."
        )
    if not has_card(artifacts):
        raise UserError(
            f"{path} is not a data card written by filter: move it away and run"
            f" `pipeline run filter{option_for(artifacts)}` again with the settings of the tables,"
            " or leave out --card."
        )


def _report(found: Audit) -> list[RenderableType]:
    from pipeline.inspection.audit import share

    title = f"{found.triples:,} triples of {found.sentences:,} sentences; chance is 50 %"
    rows = [(c.cue, c.what, share(c.one), share(c.of_two)) for c in found.cues]
    shown: list[RenderableType] = [table(["cue", "what", "one text", "of two"], rows, title)]
    # Left out to fit 80 columns: the cue that ignores the sentence hardly differs by kind.
    pairwise = [cue for cue in found.cues if cue.cue != "surface"]
    kinds = [
        (kind, count, *(round(100 * cue.by_kind[kind]) for cue in pairwise))
        for kind, count in found.kinds.items()
    ]
    columns = ["kind", "rows", *(cue.cue for cue in pairwise)]
    shown.append(table(columns, kinds, "Of two, in %, by kind of contradiction"))
    for cue in found.cues:
        for triple in cue.carriers:
            shown.append(
                f"{cue.cue}:\n  {triple.anchor}\n  = {triple.paraphrase}\n  ≠ {triple.negation}"
            )
    shown.append(
        "one text: given the sentence and one text, does the text contradict the sentence? of two:"
        " given both texts of a triple, which one does?"
    )
    return shown
