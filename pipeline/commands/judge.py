"""The `pipeline judge` command: shows triples, or refused candidates, one by one and takes a
verdict by one key."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.console import (
    Artifacts,
    OfKind,
    OfPivot,
    OfRule,
    OfStatus,
    in_64_bits,
    local_view,
)
from schemas.console import Json, is_given, print_json, say, show
from schemas.errors import UserError

if TYPE_CHECKING:
    from pipeline.inspection.judging import Session
    from pipeline.inspection.refusals import Refusal
    from pipeline.inspection.samples import Example
    from pipeline.storage.judgements import Judgement, Part
    from schemas.locations import Location

VERDICTS: dict[str, Part | None] = {"g": None, "p": "paraphrase", "n": "negation", "b": "both"}
"""Key -> the faulty part."""
DRAWING = ("sample", "rule", "kind", "pivot", "status", "seed", "refused", "reason")
"""Options that choose what to read."""
OF_TRIPLES = ("rule", "kind", "status")
"""Options that choose among triples."""
UNDO, QUIT = "u", "q"
END = "This draw is judged: u undoes the last verdict, q quits."


def judge(
    context: typer.Context,
    artifacts: Artifacts = Path("artifacts"),
    reader: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Your name; each reader's verdicts are kept separately. With --import, by default"
            " the name in the file.",
            show_default="reader",
        ),
    ] = None,
    import_: Annotated[
        Path | None,
        typer.Option(
            "--import",
            metavar="FILE",
            help="Take the marks downloaded from the page that `inspect --html` wrote.",
        ),
    ] = None,
    sample: Annotated[
        int,
        typer.Option(
            min=1,
            callback=in_64_bits,
            help="Read this many, drawn at random; the same seed draws the same ones.",
        ),
    ] = 100,
    rule: OfRule = None,
    kind: OfKind = None,
    pivot: OfPivot = None,
    status: OfStatus = "complete",
    refused: Annotated[
        bool,
        typer.Option(
            "--refused",
            help="Read refused candidates, about equally many for each guard and judge, to measure"
            " how often a refusal is right.",
        ),
    ] = False,
    reason: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="With --refused, only those refused for this reason, such as polarity.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(callback=in_64_bits, help="Random seed for --sample.")] = 0,
    json: Json = False,
) -> None:
    """Read triples one by one and mark the faulty ones.

    Keys: g good, p paraphrase bad, n negation bad, b both bad, u undo, q quit. Each verdict is
    saved at once; run the same command again to resume. Keys may also be piped in.
    `inspect`, `status` and the data card show the fault rates of rules, kinds and guards.

    Example: pipeline judge --reader anna --sample 50

    Example: pipeline judge --reader anna --rule quantifier.v1 --seed 1

    Example: pipeline judge --reader anna --refused --reason polarity

    Example: pipeline judge --import judgements-anna.json
    """
    _check_options(context, importing=import_ is not None, refused=refused)
    if import_ is not None:
        _import(artifacts, import_, reader, json)
        return
    reader = reader or "reader"
    from pipeline.inspection.judging import Session
    from pipeline.inspection.refusals import drawn_refusals
    from pipeline.inspection.samples import Selection, examples
    from pipeline.storage.artifacts import ArtifactsFolder
    from pipeline.storage.judgements import JudgementsOf

    if json and sys.stdin.isatty():
        raise UserError("--json shows no triples to judge: use it only with keys from a pipe.")
    folder = ArtifactsFolder(artifacts)
    store = JudgementsOf(artifacts, reader, folder.require("triples").fingerprint())
    drawn: Sequence[Example | Refusal]
    if refused:
        drawn = drawn_refusals(local_view(folder), sample, seed=seed, reason=reason, pivot=pivot)
    else:
        wanted = Selection(sample, seed=seed, rule=rule, status=status, pivot=pivot, kind=kind)
        drawn = examples(local_view(folder), wanted)
    with store.alone():
        session = Session(reader, drawn, store.read())
        _read_all(session, _keys(), lambda: store.write(session.given), quiet=json)
    left = session.left()
    said = _progress(reader, len(drawn), left, len(session.given))
    _report(artifacts, session.given, {"left": left}, said, json)


def _progress(reader: str, drawn: int, left: int, judged: int) -> str:
    """A sentence or two on how far a reader has come.

    Args:
        drawn: the number of the draw.
        left: how many of these have no verdict.
        judged: all verdicts by the reader, of other draws too.
    """
    said = f"\n{drawn - left} of the {drawn} in this draw judged by {reader}, {left} left."
    if (others := judged - (drawn - left)) == 0:
        return said
    apart = f"{others} of them in other draws"
    return f"{said} The rates count all {judged} that {reader} judged, {apart}."


def _check_options(context: typer.Context, *, importing: bool, refused: bool) -> None:
    """Refuse options that would have no effect."""

    def given(names: Sequence[str]) -> str:
        return " and ".join(f"--{name}" for name in names if is_given(context, name))

    if importing and (drawing := given(DRAWING)):
        raise UserError(f"--import draws nothing to read: leave {drawing} out.")
    if refused and (of_triples := given(OF_TRIPLES)):
        raise UserError(f"Refused candidates are in no triple: leave {of_triples} out.")
    if not refused and is_given(context, "reason"):
        raise UserError("--reason chooses among refused candidates: add --refused.")


def _import(artifacts: Location, path: Path, reader: str | None, json: bool) -> None:
    """Store the marks of a file beside the reader's earlier verdicts."""
    from pipeline.inspection.marks import judgements_of, merged, read_marks
    from pipeline.inspection.samples import with_keys
    from pipeline.storage.artifacts import ArtifactsFolder
    from pipeline.storage.judgements import JudgementsOf

    marks = read_marks(path)
    folder = ArtifactsFolder(artifacts)
    fingerprint = folder.require("triples").fingerprint()
    if marks.triples != fingerprint:
        raise UserError(
            f"--import {path}: the marks are about other triples than those in"
            f" {artifacts / 'triples'} now."
        )
    name = reader or marks.reader
    store = JudgementsOf(artifacts, name, fingerprint)
    new = judgements_of(marks, name, with_keys(local_view(folder), marks.parts))
    with store.alone():
        earlier = store.read()
        given = merged(earlier, new)
        store.write(given)
    replaced = len(earlier) + len(new) - len(given)
    said = f"{len(new)} marks stored for {name}, {replaced} in place of earlier verdicts."
    _report(artifacts, given, {"imported": len(new), "replaced": replaced}, said, json)


