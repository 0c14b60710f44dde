"""A run's encoder as a folder to publish: loadable by sentence-transformers, with a model card."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

from schemas.errors import UserError
from schemas.files import replace_folder
from schemas.templates import render
from trainer.encoders.modules import read_modules
from trainer.recipes.reading import load_recipe
from trainer.recipes.settings import Recipe
from trainer.runs.folder import RunFolder


def export(run: Path, output: Path) -> None:
    """Copy a run's kept encoder to a folder and write its model card.

    Args:
        run: folder of a run.
        output: folder to make; it must not exist or be empty.

    Raises:
        UserError: where the run has no encoder yet or `output` holds something.
    """
    folder = RunFolder(run)
    record = folder.read_record()
    if not folder.best.is_dir():
        last = load_recipe(str(folder.recipe)).keep == "last"
        why = "its last weights are the ones to keep, and it has not come to its end"
        if not last:
            why = "it was stopped before its first weights were kept"
        raise UserError(
            f"{run} has no encoder yet: {why}. Go on with `trainer fit --resume --output {run}`."
        )
    if output.exists() and (not output.is_dir() or any(output.iterdir())):
        raise UserError(f"{output} is not empty. Give another --output.")
    recipe = load_recipe(str(folder.recipe))
    card = model_card(output.name, folder.best, recipe, record)

    def write(fresh: Path) -> None:
        # Contents alone, so that who may read them is decided here and not where the run was.
        shutil.copytree(folder.best, fresh, copy_function=shutil.copyfile, dirs_exist_ok=True)
        (fresh / "README.md").write_text(card, encoding="utf-8", newline="\n")

    output.parent.mkdir(parents=True, exist_ok=True)
    replace_folder(output, write)


def model_card(name: str, encoder: Path, recipe: Recipe, record: dict[str, Any]) -> str:
    """Text of the model card.

    Args:
        name: of the model.
        encoder: its folder.
        recipe: of the run.
        record: of the run.
    """
    stated = read_modules(encoder)
    # A path says where one machine keeps a model, which helps nobody else.
    shown = replace(recipe, model=record["base_model"] or Path(recipe.model).name)
    return render(
        __package__,
        "card.md",
        front_matter=_front_matter(recipe, record),
        name=name,
        recipe=shown,
        record=record,
        stated=stated,
    )


def _front_matter(recipe: Recipe, record: dict[str, Any]) -> str:
    """What the hub reads, as YAML."""
    from huggingface_hub import ModelCardData

    losses = ["loss:InfoNCE"]
    losses += ["loss:TwoWayMargin"] if recipe.margin_weight else []
    losses += ["loss:Recall"] if recipe.recall_gamma else []
    tags = ["sentence-transformers", "sentence-similarity", "feature-extraction"]
    return ModelCardData(
        tags=[*tags, f"dataset_size:{record['counts']['training']}", *losses],
        base_model=record["base_model"],
        pipeline_tag="sentence-similarity",
        library_name="sentence-transformers",
    ).to_yaml()
