"""Reads a training recipe from TOML, applies changes, and rejects what cannot work.

All problems of a recipe are collected and shown together, before anything heavy is loaded; only
conflicts between settings are left for when every value is in its range.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from schemas.errors import UserError
from trainer.objective.negatives.table import SOURCES
from trainer.objective.terms.table import TERMS, weighted
from trainer.recipes.allowed import KINDS, limits
from trainer.recipes.conflicts import acts_in_contrastive, conflicts
from trainer.recipes.files import RAW_RECIPE, recipe_layers
from trainer.recipes.language import language
from trainer.settings.recipe import KEEP, STATED, Recipe, as_toml, place

ALL_KEYS = "`trainer recipes --settings` explains every key."
"""What follows the message about unknown keys."""
_SWITCHES = {
    "noise": "noise.source",
    "perturbation.embeddings_strength": "perturbation.embeddings",
    "perturbation.output_strength": "perturbation.output",
    "perturbation.tokens_share": "perturbation.tokens",
    "perturbation.weights_radius": "perturbation.weights",
    "pseudo_reads": "pseudo_tokens",
    "weighting": "weighting.model",
}
"""Settings and groups that have no effect while another setting is off."""
_NAMED = 3
"""Missing keys that are named; more are counted."""


def load_recipe(name_or_path: str, changes: Iterable[str] = (), model: str | None = None) -> Recipe:
    """Read a recipe and change some of its values.

    A file may say `extends = "osscse"`, or name another file, and hold only what differs.

    Args:
        name_or_path: name of a packaged recipe, or a TOML file.
        changes: `key=value` each; the value is TOML, or a bare word where the key takes text.
        model: replaces the recipe's model.

    Raises:
        UserError: the recipe cannot be used; the message lists every problem of the file and the
            changes, and values that do not go together if each is in its range.
    """
    known = language()
    values: dict[str, Any] = {}
    origin: dict[str, str] = {}
    layers = recipe_layers(name_or_path)
    for source, layer in layers:
        flat = _with_both_templates(known.flat(layer))
        values |= flat
        origin |= dict.fromkeys(flat, source)
    given, problems = _parse_changes(changes)
    given = _with_both_templates(given)
    if model is not None:
        given["model"] = model
    origin |= dict.fromkeys(given, "--set")
    values |= given
    _ask_by_name(values, given)
    unknown = [key for key in values if key not in known.schemas]
    problems += [f"{origin[key]}: {_unknown(key, known.schemas)}" for key in unknown]
    if unknown:
        problems.append(ALL_KEYS)
    try:
        recipe = known.adapter.validate_python(known.nested(values))
        problems += conflicts(recipe)
        # Packaged recipes state it even where it has no effect.
        if "temperature" in given and "contrastive" not in weighted(recipe):
            problems.append(acts_in_contrastive("temperature"))
    except ValidationError as error:
        wrong = [(known.setting(found["loc"]), found) for found in error.errors(include_url=False)]
        wrong.sort(key=lambda one: place(one[0]))
        # A part of a value may be missing, too.
        missing = [k for k, found in wrong if found["type"] == "missing" and k not in values]
        if missing:
            problems.append(f"{layers[0][0]}: {_missing(missing)}")
        for key, found in wrong:
            if key not in missing:
                problem = _problem(key, known.schemas[key], found["type"], found["input"])
                problems.append(f"{origin.get(key, source)}: {problem}")
    if problems:
        raise UserError("\n  ".join(["The recipe cannot be used:", *dict.fromkeys(problems)]))
    return recipe


def in_effect(recipe: Recipe) -> str:
    """A recipe as TOML, without settings of terms that are off, and without other defaults.

    A setting that has a default is off by default, unless it belongs to a term.
    """
    shared = Recipe.__dataclass_fields__
    active = {
        key: bool(entry.weight(recipe))
        for entry in TERMS.values()
        for key in entry.settings.__dataclass_fields__.keys() - shared
    }
    contrastive = "contrastive" in weighted(recipe)
    active["temperature"] = contrastive
    chosen, settings = recipe.chosen(), recipe.settings()
    negatives = {key for one in SOURCES.values() for key in one.settings.__dataclass_fields__}
    off = {key for key in negatives - shared.keys() if not contrastive}
    off |= {key for key, switch in _SWITCHES.items() if settings[switch] in ("none", "", 0)}

    def shown(key: str, value: Any) -> bool:
        group = key.partition(".")[0]
        # A weight of 0 is what turns a term off.
        if {key, group} & off or (value and not active.get(group, True)):
            return False
        return key in chosen or bool(value and active.get(key))

    return as_toml({key: value for key, value in settings.items() if shown(key, value)})


def differences(before: Recipe, now: Recipe) -> list[str]:
    """Settings in which two recipes differ, as `key: before -> now`."""
    old, new = before.settings(), now.settings()
    return [f"{key}: {old[key]!r} -> {new[key]!r}" for key in old if old[key] != new[key]]


def _parse_changes(changes: Iterable[str]) -> tuple[dict[str, Any], list[str]]:
    """Values given by `--set`, and problems with their syntax."""
    values: dict[str, Any] = {}
    problems: list[str] = []
    for change in changes:
        key, equals, text = (part.strip() for part in change.partition("="))
        if not equals or not key:
            problems.append(f"--set {change}: it should be key=value.")
            continue
        try:
            values[key] = tomllib.loads(f"value = {text}")["value"]
        except (ValueError, RecursionError):
            # A shell strips quotes: `--set rows=complete` means the word.
            values[key] = text
    return values, problems


def _with_both_templates(values: dict[str, Any]) -> dict[str, Any]:
    """Values in which template_other follows an anchor's template that is empty or the model's.

    No other value is valid then; one that is given is reported later, as a conflict.
    """
    anchor = values.get("template_anchor")
    return {"template_other": anchor, **values} if anchor in ("", KEEP) else values


def _ask_by_name(values: dict[str, Any], given: Container[str]) -> None:
    """Add the settings changed by name to those that may override the model's own."""
    overrides = values.get("overrides", [])
    if isinstance(overrides, list):  # another type is reported later
        asked = [key for key in STATED if key in given and key not in overrides]
        values["overrides"] = [*overrides, *asked]


def _unknown(key: str, known: Iterable[str]) -> str:
    """A message for an unknown key, with the most similar one that exists."""
    near = difflib.get_close_matches(key, known, n=1, cutoff=0.5)
    return f"unknown key {key}." + (f" Did you mean {near[0]}?" if near else "")


def _missing(keys: Sequence[str]) -> str:
    """A message for keys that a file which extends nothing lacks."""
    if len(keys) > _NAMED:
        told = f"{len(keys)} keys are missing, such as {', '.join(keys[:_NAMED])}"
    else:
        told = f"the key{'s' * (len(keys) > 1)} {', '.join(keys)}"
        told += " are missing" if len(keys) > 1 else " is missing"
    return f'{told}. Say `extends = "{RAW_RECIPE}"`, or name another recipe to take them from.'


def _problem(key: str, schema: Mapping[str, Any], kind: str, value: object) -> str:
    """Describe the problem with a known key's value, in the words of its schema.

    Args:
        key: the setting.
        schema: its JSON schema.
        kind: pydantic's name of the error.
        value: what was given.
    """
    if "description" in schema:
        return f"{key} has {value!r}, it should be {schema['description']}."
    if "enum" in schema:
        return f"{key} is {value!r}, not one of {', '.join(schema['enum'])}."
    if kind.endswith("_type"):
        return f"{key} is {value!r}, it should be {KINDS[schema['type']]}."
    return f"{key} is {value}, it should be {limits(schema)}."
