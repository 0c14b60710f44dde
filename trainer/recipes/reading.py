"""Reads a training recipe from TOML, applies changes, and rejects what cannot work.

All problems of a recipe are collected and shown together, before anything heavy is loaded.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter, ValidationError

from schemas.errors import UserError
from trainer.recipes.conflicts import conflicts
from trainer.recipes.files import recipe_layers
from trainer.settings.recipe import STATED, Recipe

_ADAPTER = TypeAdapter(Recipe)
_KINDS = {
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "string": "text",
    "array": "a list of texts",
}
_LIMITS = {
    "minimum": "at least",
    "exclusiveMinimum": "above",
    "maximum": "at most",
    "exclusiveMaximum": "below",
}


def _schemas() -> Iterator[tuple[str, dict[str, Any]]]:
    """Key and JSON schema of every setting; those of a group have a dotted key."""
    whole = _ADAPTER.json_schema()
    for key, schema in whole["properties"].items():
        if "$ref" in schema:
            group = whole["$defs"][schema["$ref"].rsplit("/", 1)[-1]]
            yield from ((f"{key}.{name}", inner) for name, inner in group["properties"].items())
        else:
            yield key, schema


_SCHEMAS = dict(_schemas())
_GROUPS = {key.partition(".")[0] for key in _SCHEMAS if "." in key}


def load_recipe(name_or_path: str, changes: Iterable[str] = (), model: str | None = None) -> Recipe:
    """Read a recipe and change some of its values.

    A file may say `extends = "osscse"`, or name another file, and hold only what differs.

    Args:
        name_or_path: name of a packaged recipe, or a TOML file.
        changes: `key=value` each; the value is TOML, or a bare word where the key takes text.
        model: replaces the recipe's model.

    Raises:
        UserError: with every problem found in the file, in the changes and between values.
    """
    values: dict[str, Any] = {}
    origin: dict[str, str] = {}
    for source, layer in recipe_layers(name_or_path):
        flat = _flat(layer)
        values |= flat
        origin |= dict.fromkeys(flat, source)
    given, problems = _parse_changes(changes)
    if model is not None:
        given["model"] = model
    origin |= dict.fromkeys(given, "--set")
    values |= given
    _ask_by_name(values, given)
    problems += [f"{origin[key]}: {_unknown(key)}" for key in values if key not in _SCHEMAS]
    try:
        recipe = _ADAPTER.validate_python(_nested(values))
        problems += conflicts(recipe)
    except ValidationError as error:
        for found in error.errors(include_url=False):
            key = _setting(found["loc"])
            problem = _problem(key, found["type"], found["input"])
            problems.append(f"{origin.get(key, source)}: {problem}")
    if problems:
        raise UserError("\n  ".join(["The recipe cannot be used:", *problems]))
    return recipe


def differences(before: Recipe, now: Recipe) -> list[str]:
    """Settings in which two recipes differ, as `key: before -> now`."""
    old, new = before.settings(), now.settings()
    return [f"{key}: {old[key]!r} -> {new[key]!r}" for key in old if old[key] != new[key]]


def _flat(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values by dotted key; a table that is not a group of settings is kept as one value."""
    flat: dict[str, Any] = {}
    for key, value in values.items():
        if key in _GROUPS and isinstance(value, dict):
            flat |= {f"{key}.{name}": inner for name, inner in value.items()}
        else:
            flat[key] = value
    return flat


def _nested(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of known keys, with a nested table for each group."""
    nested: dict[str, Any] = {}
    for key, value in values.items():
        group, dot, name = key.partition(".")
        if key in _SCHEMAS and dot:
            nested.setdefault(group, {})[name] = value
        elif key in _SCHEMAS:
            nested[key] = value
    return nested


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
        except tomllib.TOMLDecodeError:
            # A shell strips quotes: `--set rows=complete` means the word.
            values[key] = text
    return values, problems


def _ask_by_name(values: dict[str, Any], given: Iterable[str]) -> None:
    """Add the settings changed by name to those that may override the model's own."""
    overrides = values.get("overrides", [])
    asked = [key for key in STATED if key in set(given) and key not in overrides]
    if asked and isinstance(overrides, list):
        values["overrides"] = [*overrides, *asked]


def _setting(place: Sequence[str | int]) -> str:
    """The setting that an error is about; anything deeper is part of its value."""
    whole = str(place[0])
    return whole if whole in _SCHEMAS else f"{whole}.{place[1]}"


def _unknown(key: str) -> str:
    """A message for an unknown key, with the most similar one that exists."""
    near = difflib.get_close_matches(key, _SCHEMAS, n=1, cutoff=0.5)
    return f"unknown key {key}." + (f" Did you mean {near[0]}?" if near else "")


def _problem(key: str, kind: str, value: object) -> str:
    """Describe the problem with a known key's value, in the words of its schema.

    Args:
        key: the setting.
        kind: pydantic's name of the error.
        value: what was given.
    """
    schema = _SCHEMAS[key]
    if "description" in schema:
        return f"{key} has {value!r}, it should be {schema['description']}."
    if kind == "missing":
        return f"the key {key} is missing."
    if "enum" in schema:
        return f"{key} is {value!r}, not one of {', '.join(schema['enum'])}."
    if kind.endswith("_type"):
        return f"{key} is {value!r}, it should be {_KINDS[schema['type']]}."
    limits = [f"{words} {schema[name]:g}" for name, words in _LIMITS.items() if name in schema]
    return f"{key} is {value}, it should be {' and '.join(limits)}."