def _report(
    artifacts: Location,
    given: Sequence[Judgement],
    counts: dict[str, int],
    said: str,
    json: bool,
) -> None:
    """Show the fault rates, and bring the data card up to date."""
    from pipeline.inspection.datacard import has_card, update_card
    from pipeline.inspection.faults import faults

    found = faults(given)
    if json:
        print_json(counts | {"faults": found and asdict(found)})
    elif found is None:
        typer.echo("Nothing judged.")
    else:
        from pipeline.commands.faults_text import shown_faults

        show([said])
        show(shown_faults(found))
    if has_card(artifacts):
        update_card(artifacts)


def _read_all(
    session: Session, next_key: Callable[[], str], save: Callable[[], None], *, quiet: bool
) -> None:
    """Show what was drawn and take verdicts until the input ends or the reader quits."""
    shown: Example | Refusal | str = ""
    while True:
        example = session.next()
        if not quiet and shown is not (example or END):
            _show(example, session)
        shown = example or END
        key = next_key().lower()
        if key in ("", QUIT):
            return
        if key == UNDO:
            if session.undo():
                save()
            elif not quiet:
                typer.echo("Nothing to undo.")
        elif example is None:
            return
        elif key in VERDICTS and VERDICTS[key] in (None, *example.parts):
            session.judge(example, VERDICTS[key])
            save()
        elif not key.isspace():
            said = f"{key!r} is not a key here: {_keys_for(example)}."
            if not sys.stdin.isatty():
                raise UserError(said + _kept(session))
            say(said)


def _kept(session: Session) -> str:
    """How many verdicts are kept when a piped key is wrong, as a sentence; empty if none are."""
    drawn = len(session.drawn)
    if (kept := drawn - session.left()) == 0:
        return ""
    are = "is" if kept == 1 else "are"
    return f" {kept} of {drawn} {are} kept; run the same command again to resume."


def _keys_for(read: Example | Refusal) -> str:
    """The keys that apply, each with its meaning."""
    bad = [f"{key} {part} bad" for key, part in VERDICTS.items() if part in read.parts]
    return ", ".join(["g good", *bad, f"{UNDO} undo", f"{QUIT} quit"])


def _show(example: Example | Refusal | None, session: Session) -> None:
    """Show the next one without figures that could sway the reader, or say that none is left."""
    if example is None:
        typer.echo(f"\n{END}")
        return
    from pipeline.commands.inspection_text import shown_texts

    place = len(session.drawn) - session.left() + 1
    show([f"\n{place} of {len(session.drawn)}: {_keys_for(example)}", *shown_texts(example)])


def _keys() -> Callable[[], str]:
    """A function that reads the next key from the terminal or standard input; "" at the end."""
    if not sys.stdin.isatty():
        return lambda: sys.stdin.read(1)

    def pressed() -> str:
        try:
            return typer.getchar()
        except (EOFError, KeyboardInterrupt):
            return QUIT

    return pressed
