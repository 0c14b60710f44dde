"""`pipeline audit`: arguments in, a table of what each cue tells out. The work is elsewhere."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.console import Artifacts, as_local, table
from schemas.console import Json, print_json, show
from schemas.errors import UserError
from schemas.locations import Location

if TYPE_CHECKING:
    from rich.console import RenderableType

    from pipeline.inspection.audit import Audit


def audit(
    artifacts: Artifacts = Path("artifacts"),
    triples: Annotated[
        int, typer.Option(min=1, help="Look at about so many complete triples, drawn at random.")
    ] = 5000,
    examples: Annotated[
        int, typer.Option(min=0, help="Triples shown for each cue: those it gives away most.")
    ] = 1,
    card: Annotated[
        bool, typer.Option("--card", help="Put the table into the data card (README.md) as well.")
    ] = False,
    json: Json = False,
) -> None:
    """Measure how much of the triples could be solved without understanding them.

    From one cue each, small classifiers learn to tell contradictions from paraphrases; they are
    tested on other sentences. 50 % is chance. What they reach is what an encoder may learn instead
    of meaning.

    Example: pipeline audit

    Example: pipeline audit --triples 20000 --card
    """
    from pipeline.inspection.audit import audit as measure
    from pipeline.inspection.audit import require_classifiers, sampled

    require_classifiers()
    if card:
        _require_card(artifacts)
    found = measure(sampled(as_local(artifacts), triples), examples)
    if card:
        from pipeline.inspection.datacard import add_audit
        from pipeline.storage.artifacts import ArtifactsFolder

        add_audit(ArtifactsFolder(artifacts), found)
    if json:
        print_json(asdict(found))
    else:
        show(_report(found))


def _require_card(artifacts: Location) -> None:
    from pipeline.inspection.datacard import has_card

    if not has_card(artifacts):
        raise UserError(
            f"{artifacts / 'README.md'} is no data card that `pipeline run filter` wrote: move it"
            " away and run filter again, or leave --card out."
        )


def _report(found: Audit) -> list[RenderableType]:
    from pipeline.inspection.audit import share

    title = f"{found.triples:,} triples of {found.sentences:,} sentences; chance is 50 %"
    rows = [(c.cue, c.what, share(c.one), share(c.of_two)) for c in found.cues]
    shown: list[RenderableType] = [table(["cue", "what", "one text", "of two"], rows, title)]
    kinds = [
        (kind, count, *(f"{100 * cue.by_kind[kind]:.0f} %" for cue in found.cues))
        for kind, count in found.kinds.items()
    ]
    columns = ["kind", "triples", *(cue.cue for cue in found.cues)]
    shown.append(table(columns, kinds, "Of two, by kind of contradiction"))
    for cue in found.cues:
        for triple in cue.carriers:
            shown.append(
                f"{cue.cue}:\n  {triple.anchor}\n  = {triple.paraphrase}\n  ≠ {triple.negation}"
            )
    shown.append(
        "one text: told from the sentence and one text whether it contradicts the sentence; of two:"
        " which of a triple's two texts does."
    )
    return shown
