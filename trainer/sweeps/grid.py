"""A grid of recipes: every combination of the values that some settings are given."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from schemas.errors import UserError
from trainer.recipes.reading import load_recipe
from trainer.settings.recipe import Recipe

_LONGEST_NAME = 100
_OPENING, _CLOSING, _QUOTES = "[{", "]}", "'\""


@dataclass(frozen=True, slots=True)
class Point:
    """A place in the grid.

    Attributes:
        name: name of its folder; made of all given settings, so that it does not change when values
            are added.
        values: values of the settings that vary, as they were given.
        recipe: the recipe with all given settings.
    """

    name: str
    values: dict[str, str]
    recipe: Recipe


def grid(recipe: str, changes: Sequence[str], model: str | None = None) -> list[Point]:
    """Every combination of values, the last setting varying fastest.

    Args:
        changes: `key=value` or `key=value,value,...` each; seeds do not add points.

    Raises:
        UserError: the grid cannot be run; the message lists every problem once.
    """
    given, problems = _given(changes)
    points: list[Point] = []
    for values in product(*given.values()):
        chosen = dict(zip(given, values, strict=True))
        pairs = [f"{key}={value}" for key, value in chosen.items()]
        try:
            made = load_recipe(recipe, pairs, model)
        except UserError as error:
            # The first line is a heading.
            problems += str(error).splitlines()[1:] or [str(error)]
            continue
        if any(made == point.recipe for point in points):
            problems.append(f"  {' '.join(pairs)} comes twice: give each value once, in one form.")
        varying = {key: value for key, value in chosen.items() if len(given[key]) > 1}
        points.append(Point(_folder(pairs), varying, made))
    if problems:
        raise UserError("\n".join(["The grid cannot be run:", *dict.fromkeys(problems)]))
    return points


def sweep_seeds(changes: Sequence[str], count: int | None, first: int) -> list[int]:
    """The seeds of a sweep: those that `seed=1,2,3` lists, or consecutive ones.

    Args:
        changes: as in `grid`.
        count: number of seeds; None for one, or for all those listed.
        first: the first seed if `changes` gives none.

    Raises:
        UserError: the list holds something else or a seed twice, or does not fit `count`.
    """
    given = [change for change in changes if change.partition("=")[0].strip() == "seed"]
    if len(given) > 1:
        raise UserError("--set seed is given twice; list its values in one.")
    if not given:
        return list(range(first, first + (count or 1)))
    parts = [part.strip() for part in given[0].partition("=")[2].split(",")]
    if wrong := [part for part in parts if not re.fullmatch(r"\d{1,18}", part)]:
        raise UserError(f"--set {given[0]}: {wrong[0]!r} is not a whole number of at least 0.")
    seeds = [int(part) for part in parts]
    if len(set(seeds)) < len(seeds):
        raise UserError(f"--set {given[0]} has a seed twice: give each once.")
    if len(seeds) > 1 and count is not None:
        raise UserError(f"--set {given[0]} lists the seeds: leave --seeds {count} out.")
    return list(range(seeds[0], seeds[0] + count)) if count is not None else seeds


def split_values(text: str) -> list[str]:
    """The values in a list with commas; commas in brackets or quotes do not separate values."""
    values, depth, quote = [""], 0, ""
    for sign in text:
        if quote:
            quote = "" if sign == quote else quote
        elif sign in _QUOTES:
            quote = sign
        depth += (sign in _OPENING) - (sign in _CLOSING) if not quote else 0
        if sign == "," and not quote and depth == 0:
            values.append("")
        else:
            values[-1] += sign
    return [value.strip() for value in values]


def _given(changes: Sequence[str]) -> tuple[dict[str, list[str]], list[str]]:
    """Values by setting, and problems with how they are given."""
    given: dict[str, list[str]] = {}
    problems: list[str] = []
    for change in changes:
        key, equals, text = (part.strip() for part in change.partition("="))
        values = split_values(text)
        if not equals or not key:
            problems.append(f"  --set {change}: it should be key=value or key=value,value.")
        elif key == "seed":
            continue  # every point is trained with every seed: see `sweep_seeds`
        elif key in given:
            problems.append(f"  --set {change}: {key} is given twice; list its values in one.")
        elif len(values) > 1 and "" in values:
            problems.append(f"  --set {change}: there is a comma without a value.")
        else:
            given[key] = values
    return given, problems


def _folder(pairs: Sequence[str]) -> str:
    """The name of a folder for settings."""
    plain = re.sub(r"[^\w.=+-]+", "_", "+".join(pairs)) or "unchanged"
    if not pairs or (plain == "+".join(pairs) and len(plain) <= _LONGEST_NAME):
        return plain
    digest = hashlib.sha256("\0".join(pairs).encode()).hexdigest()[:8]
    return f"{plain[:_LONGEST_NAME]}-{digest}"
