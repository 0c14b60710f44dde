"""What a damaged manifest still says: everything before the first byte that makes no sense."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

from schemas.manifest import Manifest, Shard

_BLANKS = re.compile(r"[ \t\r\n]*")
_LISTS = {"shards"}


def salvage(path: Path) -> Manifest | None:
    """The manifest in a file that was cut off or has damaged bytes.

    Everything before the shards must be there: it decides what the table holds. Of the shards
    those are taken that are whole; the others can be made again.

    Returns:
        The manifest with fewer shards, or None where too little is left.
    """
    if not path.exists():
        return None
    # Bytes that are no UTF-8 become lone surrogates, which no manifest holds.
    text = path.read_bytes().decode("utf-8", "surrogateescape")
    found = _members(re.split("[\udc80-\udcff\x00]", text)[0])
    shards = []
    for value in found.pop("shards", []):
        try:
            shards.append(Shard(**value))
        except TypeError:
            break
    names = {field.name for field in fields(Manifest)} - _LISTS
    if not names <= found.keys():
        return None
    manifest = Manifest(**{name: found[name] for name in names}, shards=shards)
    planned = set(manifest.planned)
    manifest.shards = [shard for shard in shards if shard.file in planned]
    return manifest


def _members(text: str) -> dict[str, Any]:
    """Members of a JSON object up to where the text ends or breaks; of a list in `_LISTS` the items
    up to there."""
    found: dict[str, Any] = {}
    decoder = json.JSONDecoder()
    at = _skip(text, 0, "{")
    while at is not None:
        try:
            name, at = decoder.raw_decode(text, at)
        except ValueError:
            break
        at = _skip(text, at, ":")
        if at is None or not isinstance(name, str):
            break
        try:
            value, at = decoder.raw_decode(text, at)
        except ValueError:
            if name in _LISTS:
                found[name] = _items(text, at)
            break
        # A number that is cut off is a number all the same: what follows tells.
        end = _blanks(text, at)
        if text[end : end + 1] not in (",", "}"):
            break
        found[name] = value
        at = _skip(text, at, ",")
    return found


def _items(text: str, start: int) -> list[Any]:
    items: list[Any] = []
    decoder = json.JSONDecoder()
    at = _skip(text, start, "[")
    while at is not None:
        try:
            item, at = decoder.raw_decode(text, at)
        except ValueError:
            break
        items.append(item)
        at = _skip(text, at, ",")
    return items


def _skip(text: str, at: int, mark: str) -> int | None:
    """Place after a mark and the blanks around it; None where it is not there."""
    at = _blanks(text, at)
    return _blanks(text, at + 1) if text[at : at + 1] == mark else None


def _blanks(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    return found.end() if found else at
