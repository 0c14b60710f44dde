"""A training recipe: reading it from TOML, changing single values, refusing what cannot work.

Every problem of a recipe is collected, and all are shown at once, before anything heavy loads.
"""

from __future__ import annotations

import dataclasses
import difflib
import math
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from schemas.errors import UserError

PoolingMode = Literal["cls", "mean", "mask"]
POOLING_MODES: tuple[PoolingMode, ...] = get_args(PoolingMode)


@dataclass(frozen=True, slots=True)
class Range:
    """Limits of a number; `above` is excluded, `least` and `most` are included."""

    least: float = -math.inf
    most: float = math.inf
    above: float = -math.inf

    def __contains__(self, value: float) -> bool:
        return math.isfinite(value) and self.least <= value <= self.most and value > self.above

    def __str__(self) -> str:
        lower = f"above {self.above:g}" if self.above > -math.inf else f"at least {self.least:g}"
        return lower if self.most == math.inf else f"{lower} and at most {self.most:g}"


NotNegative = Annotated[float, Range(least=0.0)]
Positive = Annotated[float, Range(above=0.0)]
Count = Annotated[int, Range(least=1)]


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a run does, in full; two runs with equal recipes, triples and model are equal.

    Attributes:
        model: name or folder of the encoder to start from.
        pooling: where the embedding comes from: first token, mean of tokens, or mask token.
        template_anchor: text around the anchor and around every text once the encoder is trained;
            `{}` stands for the sentence, `[MASK]` for the model's mask token; empty for none.
        template_other: text around positive, paraphrase and negation while training.
        head: what follows the encoder while training: `mlp` (dense layer and tanh) or `none`.
        temperature: of the contrastive term.
        margin_weight: lambda; 0 leaves paraphrases and negations out.
        margin_alpha: least wanted similarity difference of paraphrase and negation.
        margin_beta: greatest wanted one.
        recall_gamma: strength of the pull to the initial weights; 0 turns it off.
        rows: `all` trains on every anchor, `complete` on those with paraphrase and negation.
        heldout: share of the complete rows that are never trained on.
        keep: which weights a run ends with: those of the `best` validation, or the `last`.
        learning_rate: at the first step; it falls linearly to 0.
        adam_beta1: decay of AdamW's mean of gradients.
        adam_beta2: decay of AdamW's mean of squared gradients.
        adam_epsilon: AdamW's guard against division by zero.
        weight_decay: AdamW's decoupled decay.
        clip_norm: greatest norm of the whole gradient.
        batch_size: anchors a step.
        epochs: passes over the rows.
        max_sentence_tokens: longer sentences are cut to this while training; the template and the
            special tokens come on top.
        max_eval_tokens: longer inputs are cut to this in validation and in the saved encoder,
            template and special tokens included.
        validate_every: steps between two validations; there is one after the last step too.
        validation_rows: most held-out triples that a validation ranks.
        checkpoint_every: steps between two checkpoints for `--resume`.
        log_every: steps between two lines of metrics.
        precision: `fp32`, or `bf16` for automatic mixed precision.
        forwards: parts that a step's texts, sorted by length, are encoded in; 2 saves padding.
        shuffle_buffer: rows held in memory to shuffle.
        seed: of data order, dropout and the head's first weights.
    """

    model: str
    pooling: PoolingMode
    template_anchor: str
    template_other: str
    head: Literal["mlp", "none"]
    temperature: Positive
    margin_weight: NotNegative
    margin_alpha: Annotated[float, Range(least=-2.0, most=2.0)]
    margin_beta: Annotated[float, Range(least=-2.0, most=2.0)]
    recall_gamma: NotNegative
    rows: Literal["all", "complete"]
    heldout: Annotated[float, Range(least=0.0, most=0.9)]
    keep: Literal["best", "last"]
    learning_rate: Positive
    adam_beta1: Annotated[float, Range(least=0.0, most=0.99999)]
    adam_beta2: Annotated[float, Range(least=0.0, most=0.99999)]
    adam_epsilon: Positive
    weight_decay: NotNegative
    clip_norm: Positive
    batch_size: Annotated[int, Range(least=2)]
    epochs: Count
    max_sentence_tokens: Count
    max_eval_tokens: Annotated[int, Range(least=8)]
    validate_every: Count
    validation_rows: Count
    checkpoint_every: Count
    log_every: Count
    precision: Literal["fp32", "bf16"]
    forwards: Annotated[int, Range(least=1, most=8)]
    shuffle_buffer: Count
    seed: Annotated[int, Range(least=0, most=2**63 - 1)]

    def to_toml(self) -> str:
        """The recipe as TOML that `load_recipe` reads back to an equal recipe."""
        return "".join(f"{key} = {_literal(v)}\n" for key, v in dataclasses.asdict(self).items())


_HINTS: dict[str, Any] = get_type_hints(Recipe, include_extras=True)


def recipe_names() -> list[str]:
    """Names of the recipes that come with the package."""
    folder = resources.files("trainer") / "recipes"
    return sorted(
        f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")
    )


def load_recipe(name_or_path: str, changes: Iterable[str] = (), model: str | None = None) -> Recipe:
    """Read a recipe and change single values of it.

    Args:
        name_or_path: name of a packaged recipe, or a TOML file.
        changes: `key=value` each; the value is TOML, or a bare word where the key takes text.
        model: takes the place of the recipe's model.

    Raises:
        UserError: with every problem found, in the file, in the changes and between values.
    """
    source, text = _recipe_text(name_or_path)
    try:
        values: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{source} is not valid TOML: {error}.") from error
    problems = [f"{source}: {problem}" for problem in _unknown(values)]
    problems += [f"{source}: the key {key} is missing." for key in _HINTS if key not in values]
    given, wrong = _parse_changes(changes)
    problems += wrong
    if model is not None:
        given["model"] = model
    origin = {**dict.fromkeys(values, source), **dict.fromkeys(given, "--set")}
    values = {key: value for key, value in {**values, **given}.items() if key in _HINTS}
    for key, value in values.items():
        values[key], problem = _checked(key, value)
        problems += [f"{origin[key]}: {problem}"] if problem else []
    if not problems:
        problems = _conflicts(values)
    if problems:
        raise UserError("\n  ".join(["The recipe cannot be used:", *problems]))
    return Recipe(**values)


def differences(before: Recipe, now: Recipe) -> list[str]:
    """Settings in which two recipes differ, as `key: before -> now`."""
    old, new = dataclasses.asdict(before), dataclasses.asdict(now)
    return [f"{key}: {old[key]!r} -> {new[key]!r}" for key in old if old[key] != new[key]]


def _recipe_text(name_or_path: str) -> tuple[str, str]:
    """Where the recipe is and what it says."""
    if name_or_path in recipe_names():
        packaged = resources.files("trainer") / "recipes" / f"{name_or_path}.toml"
        return f"recipe {name_or_path}", packaged.read_text(encoding="utf-8")
    path = Path(name_or_path)
    if not path.is_file():
        raise UserError(
            f"There is no recipe or file named {name_or_path}. The recipes are"
            f" {', '.join(recipe_names())}; a file of one's own is given with its path."
        )
    try:
        return str(path), path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise UserError(f"{path} is not a text file in UTF-8.") from error


def _parse_changes(changes: Iterable[str]) -> tuple[dict[str, Any], list[str]]:
    """Values given by `--set`, and what is wrong with them."""
    values: dict[str, Any] = {}
    problems: list[str] = []
    for change in changes:
        key, equals, text = (part.strip() for part in change.partition("="))
        if not equals or not key:
            problems.append(f"--set {change}: it should be key=value.")
            continue
        try:
            values[key] = tomllib.loads(f"value = {text}")["value"]
        except tomllib.TOMLDecodeError:
            # A shell strips quotes: `--set rows=complete` means the word.
            values[key] = text
    return values, problems + [f"--set: {problem}" for problem in _unknown(values)]


def _unknown(values: Mapping[str, Any]) -> list[str]:
    """A message for each key that no recipe has, with the nearest one that exists."""
    problems = []
    for key in values:
        if key not in _HINTS:
            near = difflib.get_close_matches(key, _HINTS, n=1, cutoff=0.5)
            problems.append(f"unknown key {key}." + (f" Did you mean {near[0]}?" if near else ""))
    return problems


def _checked(key: str, value: Any) -> tuple[Any, str | None]:
    """The value in the key's type, and what is wrong with it."""
    hint = _HINTS[key]
    if get_origin(hint) is Literal:
        allowed = get_args(hint)
        wrong = (
            None if value in allowed else f"{key} is {value!r}, not one of {', '.join(allowed)}."
        )
        return value, wrong
    if hint is str:
        return value, None if isinstance(value, str) else f"{key} is {value!r}, it should be text."
    kind, limits = get_args(hint)
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not (whole or (kind is float and isinstance(value, float))):
        name = "a whole number" if kind is int else "a number"
        return value, f"{key} is {value!r}, it should be {name}."
    if value not in limits:
        return value, f"{key} is {value}, it should be {limits}."
    return kind(value), None


def _conflicts(values: Mapping[str, Any]) -> list[str]:
    """What is wrong between values that are each right."""
    problems = []
    templates = {key: values[key] for key in ("template_anchor", "template_other")}
    for key, text in templates.items():
        if text and (text.count("{}") != 1 or text.count("[MASK]") != 1):
            problems.append(
                f"{key} is {text!r}, it should hold {{}} once, where the sentence goes, and [MASK]"
                " once."
            )
    if len({bool(text) for text in templates.values()}) == 2:
        problems.append("template_anchor and template_other must both be given or both be empty.")
    if values["pooling"] == "mask" and not values["template_anchor"]:
        problems.append("pooling mask needs a template with [MASK]; set both templates.")
    if values["margin_alpha"] >= values["margin_beta"]:
        problems.append(
            f"margin_alpha ({values['margin_alpha']}) must be below margin_beta"
            f" ({values['margin_beta']})."
        )
    return problems


def _literal(value: str | int | float) -> str:
    """A value as TOML."""
    if isinstance(value, str):
        # TOML's basic strings escape as JSON's do.
        import json

        return json.dumps(value, ensure_ascii=False)
    return repr(value)
