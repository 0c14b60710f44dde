"""Which recipe is taken where none is named."""

from __future__ import annotations

SENTENCE_RECIPE, RAW_RECIPE = "meaning", "osscse"
"""Made for a model that was trained as a sentence encoder, and for one that was not."""


def default_recipe(model: str | None, pooling: str | None) -> tuple[str, str]:
    """A recipe for a model, and a sentence that says why.

    Args:
        model: name or folder of what is to be trained; None for the recipe's own.
        pooling: what the model states; None where it states none.
    """
    if model is None:
        return RAW_RECIPE, f"Recipe {RAW_RECIPE}, since neither --model nor --recipe is given."
    if pooling is None:
        why = f"{model} states no pooling, so it is taken as a raw language model."
        return RAW_RECIPE, f"Recipe {RAW_RECIPE}: {why}"
    why = f"{model} states {pooling} pooling, so it was trained as a sentence encoder."
    return SENTENCE_RECIPE, f"Recipe {SENTENCE_RECIPE}: {why} What it states is kept."
