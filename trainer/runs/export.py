"""Writes a run's encoder as a folder to publish, with a model card, for sentence-transformers."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

from schemas.advice import quoted
from schemas.errors import UserError
from schemas.files import replace_folder
from schemas.manifest import most_first
from schemas.templates import render
from trainer.encoders.adapters import FOLDER
from trainer.encoders.modules import read_modules
from trainer.objective.terms.table import weighted
from trainer.recipes.reading import in_effect, load_recipe
from trainer.runs.folder import RunFolder
from trainer.runs.metrics import VALIDATED
from trainer.runs.outputs import check_free_folder
from trainer.settings.recipe import Recipe

QUICK = {
    "contrast": ("Bundled triples ranked correctly", "%.1f %%"),
    "unrelated_cosine": ("Mean cosine of unrelated sentences", "%.2f"),
    "sts": ("STS-B dev, Spearman x 100", "%.2f"),
}
"""Name and format on the card of each measurement in `before` and `after` of a run's record."""


def export(run: Path, output: Path) -> None:
    """Copy a run's encoder to a folder and write its model card.

    Args:
        output: folder to create; it must not exist, or be empty.

    Raises:
        UserError: the run has no encoder yet, or `output` is not empty.
    """
    folder = RunFolder(run)
    _require_encoder(folder)
    check_free_folder(output)

    def write(fresh: Path) -> None:
        copy_folder(folder.best, fresh)
        write_card(fresh, folder_card(folder, output.name))

    replace_folder(output, write)


def export_adapter(run: Path, output: Path) -> None:
    """Copy a run's low-rank update to a folder, with a note on how to load it.

    Args:
        run: folder of a run with `lora_rank`.
        output: folder to create; it must not exist, or be empty.

    Raises:
        UserError: the run has no encoder yet or no such update, or `output` is not empty.
    """
    folder = RunFolder(run)
    _require_encoder(folder)
    recipe = load_recipe(str(folder.recipe))
    if not recipe.lora_rank:
        raise UserError(
            f"{run} has no low-rank update: it trained the weights themselves (lora_rank=0)."
            " `trainer difference` writes the change of any run in a few megabytes."
        )
    check_free_folder(output)
    base = folder.read_record()["base_model"] or recipe.model

    def write(fresh: Path) -> None:
        copy_folder(folder.best / FOLDER, fresh)
        told = render(
            __package__,
            "adapter.md",
            name=output.name,
            base=base,
            recipe=recipe,
            stated=read_modules(folder.best),
        )
        (fresh / "README.md").write_text(told, encoding="utf-8", newline="\n")

    replace_folder(output, write)


def finished_run(run: Path) -> RunFolder:
    """Open a finished run with its encoder.

    Raises:
        UserError: there is no run, or it is not finished.
    """
    folder = RunFolder(run)
    if not folder.read_record().get("finished"):
        so_far = f", or export the weights so far with `trainer export {quoted(run)} --output DIR`"
        raise UserError(
            f"{run} is not finished. Resume it with `trainer fit --resume --output {quoted(run)}`"
            f"{so_far if folder.best.is_dir() else ''}."
        )
    _require_encoder(folder)
    return folder


def copy_folder(source: Path, fresh: Path) -> None:
    """Copy the files of a folder, with the permissions of the present umask."""
    failed: list[OSError] = []

    def copy_file(file: str, target: str) -> None:
        try:
            shutil.copyfile(file, target)
        except OSError as error:
            failed.append(error)
            raise

    try:
        shutil.copytree(source, fresh, copy_function=copy_file, dirs_exist_ok=True)
    except shutil.Error as error:  # has only the errors' texts
        raise (failed or [error])[0] from error


def write_card(fresh: Path, card: str) -> None:
    """Write a model card into a folder."""
    (fresh / "README.md").write_text(card, encoding="utf-8", newline="\n")


def folder_card(folder: RunFolder, name: str, forms: str = "", license: str | None = None) -> str:
    """The model card of a run; `forms` and `license` are as in `model_card`."""
    recipe, record = load_recipe(str(folder.recipe)), folder.read_record()
    return model_card(name, folder.best, recipe, record, forms, license)


def _require_encoder(folder: RunFolder) -> None:
    run = folder.path
    folder.read_record()
    if not folder.best.is_dir():
        why = "it was stopped before it saved any weights"
        if load_recipe(str(folder.recipe)).keep == "last":
            why = "its recipe keeps the last weights, and it is not finished"
        raise UserError(
            f"{run} has no encoder yet: {why}. Resume it with"
            f" `trainer fit --resume --output {quoted(run)}`."
        )


def model_card(
    name: str,
    encoder: Path,
    recipe: Recipe,
    record: dict[str, Any],
    forms: str = "",
    license: str | None = None,
) -> str:
    """The text of the model card.

    Args:
        encoder: its folder.
        forms: Markdown on the released forms, if there are others than this folder.
        license: of the model, by the hub's name for it.
    """
    stated = read_modules(encoder)
    # A path is valid on one machine only, so it is left out.
    shown = replace(recipe, model=record["base_model"] or Path(recipe.model).name)
    aims = {name: entry.aim for name, entry in weighted(recipe).items()}
    if recipe.recall_gamma:
        aims["recall"] = "the weights stay near those of the base model"
    return render(
        __package__,
        "card.md",
        front_matter=_front_matter(recipe, record, license),
        name=name,
        recipe=shown,
        settings=in_effect(shown),
        aims=aims,
        record=record,
        stated=stated,
        forms=forms,
        licence=licence_section(license),
        quick=QUICK,
        validated=VALIDATED,
        most_first=most_first,
    )


def licence_section(license: str | None) -> str:
    """The section on the licence, by the hub's name for it; None says that none is stated."""
    return render(__package__, "licence.md", license=license)


def _front_matter(recipe: Recipe, record: dict[str, Any], license: str | None) -> str:
    """The YAML that the hub reads."""
    from huggingface_hub import ModelCardData

    losses = [f"loss:{entry.loss}" for entry in weighted(recipe).values()]
    if recipe.recall_gamma:
        losses.append("loss:Recall")
    tags = ["sentence-transformers", "sentence-similarity", "feature-extraction"]
    return ModelCardData(
        license=license,
        tags=[*tags, f"dataset_size:{record['counts']['training']}", *losses],
        base_model=record["base_model"],
        pipeline_tag="sentence-similarity",
        library_name="sentence-transformers",
    ).to_yaml()
