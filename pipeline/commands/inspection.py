"""The `pipeline inspect` command: parses the options and prints tables and texts."""

from __future__ import annotations

from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from pipeline.commands.console import (
    Artifacts,
    OfKind,
    OfPivot,
    OfRule,
    OfStatus,
    as_local,
    fitting,
    in_64_bits,
)
from pipeline.commands.hints import warn_of_outdated
from schemas.advice import option_for
from schemas.console import Json, print_json, say, show
from schemas.errors import UserError
from schemas.progress import announce, series

if TYPE_CHECKING:
    from pipeline.inspection.samples import Selection
    from pipeline.storage.artifacts import ArtifactsFolder
    from schemas.locations import Location

GRID = [(low / 100, high / 100) for low in (5, 10, 15, 20, 25) for high in (50, 60, 70)]
"""The windows that `--window grid` stands for."""


def inspect(
    artifacts: Artifacts = Path("artifacts"),
    text: Annotated[
        str | None, typer.Option(help="Trace the first sentence that contains this text.")
    ] = None,
    id: Annotated[int | None, typer.Option(help="Trace the sentence with this id.")] = None,
    window: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LOW:HIGH",
            help="Show what another window of the match error rate would keep, without running"
            " filter; repeat for several, or `grid` for a table of usual ones.",
        ),
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option(min=1, callback=in_64_bits, help="Show this many triples, drawn at random."),
    ] = None,
    best: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Show the triples with the highest mer, score or similarity."
        ),
    ] = None,
    worst: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Show the triples with the lowest mer, score or similarity."
        ),
    ] = None,
    rule: OfRule = None,
    status: OfStatus = None,
    pivot: OfPivot = None,
    kind: OfKind = None,
    seed: Annotated[
        int | None,
        typer.Option(callback=in_64_bits, help="Random seed for --sample.", show_default="0"),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write the selected triples (100 by default) to an HTML page with filters, on"
            " which you can mark them for `judge --import`.",
        ),
    ] = None,
    sql: Annotated[
        str | None,
        typer.Option(
            metavar="SQL",
            help="SQL query over the catalogue's views and macros; before there are triples, over"
            " the finished tables.",
        ),
    ] = None,
    shell: Annotated[
        bool, typer.Option("--shell", help="Open the DuckDB shell on the catalogue.")
    ] = False,
    unchecked: Annotated[
        bool,
        typer.Option(
            "--unchecked",
            help="Do not compare the tables with their checksums first, which takes seconds on"
            " large folders.",
        ),
    ] = False,
    json: Json = False,
) -> None:
    """Look at the triples.

    Without options: counts by status, loss, pivot, kind and rule, histograms, and examples.

    Example: pipeline inspect --text "heart condition"

    Example: pipeline inspect --window 0.2:0.5 --window 0.1:0.7

    Example: pipeline inspect --sample 30 --rule copula.v1

    Example: pipeline inspect --kind antonym --sample 20

    Example: pipeline inspect --worst score --sample 5 --pivot ru

    Example: pipeline inspect --html sample.html --status complete

    Example: pipeline inspect --sql "from lost_at('polarity') limit 9"
    """
    chosen = [
        name
        for name, given in {
            "--text": text is not None,
            "--id": id is not None,
            "--window": bool(window),
            "--best": best is not None,
            "--worst": worst is not None,
            "--sql": sql is not None,
            "--shell": shell,
        }.items()
        if given
    ]
    if len(chosen) > 1:
        raise UserError(f"{series(chosen)} cannot be shown together: give one of them.")
    whole = [name for name in chosen if name not in ("--best", "--worst")]
    only = {"rule": rule, "status": status, "pivot": pivot, "kind": kind}
    drawn: dict[str, object] = {"sample": sample, **only, "seed": seed, "html": html}
    ignored = [f"--{name}" for name, given in drawn.items() if given is not None]
    if whole and ignored:
        raise UserError(f"{whole[0]} does not select triples: leave {series(ignored)} out.")
    if seed is not None and (best or worst or ignored == ["--seed"]):
        raise UserError("--seed has no effect unless triples are drawn at random: give --sample.")
    announce(f"Reading {artifacts}")
    from pipeline.storage.artifacts import ArtifactsFolder

    place = as_local(artifacts)
    folder = ArtifactsFolder(place)
    folder.trusted = unchecked
    warn_of_outdated(folder, artifacts)
    if shell:
        _open_shell(folder, place)
    elif sql is not None:
        _query(folder, sql, json)
    elif text is not None or id is not None:
        _sentence(folder, artifacts, text, id, json)
    elif window:
        _windows(folder, window, json)
    elif html is not None:
        _page(folder, artifacts, _selection(sample or 100, best, worst, seed, only), html)
    elif sample or best or worst or any(only.values()):
        _examples(folder, artifacts, _selection(sample or 10, best, worst, seed, only), json)
    else:
        _overview(folder, artifacts, json)


def _selection(
    count: int, best: str | None, worst: str | None, seed: int | None, only: dict[str, str | None]
) -> Selection:
    from pipeline.inspection.samples import MEASURES, Selection

    measure = best or worst or "score"
    if measure not in MEASURES:
        option = "--best" if best else "--worst"
        raise UserError(f"{option} {measure!r} is not one of: {', '.join(MEASURES)}.")
    order: Literal["random", "best", "worst"] = "best" if best else "worst" if worst else "random"
    return Selection(count, order, measure, seed or 0, **only)


