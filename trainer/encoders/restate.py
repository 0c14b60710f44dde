"""The same weights used differently: with other pooling, another template, another length."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from schemas.errors import UserError
from trainer.encoders.encoder import Encoder
from trainer.encoders.prompts import Prompts
from trainer.encoders.templates import (
    MASK,
    SENTENCE,
    has_template,
    plain_tokenizer,
    template_tokenizer,
)
from trainer.settings.values import PoolingMode


def restated(
    encoder: Encoder,
    *,
    pooling: PoolingMode | None = None,
    template: str | None = None,
    max_tokens: int | None = None,
    prompts: Prompts | None = None,
) -> Encoder:
    """An encoder that shares the weights of another and uses them differently.

    Args:
        encoder: unchanged; its weights are not copied.
        pooling: None keeps its own.
        template: text around each sentence, instead of its template and prompts; empty for no
            template; None keeps its own.
        max_tokens: None keeps its own.
        prompts: None keeps its own, unless a template takes their place.

    Raises:
        UserError: a template is given and the model has no mask token.
    """
    settings = encoder.settings
    tokenizer = encoder.tokenizer
    if template:
        tokenizer = template_tokenizer(tokenizer, settings.tokens, template)
    elif template is not None:
        tokenizer = plain_tokenizer(tokenizer)
    changed = replace(
        settings,
        pooling=pooling or settings.pooling,
        max_tokens=min(max_tokens or settings.max_tokens, settings.positions),
        # A template replaces the prompt.
        prompts=Prompts() if template else prompts or settings.prompts,
    )
    return Encoder(encoder.backbone, tokenizer, changed, encoder.dense)


def check_usage(pooling: str | None, template: str | None, max_tokens: int | None) -> None:
    """Check how a model should be used; None keeps what it states.

    Raises:
        UserError: there is no such pooling, the template has no place for a sentence or for the
            mask token, or the length is below 1.
    """
    if pooling is not None and pooling not in (known := get_args(PoolingMode)):
        raise UserError(f"There is no pooling {pooling!r}. There are {', '.join(known)}.")
    if template and (template.count(SENTENCE) != 1 or template.count(MASK) != 1):
        raise UserError(f"The template {template!r} must contain {SENTENCE} once and {MASK} once.")
    if max_tokens is not None and max_tokens < 1:
        raise UserError(f"max_tokens is {max_tokens}, it should be at least 1.")


def same_template(encoder: Encoder, template: str) -> bool:
    """Whether an encoder already puts this template around a text, or none if it is empty."""
    if not template:
        return not has_template(encoder.tokenizer)
    if not has_template(encoder.tokenizer) or encoder.settings.prompts.before:
        return False
    own = encoder.tokenizer
    wanted = template_tokenizer(own, encoder.settings.tokens, template)
    # With and without final punctuation, which a template treats differently.
    return all(own.encode(text).ids == wanted.encode(text).ids for text in ("", "a", "A b."))
