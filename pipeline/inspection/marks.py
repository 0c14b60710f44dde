"""Marks that a reader set on a page of triples, and downloaded as a file, as judgements."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.inspection.judging import judgement
from pipeline.inspection.samples import Example
from pipeline.storage.judgements import FOLDER, PARTS, Judgement, Part
from schemas.errors import UserError


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of one reader.

    Attributes:
        triples: fingerprint of the triples that were read.
        parts: key of a triple -> its faulty part; None for a good triple.
    """

    reader: str
    triples: str
    parts: dict[tuple[int, int], Part | None]


def read_marks(path: Path) -> Marks:
    """Read a file that was downloaded from a page.

    Raises:
        UserError: it cannot be read, or is not such a file.
    """
    try:
        return parsed_marks(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise UserError(f"--import {path} cannot be read: {error.strerror}.") from error
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise UserError(
            f"--import {path} is not a file of marks: download it again from the page that"
            " `pipeline inspect --html` wrote."
        ) from error


def parsed_marks(found: Mapping[str, Any]) -> Marks:
    """Marks from the content of a file.

    Raises:
        KeyError, TypeError, ValueError: it is not that of such a file.
    """
    if found["table"] != FOLDER:
        raise ValueError(found["table"])
    parts: dict[tuple[int, int], Part | None] = {}
    for one in found["judgements"]:
        part = one["part"]
        if part is not None and part not in PARTS:
            raise ValueError(part)
        parts[_whole(one["id"]), _whole(one["variant"])] = part
    return Marks(str(found["reader"]), str(found["triples"]), parts)


def _whole(number: object) -> int:
    if not isinstance(number, int | str):  # a page writes ids as text, which keeps all digits
        raise TypeError(number)
    return int(number)


def judgements_of(marks: Marks, reader: str, examples: Sequence[Example]) -> list[Judgement]:
    """The marks as judgements, in the order of the file.

    Args:
        reader: whose judgements they become.
        examples: the triples of the folder that the marks name.

    Raises:
        UserError: the folder has no such triple, or the triple lacks the part said to be faulty.
    """
    known = {example.key: example for example in examples}
    made = []
    for (identity, variant), part in marks.parts.items():
        example = known.get((identity, variant))
        if example is None:
            raise UserError(
                f"The marks name variant {variant} of triple {identity}, which is not in this"
                " folder. Import them into the folder that the page was made from."
            )
        if part not in (None, *example.parts):
            raise UserError(
                f"The marks find a fault ({part}) in a text that triple {identity} does not have."
                " Import them into the folder that the page was made from."
            )
        made.append(judgement(reader, example, part))
    return made


def merged(given: Sequence[Judgement], new: Sequence[Judgement]) -> list[Judgement]:
    """Earlier judgements followed by new ones, which replace those of the same triples."""
    replaced = {one.key for one in new}
    return [*(one for one in given if one.key not in replaced), *new]