def _overview(folder: ArtifactsFolder, artifacts: Location, json: bool) -> None:
    from pipeline.inspection.catalog import QueryResult
    from pipeline.inspection.overview import overview

    found = overview(folder)
    if json:
        parts = {field.name: getattr(found, field.name) for field in fields(found)}
        tables = {
            name: part.records() for name, part in parts.items() if isinstance(part, QueryResult)
        }
        print_json(asdict(found) | tables)
        return
    from pipeline.commands.inspection_text import shown_overview

    show(shown_overview(found, artifacts, rephrased=_is_rephrased(folder)))


def _is_rephrased(folder: ArtifactsFolder) -> bool:
    """Whether filter had paraphrases by rule among its candidates."""
    return "rephrasings" in folder.require("triples").input


def _examples(folder: ArtifactsFolder, artifacts: Location, wanted: Selection, json: bool) -> None:
    from pipeline.inspection.samples import examples

    found = examples(folder, wanted)
    _require_measured(wanted, len(found), artifacts)
    if json:
        print_json([asdict(example) for example in found])
        return
    from pipeline.commands.inspection_text import shown_examples

    show(shown_examples(found) or ["No triple matches."])


def _require_measured(wanted: Selection, found: int, artifacts: Location) -> None:
    """Refuse to sort by a measure that no triple has.

    Raises:
        UserError: there is nothing to sort.
    """
    if wanted.order == "random" or found:
        return
    needs = {
        "similarity": "`pipeline run filter --min-similarity MODEL:LOWEST --overwrite"
        f"{option_for(artifacts)}` computes it",
        "score": "paraphrases by rule have none",
        "mer": "triples without a paraphrase have none",
    }
    raise UserError(
        f"--{wanted.order} {wanted.measure}: none of the triples has this measure"
        f" ({needs[wanted.measure]}). Sort by another, or choose other triples."
    )


def _page(folder: ArtifactsFolder, artifacts: Location, wanted: Selection, path: Path) -> None:
    from pipeline.inspection.page import cards, sample_page
    from pipeline.inspection.samples import open_samples, select
    from schemas.files import remove_temporaries_of, write_text

    with open_samples(folder) as db:
        found = cards(db, select(db, wanted))
    _require_measured(wanted, len(found), artifacts)
    triples = folder.require("triples")
    if not path.parent.is_dir():
        raise UserError(f"--html {path}: there is no folder {path.parent}.")
    remove_temporaries_of(path)
    page = sample_page(
        found,
        rows=triples.rows,
        settings=triples.config,
        fingerprint=triples.fingerprint(),
        artifacts=artifacts,
        rephrased=_is_rephrased(folder),
    )
    write_text(path, page)
    say(f"{len(found)} of {triples.rows:,} triples are in {path}.")


def _sentence(
    folder: ArtifactsFolder, artifacts: Location, text: str | None, key: int | None, json: bool
) -> None:
    from pipeline.commands.inspection_text import shown_sentence
    from pipeline.inspection.explain import Parse, explain, parse_of

    found = explain(folder, text=text, key=key, place=artifacts)
    parse: Parse | str
    try:
        parse = parse_of(folder, found.triple["anchor"])
    except UserError as error:
        parse = str(error)
    if json:
        shown: Any = parse if isinstance(parse, str) else asdict(parse)
        print_json(asdict(found) | {"parse": shown})
        return
    show(shown_sentence(found, parse, rephrased=_is_rephrased(folder)))


def _windows(folder: ArtifactsFolder, windows: list[str], json: bool) -> None:
    from pipeline.acceptance.measures.histogram import accepted_rates
    from pipeline.acceptance.measures.window import parse_window
    from pipeline.commands.inspection_text import shown_previews
    from pipeline.inspection.windows import previews

    wanted = GRID if windows == ["grid"] else [parse_window("--window", one) for one in windows]
    triples = folder.require("triples")
    low, high, sure = accepted_rates(triples.config)
    present, *found = previews(folder, [(low, high), *wanted])
    if json:
        print_json([asdict(preview) for preview in found])
        return
    kept = triples.counts().get("status complete", 0)
    show(shown_previews(found, present, kept, sure))


def _query(folder: ArtifactsFolder, sql: str, json: bool) -> None:
    from pipeline.inspection.catalog import as_json, ask

    result = ask(folder, sql)
    if json:
        print_json(as_json(result.records()), allow_nan=True)
    else:
        from rich.console import Console

        show(fitting(result.columns, result.rows, Console().width))


def _open_shell(folder: ArtifactsFolder, artifacts: Path) -> None:
    import shutil
    import subprocess
    from tempfile import TemporaryDirectory

    from pipeline.inspection.catalog import catalog_settings, open_catalog
    from schemas.catalog import catalog_sql
    from schemas.files import write_text

    program = shutil.which("duckdb")
    if program is None:
        raise UserError(
            "--shell needs the duckdb program: pip install duckdb-cli, or use --sql instead."
        )
    with open_catalog(folder):
        pass  # the tables are there, and unaltered
    place = artifacts.resolve()
    with TemporaryDirectory() as own:
        # Not the file of the folder: the shell runs its commands, and somebody may have added some.
        views = Path(own) / "catalog.sql"
        write_text(views, catalog_sql(place.name, catalog_settings(folder)))
        subprocess.run([program, "-init", views], cwd=place.parent, check=False)
