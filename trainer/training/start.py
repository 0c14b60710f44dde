"""The initial encoder of a run: a model as it is, changed only if the user asked for it by name.

A model that was trained as a sentence encoder states how to use it: its pooling, template or
prompts, its longest input. A recipe that replaces one of them turns it into another model, often a
far worse one, before the first step.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace

from schemas.errors import UserError
from trainer.encoders.encoder import Encoder
from trainer.encoders.folder import load_encoder, stated_modules
from trainer.encoders.prompts import Prompts
from trainer.encoders.restate import restated, same_template
from trainer.encoders.templates import has_template
from trainer.recipes.files import RAW_RECIPE, SENTENCE_RECIPE
from trainer.settings.recipe import KEEP, Recipe
from trainer.settings.values import PoolingMode


@dataclass(frozen=True, slots=True)
class Start:
    """The encoder at the start of a run.

    Attributes:
        encoder: the encoder to train.
        given: the same weights, used as the model states, with the prompt that the recipe names;
            the encoder itself if the run changes nothing, or the model states nothing.
        notes: a sentence for every requested change, and for prompts that are not used.
    """

    encoder: Encoder
    given: Encoder
    notes: list[str]


@dataclass(frozen=True, slots=True)
class Change:
    """Something that a model states and a recipe would replace.

    Attributes:
        key: the setting.
        stated: the model's value, in words.
        wanted: the recipe's value, in words.
    """

    key: str
    stated: str
    wanted: str


def load_start(recipe: Recipe) -> Start:
    """Load the encoder that a recipe trains, as its model states and the recipe says.

    Raises:
        UserError: the recipe would change what the model states without being asked to by name,
            or keeps what the model does not state.
    """
    pooling = None if recipe.pooling == KEEP else recipe.pooling
    template = None if recipe.template_anchor == KEEP else recipe.template_anchor
    stated = stated_modules(recipe.model)
    if stated.pooling is None:
        return _raw(recipe, pooling, template, stated.prompts)
    given = load_encoder(recipe.model, prompt=recipe.prompt or None)
    found = changes(given, pooling, template)
    _refuse_unasked(recipe, found)
    length = recipe.max_eval_tokens
    if stated.max_tokens is not None and "max_eval_tokens" not in recipe.overrides:
        length = given.settings.max_tokens
    elif stated.max_tokens is not None and length != stated.max_tokens:
        found.append(
            Change("max_eval_tokens", f"a length of {stated.max_tokens} tokens", f"{length}")
        )
    prompts = given.settings.prompts
    none_asked = template == "" and "template_anchor" in recipe.overrides and not recipe.prompt
    if none_asked and prompts.before:
        found.append(Change("template_anchor", f"the prompt {prompts.before!r}", "no prompt"))
        prompts = replace(prompts, default=None)
    encoder = given
    if found or length != given.settings.max_tokens:
        encoder = restated(
            given, pooling=pooling, template=template, max_tokens=length, prompts=prompts
        )
    notes = [f"{recipe.model} states {c.stated}; this run takes {c.wanted}." for c in found]
    return Start(encoder, given, notes + _on_prompts(recipe, stated.prompts, encoder))


def changes(given: Encoder, pooling: PoolingMode | None, template: str | None) -> list[Change]:
    """What a pooling and a template would replace; None keeps the model's own."""
    settings, found = given.settings, []
    if pooling is not None and pooling != settings.pooling:
        found.append(Change("pooling", f"{settings.pooling} pooling", f"{pooling} pooling"))
    if template is not None and not same_template(given, template):
        own = "a template of its own" if has_template(given.tokenizer) else "no template"
        if settings.prompts.before:
            own = f"the prompt {settings.prompts.before!r}"
        wanted = f"the template {template!r}" if template else "no template"
        found.append(Change("template_anchor", own, wanted))
    return found


def _raw(
    recipe: Recipe, pooling: PoolingMode | None, template: str | None, stated: Prompts
) -> Start:
    """The start from a model that states no pooling."""
    if pooling is None:
        raise UserError(
            f"{recipe.model} states no pooling, and the recipe keeps the model's. Set it with"
            f" `--set pooling=mean` or cls, or take `--recipe {RAW_RECIPE}`, which is made for raw"
            " models."
        )
    encoder = load_encoder(
        recipe.model,
        pooling=pooling,
        template=template,
        max_tokens=recipe.max_eval_tokens,
        prompt=recipe.prompt or None,
    )
    return Start(encoder, encoder, _on_prompts(recipe, stated, encoder))


def _on_prompts(recipe: Recipe, stated: Prompts, encoder: Encoder) -> list[str]:
    """A sentence if the recipe names a prompt, or none of the model's is used."""
    used = encoder.settings.prompts
    if used.default != stated.default and recipe.prompt:
        return [
            f"{recipe.model} states {stated.in_words}; this run puts the prompt {recipe.prompt}"
            f" ({used.before!r}) before every text."
        ]
    told = used.ignored(recipe.model, "--set prompt=")
    return [told] if told and stated.default is None else []


def _refuse_unasked(recipe: Recipe, found: list[Change]) -> None:
    """Refuse changes of what a model states that nobody asked for by name."""
    asked = set(recipe.overrides)
    if recipe.pooling == "mask" and "pooling" in asked:
        asked.add("template_anchor")  # mask pooling requires a template
    unasked = [change for change in found if change.key not in asked]
    if not unasked:
        return
    keys = [change.key for change in unasked]
    if recipe.pooling == "mask" and "pooling" in keys:
        keys = ["pooling"]
    values = recipe.settings()
    options = " ".join(f"--set {key}={shlex.quote(values[key])}" for key in keys)
    raise UserError(
        f"{recipe.model} was trained as a sentence encoder: it states"
        f" {' and '.join(change.stated for change in unasked)}. This recipe would replace that by"
        f" {' and '.join(change.wanted for change in unasked)}, which usually makes such a model"
        f" much worse. `--recipe {SENTENCE_RECIPE}` keeps what it states; to make the change"
        f" anyway, ask for it by name: {options}"
    )
