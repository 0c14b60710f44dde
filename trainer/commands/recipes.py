"""The command that lists and shows recipes."""

from __future__ import annotations

from typing import Annotated

import typer

from schemas.console import Json, print_json, show

commands = typer.Typer()


@commands.command("recipes")
def recipes_cli(
    recipe: Annotated[
        str | None,
        typer.Argument(help="Recipe to show: a name, or a TOML file. By default, all are listed."),
    ] = None,
    as_json: Json = False,
) -> None:
    """List the recipes, or show one with the source of each number, and what a file extends.

    Example: trainer recipes

    Example: trainer recipes osscse

    Example: trainer recipes mine.toml --json
    """
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
        show([table, "To show one: trainer recipes NAME"])
        return
    resolved = load_recipe(recipe)
    if as_json:
        print_json(resolved.settings())
        return
    typer.echo(recipe_text(recipe)[1].rstrip())
    if len(recipe_layers(recipe)) > 1:
        typer.echo("\nWith what it extends, without what has no effect:\n")
        typer.echo(in_effect(resolved).rstrip())
