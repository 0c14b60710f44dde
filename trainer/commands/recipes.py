"""The command that lists and shows recipes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from schemas.console import Json, print_json, show
from schemas.messages import wrapped

if TYPE_CHECKING:
    from trainer.recipes.explained import Setting

commands = typer.Typer()
_WIDTH = 80
"""Columns of the settings, on a terminal and elsewhere, as of the recipes' files."""


@commands.command("recipes")
def recipes_cli(
    recipe: Annotated[
        str | None,
        typer.Argument(help="Recipe to show: a name, or a TOML file. By default, all are listed."),
    ] = None,
    settings: Annotated[
        bool,
        typer.Option(
            "--settings",
            help="Explain every setting: what it does, what it may be, and its value in the recipe,"
            " or in meaning and osscse.",
        ),
    ] = False,
    as_json: Json = False,
) -> None:
    """List the recipes, or show one with the source of each number, and what a file extends.

    Example: trainer recipes

    Example: trainer recipes osscse

    Example: trainer recipes --settings

    Example: trainer recipes mine.toml --json
    """
    if settings:
        _explain(recipe, as_json=as_json)
        return
    from rich.table import Table

    from trainer.recipes.files import recipe_layers, recipe_names, recipe_summary, recipe_text
    from trainer.recipes.reading import in_effect, load_recipe

    if recipe is None:
        summaries = {name: recipe_summary(name) for name in recipe_names()}
        if as_json:
            print_json(summaries)
            return
        table = Table.grid(padding=(0, 2))
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        for name, summary in summaries.items():
            table.add_row(name, summary)
        show(
            [table, "To show one: trainer recipes NAME; every setting: trainer recipes --settings"]
        )
        return
    resolved = load_recipe(recipe)
    if as_json:
        print_json(resolved.settings())
        return
    typer.echo(recipe_text(recipe)[1].rstrip())
    if len(recipe_layers(recipe)) > 1:
        typer.echo("\nWith what it extends, without what has no effect:\n")
        typer.echo(in_effect(resolved).rstrip())


def _explain(recipe: str | None, *, as_json: bool) -> None:
    """Print every setting, by topic."""
    from trainer.recipes.explained import DEFAULTS, INTRODUCTION, explained

    names = DEFAULTS if recipe is None else (recipe,)
    topics = explained(names)
    if as_json:
        print_json(
            {
                setting.key: {
                    "topic": topic.title,
                    "does": setting.does,
                    "allowed": setting.allowed,
                    "values": setting.values,
                }
                for topic in topics
                for setting in topic.settings
            }
        )
        return
    first, *others = names
    where = "".join(f", and in {other} where that differs" for other in others)
    lines = [INTRODUCTION, "", f"Values are those in {first}{where}."]
    for topic in topics:
        lines += ["", f"{topic.title}: {topic.note}" if topic.note else topic.title]
        for setting in topic.settings:
            lines += ["", *_lines(setting, first, others)]
    for line in lines:
        typer.echo(wrapped(line, _WIDTH))


def _lines(setting: Setting, first: str, others: list[str]) -> list[str]:
    """A setting with its values, what it does, and what it may be."""
    differ = [other for other in others if setting.values[other] != setting.values[first]]
    beside = "".join(f" ({other}: {setting.shown(other)})" for other in differ)
    return [
        f"  {setting.key} = {setting.shown(first)}{beside}",
        f"      {setting.does}",
        f"      Allowed: {setting.allowed}.",
    ]
