"""A run's encoder as a file: its difference from the encoder that it started from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from torch import Tensor

from schemas.errors import UserError
from schemas.files import atomic_path, make_folder, remove_temporaries_of, replace_folder
from schemas.progress import announce
from trainer.encoders.difference import (
    PUBLISHED,
    PUBLISHED_LICENSE,
    SUFFIX,
    base_name,
    difference_file,
    read_stated,
    write_difference,
)
from trainer.encoders.encoder import Encoder
from trainer.encoders.folder import load_encoder, save_encoder, stated_modules
from trainer.encoders.layers import rear_blocks
from trainer.recipes.reading import load_recipe
from trainer.runs.export import finished_run, licence_section, model_card, write_card
from trainer.runs.mixing import interpolated
from trainer.runs.outputs import check_free_folder, check_place


def write_run_difference(
    run: Path,
    file: Path,
    *,
    most: int,
    share: float = 1.0,
    others: Sequence[str] = (),
    change: float = 1.0,
    rear: float | None = None,
    note: str = "",
) -> float:
    """Write the difference between a run's encoder and its base, with a model card.

    Args:
        run: folder of a run that has ended.
        file: to write; it must not exist.
        most: bytes, as in `write_difference`.
        share: of the run's weights; the rest is that of the others, in equal parts.
        others: encoders to mix with, as in a model soup (Wortsman et al., 2022); the base if none.
        change: share of the change from the base to these weights that is applied.
        rear: the same for the rear half of the layers; as `change` if None.
        note: Markdown for the card, before how the encoder was made.

    Returns:
        Share of this difference that the file keeps.

    Raises:
        UserError: the run has not ended, it or another encoder differs from the base in more than
            weights, or `file` exists or cannot be written.
    """
    folder = finished_run(run)
    if file.exists():
        raise UserError(f"{file} is there already. Give another --output.")
    check_place(file)
    recipe, record = load_recipe(str(folder.recipe)), folder.read_record()
    base = _base_of(run, recipe.model)
    before, after = load_encoder(base), load_encoder(str(folder.best))
    _check_alike(run, before, after)
    start = before.backbone.state_dict()
    rest = _mean_weights(others, before) if others else start
    if min(share, change, 1.0 if rear is None else rear) < 1:
        name = ", ".join(Path(other).name.removesuffix(SUFFIX) for other in others or [base])
        # The run's own measurements are not those of the mixed weights.
        record |= {"metric": None, "after": {}, "mixed": (share, name, change, rear)}
    mixed = interpolated(rest, after.backbone.state_dict(), share)
    last = () if rear is None else (rear, rear_blocks(before))
    make_folder(file.parent)
    remove_temporaries_of(file)
    announce("Compressing the difference")
    with atomic_path(file) as fresh:
        return write_difference(
            fresh,
            start,
            interpolated(start, mixed, change, *last),
            base=record["base_model"] or base,
            most=most,
            card=model_card(file.stem, folder.best, recipe, record, note),
        )


def export_difference(file: Path, output: Path) -> None:
    """Write the encoder that a difference stands for as a folder, with its model card.

    Args:
        file: the difference.
        output: folder to create; it must not exist, or be empty.

    Raises:
        UserError: `file` holds no difference, its base cannot be loaded, or `output` is not empty.
    """
    check_free_folder(output)
    card, encoder = difference_card(file, output.name), load_encoder(str(file))

    def write(fresh: Path) -> None:
        save_encoder(encoder, fresh)
        write_card(fresh, card)

    replace_folder(output, write)


def difference_card(file: Path, name: str, forms: str = "", license: str | None = None) -> str:
    """The model card that a difference states, for a folder of its encoder.

    Args:
        name: by which the card's example loads the folder.
        forms: Markdown on the released forms, if there are others than this folder.
        license: of the model, by the hub's name for it; by default that of `osscse`, for other
            files none.

    Raises:
        UserError: `file` holds no difference.
    """
    from huggingface_hub import ModelCard

    license = license or (PUBLISHED_LICENSE if file == PUBLISHED else None)
    card = read_stated(file).card.replace(
        f'SentenceTransformer("{file.stem}")', f'SentenceTransformer("{name}")'
    )
    if forms:
        before, made, after = card.partition("## How it was made\n")
        card = f"{before}{forms}\n{made}{after}"
    if license:
        stated = ModelCard(card.replace(licence_section(None), licence_section(license)))
        stated.data["license"] = license
        card = str(stated)
    return card


def _base_of(run: Path, model: str) -> str:
    """The encoder that a difference is relative to.

    If the run itself started from a difference, the new one is relative to the same base.

    Args:
        run: for the message.
        model: that the run started from.

    Raises:
        UserError: it is no sentence encoder.
    """
    if stated_modules(model).pooling is None:
        raise UserError(
            f"{run} began with {model}, which is not a sentence encoder by itself. Export the whole"
            " encoder with `trainer export`."
        )
    began = difference_file(model)
    return model if began is None else base_name(read_stated(began))


def _mean_weights(names: Sequence[str], base: Encoder) -> Mapping[str, Tensor]:
    """The mean of the weights of one or more encoders.

    Raises:
        UserError: one of them differs from the base in more than weights.
    """
    mean: Mapping[str, Tensor] = {}
    for number, name in enumerate(names, 1):
        encoder = load_encoder(name)
        _check_alike(name, base, encoder)
        weights = encoder.backbone.state_dict()
        mean = weights if number == 1 else interpolated(mean, weights, 1 / number)
    return mean


def _check_alike(name: Path | str, before: Encoder, after: Encoder) -> None:
    """Refuse encoders that differ in more than weights.

    Raises:
        UserError: pooling, prompts, length, tokenizer, dense layers or shapes of weights differ.
    """
    one, other = (
        (
            replace(encoder.settings, base_model=None),
            encoder.tokenizer.to_str(),
            {name: weight.shape for name, weight in encoder.backbone.state_dict().items()},
        )
        for encoder in (before, after)
    )
    if one != other or len(before.dense):
        raise UserError(
            f"{name} differs from the run's base in more than weights: pooling, prompts, length,"
            " tokenizer, layers or their sizes. Export the whole encoder with `trainer export`."
        )
