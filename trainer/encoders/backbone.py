"""What a backbone of `transformers` states about itself, and where its parts are."""

from __future__ import annotations

from typing import Any

from torch import nn

from schemas.errors import UserError


def state_size(backbone: nn.Module) -> int:
    """Dimensions of a token state."""
    return int(_config(backbone).hidden_size)


def first_deviation(backbone: nn.Module) -> float:
    """Deviation of the weights of a new layer, as the backbone states it; BERT's is 0.02."""
    return float(getattr(_config(backbone), "initializer_range", 0.02))


def attention(backbone: nn.Module) -> tuple[int, float]:
    """Heads of the backbone's attention and the rate of its dropout, 0.1 if it states none."""
    config = _config(backbone)
    rate = getattr(config, "attention_probs_dropout_prob", None)
    return int(config.num_attention_heads), 0.1 if rate is None else float(rate)


def positions(backbone: nn.Module) -> int:
    """Number of tokens that a backbone has positions for."""
    stated = int(getattr(_config(backbone), "max_position_embeddings", 512))
    # RoBERTa-like models have a position for padding, and count from the one after it.
    return stated - first_position(backbone)


def first_position(backbone: nn.Module) -> int:
    """The backbone's number for the first position: 0, or one after padding in RoBERTa."""
    table = getattr(getattr(backbone, "embeddings", None), "position_embeddings", None)
    padding = getattr(table, "padding_idx", None)
    return 0 if padding is None else int(padding) + 1


def word_table(backbone: nn.Module) -> nn.Embedding | None:
    """The layer of word embeddings; None if the backbone has another kind."""
    whole: Any = backbone
    layer = whole.get_input_embeddings()
    return layer if isinstance(layer, nn.Embedding) else None


def blocks(backbone: nn.Module) -> nn.ModuleList | None:
    """The transformer's blocks, front to back; None if they cannot be found."""
    for module in backbone.modules():
        if isinstance(module, nn.ModuleList) and len(module) == _config(backbone).num_hidden_layers:
            return module
    return None


def recompute_activations(backbone: nn.Module) -> None:
    """Do not store activations inside the blocks; recompute them in the backward pass.

    Raises:
        UserError: the backbone does not support it.
    """
    whole: Any = backbone
    if not getattr(whole, "supports_gradient_checkpointing", False):
        raise UserError(
            f"A {whole.config.model_type} model has no gradient checkpointing; set"
            " gradient_checkpointing=false, or grad_cache=true for large batches."
        )
    # Later versions of transformers 5 have another name for it and warn of the old one.
    newer = getattr(whole, "activation_checkpointing_enable", None)
    (newer or whole.gradient_checkpointing_enable)({"use_reentrant": False})


def _config(backbone: nn.Module) -> Any:
    return backbone.config
