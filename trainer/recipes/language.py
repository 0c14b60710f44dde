"""All settings of a recipe: the shared ones, and those of every term and source of negatives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import pydantic

from trainer.objective.negatives.table import SOURCES
from trainer.objective.terms.table import TERMS
from trainer.settings.recipe import Recipe, place
from trainer.settings.values import FINITE


@dataclass(frozen=True, slots=True)
class Language:
    """All settings that a recipe can have.

    Attributes:
        adapter: makes recipes from their values, and checks them.
        schemas: JSON schema of every setting, in the order of a written recipe; the key of one in a
            group is dotted.
    """

    adapter: pydantic.TypeAdapter[Recipe]
    schemas: Mapping[str, Mapping[str, Any]]

    def flat(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Values by dotted key; a table that is not a group of settings is kept as one value."""
        groups = {key.partition(".")[0] for key in self.schemas if "." in key}
        flat: dict[str, Any] = {}
        for key, value in values.items():
            if key in groups and isinstance(value, dict):
                flat |= {f"{key}.{name}": inner for name, inner in value.items()}
            else:
                flat[key] = value
        return flat

    def nested(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The values of known keys, with a nested table for each group."""
        nested: dict[str, Any] = {}
        for key, value in values.items():
            group, dot, name = key.partition(".")
            if key in self.schemas and dot:
                nested.setdefault(group, {})[name] = value
            elif key in self.schemas:
                nested[key] = value
        return nested

    def setting(self, location: Sequence[str | int]) -> str:
        """The setting that an error is about; anything deeper is part of its value."""
        whole = str(location[0])
        return whole if whole in self.schemas else f"{whole}.{location[1]}"


def language() -> Language:
    """The settings that a recipe can have, by the tables of terms and of sources."""
    kinds = [entry.settings for table in (TERMS, SOURCES) for entry in table.values()]
    return _language(tuple(dict.fromkeys(kinds)))


@cache
def _language(kinds: tuple[type[Recipe], ...]) -> Language:
    # Dataclasses take the fields of their bases from the last to the first.
    bases = tuple(kind for kind in reversed(kinds) if kind is not Recipe)
    whole = type("Recipe", (*bases, Recipe), {"__doc__": Recipe.__doc__, "__reduce__": _reduced})
    made: Any = pydantic.dataclasses.dataclass(frozen=True, kw_only=True, config=FINITE)(whole)
    adapter: pydantic.TypeAdapter[Recipe] = pydantic.TypeAdapter(made)
    schemas = _schemas(adapter.json_schema())
    return Language(adapter, dict(sorted(schemas, key=lambda setting: place(setting[0]))))


def _reduced(recipe: Recipe) -> tuple[Any, ...]:
    """How a recipe is pickled; another process composes the class again."""
    return _restored, (recipe.settings(),)


def _restored(settings: Mapping[str, Any]) -> Recipe:
    known = language()
    return known.adapter.validate_python(known.nested(settings))


def _schemas(whole: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for key, schema in whole["properties"].items():
        if "$ref" in schema:
            group = whole["$defs"][schema["$ref"].rsplit("/", 1)[-1]]
            yield from ((f"{key}.{name}", inner) for name, inner in group["properties"].items())
        else:
            yield key, schema
