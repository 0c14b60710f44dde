"""Real sentence-transformers models of several kinds, tiny, with random weights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch

TEXTS = [
    "the baker sells some bread today .",
    "A Nurse opens the green door",
    "",
    "a gardener cleans " * 60,
]
PROMPTS = {"query": "the nurse : ", "document": "some bread : "}
KINDS = [
    "cls", "mean", "prompts", "prompts-left-out", "prompts-named", "dense", "normalize", "cut",
]  # fmt: skip
"""With `prompts-named`, none of the prompts is the default; `cut` returns 8 of 32 dimensions."""
LENGTH = 40


def make_sentence_model(
    backbone: Path, kind: str, folder: Path, activation: torch.nn.Module | None = None
) -> Any:
    """A model of a kind, also written to a folder by sentence-transformers itself.

    Args:
        activation: of a dense layer; by default Tanh.
    """
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer import modules

    torch.manual_seed(3)
    parts: list[Any] = [
        modules.Transformer(str(backbone), max_seq_length=LENGTH),
        modules.Pooling(
            32, "cls" if kind == "cls" else "mean", include_prompt=kind != "prompts-left-out"
        ),
    ]
    act = activation or torch.nn.Tanh()
    parts += [modules.Dense(32, 8, activation_function=act)] if kind == "dense" else []
    parts += [modules.Normalize()] if kind in ("normalize", "cut") else []
    told: dict[str, Any] = {"prompts": PROMPTS} if "prompts" in kind else {}
    if told and kind != "prompts-named":
        told["default_prompt_name"] = "query"
    told |= {"truncate_dim": 8} if kind == "cut" else {}
    model = SentenceTransformer(modules=parts, similarity_fn_name="dot", device="cpu", **told)
    model.save(str(folder), create_model_card=False)  # a card takes longer than all the rest
    return model


def stated(model: Any) -> dict[str, Any]:
    """What a model states about itself."""
    return {
        "modules": [type(module).__name__ for module in model],
        "prompts": model.prompts,
        "default": model.default_prompt_name,
        "length": model.max_seq_length,
        "similarity": model.similarity_fn_name,
        "dimensions": model.truncate_dim,
        "left out": not model[1].include_prompt,
    }
