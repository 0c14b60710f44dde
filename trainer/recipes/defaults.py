"""Which recipe is used if none is named."""

from __future__ import annotations

SENTENCE_RECIPE, RAW_RECIPE = "meaning", "osscse"
"""The default recipes for a trained sentence encoder and for any other model."""


def default_recipe(model: str | None, pooling: str | None) -> tuple[str, str]:
    """Choose a recipe for a model, and explain the choice in a sentence.

    Args:
        model: name or folder of the model to train; None for the recipe's own.
        pooling: the pooling that the model states; None if it states none.
    """
    if model is None:
        return RAW_RECIPE, f"Recipe {RAW_RECIPE}, since neither --model nor --recipe is given."
    if pooling is None:
        why = f"{model} states no pooling, so it is taken as a raw language model."
        return RAW_RECIPE, f"Recipe {RAW_RECIPE}: {why}"
    why = f"{model} states {pooling} pooling, so it was trained as a sentence encoder."
    return SENTENCE_RECIPE, f"Recipe {SENTENCE_RECIPE}: {why} What it states is kept."
