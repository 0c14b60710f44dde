"""The `pipeline models` commands: download translation models."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.console import table
from schemas.console import Commands, Json, print_json, say, show
from schemas.errors import UserError
from schemas.progress import track

if TYPE_CHECKING:
    from pathlib import Path

    from httpx import Client

    from pipeline.translation.published.catalogue import Catalogue, Model

models = typer.Typer(cls=Commands, no_args_is_help=True)


@models.callback()
def _group() -> None:
    """Download translation models.

    Example: pipeline models fetch firefox:pt
    """  # with a callback, one command stays a command of a group


@models.command()
def fetch(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="firefox:PIVOT",
            show_default=False,
            help="Pivot languages, as in firefox:de,ru.",
        ),
    ] = None,
    listed: Annotated[
        bool, typer.Option("--list", help="List the published languages; download nothing.")
    ] = False,
    server: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Mirror: a Remote Settings server, or a copy of its list (.json) in the folder of"
            " the files.",
            show_default="Mozilla's server",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Download Firefox's translation models, for `--models firefox:PIVOT`.

    Each language takes 30 to 75 MB for both directions. Checksums are verified, and an interrupted
    download is resumed. The models are by Mozilla, under the Mozilla Public License 2.0. They go
    to the user's cache, or to the folder in the environment variable OSSCSE_FIREFOX_MODELS.

    Example: pipeline models fetch firefox:pt

    Example: pipeline models fetch --list
    """
    from pipeline.translation.published.server import MOZILLA, open_client, read_list

    if listed == bool(names):
        raise UserError("Name the pivots to fetch, as in firefox:de,ru, or use --list, not both.")
    langs = list(dict.fromkeys(lang for name in names or () for lang in _languages(name)))
    address = server or MOZILLA
    with open_client() as client:
        print(f"Reading the list of models from {address}", file=sys.stderr, flush=True)
        catalogue, files = read_list(client, address)
        if listed:
            _show_list(catalogue, json=json)
            return
        from pipeline.translation.engines.marian.installed import fetched_models
        from pipeline.translation.published.catalogue import round_trip

        place = fetched_models()
        wanted = [model for lang in langs for model in round_trip(catalogue, lang)]
        fetched = _fetch(client, wanted, files, place)
    if json:
        print_json([_described(model) | {"folder": str(place / model.name)} for model in wanted])
        return
    for model in wanted:
        said = "fetched to" if model in fetched else "is already in"
        say(f"{model.name} {model.version} {said} {place / model.name}")
    typer.echo(f"Use: pipeline run backtranslate --models firefox:{','.join(langs)}")


def _fetch(client: Client, wanted: list[Model], files: str, place: Path) -> list[Model]:
    """Download the models that are not here yet, with progress; returns the downloaded ones."""
    from pipeline.translation.published.fetch import LICENCE, fetch, is_here

    missing = [model for model in wanted if not is_here(place, model)]
    if not missing:
        return []
    print(f"Licence of the models: {LICENCE}", file=sys.stderr, flush=True)
    came = 0
    with track("Download", sum(model.size for model in missing) // 1000, "kB") as progress:

        def on_bytes(count: int) -> None:
            nonlocal came
            progress.advance((came + count) // 1000 - came // 1000)
            came += count

        fetch(client, missing, files, place, on_bytes)
    return missing


def _languages(name: str) -> list[str]:
    from pipeline.translation.models import firefox_languages

    if langs := firefox_languages(name):
        return langs
    raise UserError(
        f"{name!r} is not of the form firefox:PIVOT, as in firefox:pt or firefox:de,ru."
    )


def _described(model: Model) -> dict[str, str | int]:
    return {
        "direction": model.name,
        "version": model.version,
        "architecture": model.architecture,
        "bytes": model.size,
    }


def _show_list(catalogue: Catalogue, *, json: bool) -> None:
    from pipeline.translation.engines.marian.installed import has_round_trip
    from pipeline.translation.published.catalogue import pivots, round_trip
    from pipeline.translation.published.fetch import LICENCE

    if json:
        print_json([_described(catalogue[pair]) for pair in sorted(catalogue)])
        return
    rows = []
    for lang in pivots(catalogue):
        there, back = round_trip(catalogue, lang)
        rows.append(
            (
                lang,
                " / ".join(dict.fromkeys((there.version, back.version))),
                " / ".join(dict.fromkeys((there.architecture, back.architecture))),
                round((there.size + back.size) / 1e6),
                "yes" if has_round_trip(lang) else "",
            )
        )
    columns = ["pivot", "version", "architecture", "MB", "here"]
    show(
        [table(columns, rows), f"Licence: {LICENCE}", "Fetch: pipeline models fetch firefox:PIVOT"]
    )
