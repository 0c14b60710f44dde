"""What a setting may be, in words, from its JSON schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from schemas.progress import series
from trainer.settings.values import MOST

KINDS = {
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "string": "text",
    "array": "a list of texts",
}
"""Type in a schema -> what a value should be."""
_LIMITS = {
    "minimum": "at least",
    "exclusiveMinimum": "above",
    "maximum": "at most",
    "exclusiveMaximum": "below",
}


def allowed(schema: Mapping[str, Any]) -> str:
    """All that a setting may be.

    The largest whole numbers that fit a machine's word are no limit that anybody meets, so they are
    left out.

    >>> allowed({"type": "integer", "minimum": 1, "maximum": 2**31 - 1})
    'a whole number of at least 1'
    >>> allowed({"type": "number", "exclusiveMinimum": 0.0})
    'a number above 0'
    >>> allowed({"type": "number", "minimum": -1.0, "maximum": 1.0})
    'a number from -1 to 1'
    >>> allowed({"type": "string", "enum": ["cls", "mean", "mask"]})
    'cls, mean or mask'
    """
    if "description" in schema:
        return str(schema["description"])
    if "enum" in schema:
        return series(schema["enum"], "or")
    kind = KINDS[schema["type"]]
    met = {key: value for key, value in schema.items() if key != "maximum" or value < MOST}
    if {"minimum", "maximum"} <= met.keys():
        return f"{kind} from {_shown(met['minimum'])} to {_shown(met['maximum'])}"
    words = limits(met)
    return f"{kind}{' of' * words.startswith('at ')} {words}".rstrip()


def limits(schema: Mapping[str, Any]) -> str:
    """The limits of a number.

    >>> limits({"minimum": 0.0, "exclusiveMaximum": 1.0})
    'at least 0 and below 1'
    """
    found = [f"{words} {_shown(schema[name])}" for name, words in _LIMITS.items() if name in schema]
    return " and ".join(found)


def _shown(limit: float) -> str:
    """A limit in words: a large whole number with all its digits."""
    return f"{limit:,}" if isinstance(limit, int) else f"{limit:g}"
