"""The models in Mozilla's list of records, chosen by the rules of Firefox.

Each record describes one file of one direction in one version. These are pure functions; `server`
reads the list.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from schemas.errors import UserError, WorkFailed, first_line

KINDS = frozenset({"model", "vocab", "srcvocab", "trgvocab", "lex"})
"""File types of a model; others, such as quality models, are skipped."""
NEWEST_MAJOR = 3
"""Newest supported major version; newer files may contain unsupported layers."""
FILTERS = frozenset({"", "env.appinfo.OS != 'Android'"})
"""Filter expressions of records for desktop releases; others are for Android or test builds."""
ENGLISH = "en"

Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Name = Annotated[str, StringConstraints(pattern=r"^\w[\w.-]*$")]


class Attachment(BaseModel):
    """The packed file of a record; `location` is relative to the server's attachments."""

    model_config = ConfigDict(frozen=True)

    location: str
    size: int = Field(gt=0)
    hash: Sha256


class File(BaseModel):
    """A record: one file of a model."""

    model_config = ConfigDict(frozen=True)

    name: Name
    kind: str = Field(alias="fileType")
    source: Name = Field(alias="sourceLanguage")
    target: Name = Field(alias="targetLanguage")
    version: str
    architecture: str = ""
    filter: str | None = Field(default="", alias="filter_expression")
    attachment: Attachment
    unpacked_sha256: Sha256 = Field(alias="decompressedHash")


@dataclass(frozen=True, slots=True)
class Model:
    """The newest complete version of a direction."""

    source: str
    target: str
    version: str
    architecture: str
    files: tuple[File, ...]

    @property
    def name(self) -> str:
        """The direction, as in `en-pt`."""
        return f"{self.source}-{self.target}"

    @property
    def size(self) -> int:
        """Bytes to download."""
        return sum(file.attachment.size for file in self.files)


Catalogue = Mapping[tuple[str, str], Model]
"""Source and target language -> the model."""


def read_catalogue(records: Iterable[Any], address: str) -> Catalogue:
    """The models of a list.

    Raises:
        WorkFailed: a record is malformed, or there is no model.
    """
    versions: dict[tuple[str, str], dict[tuple[int, ...], list[File]]] = {}
    for record in records:
        file = _read(record, address)
        if file is not None and (number := _number(file.version)):
            direction = versions.setdefault((file.source, file.target), defaultdict(list))
            direction[number].append(file)
    found = {}
    for languages, numbers in versions.items():
        complete = (_model(*languages, files) for _, files in sorted(numbers.items(), reverse=True))
        if newest := next(filter(None, complete), None):
            found[languages] = newest
    if not found:
        raise WorkFailed(
            f"{address} lists no translation models of Firefox. Name another server with --server."
        )
    return found


def pivots(catalogue: Catalogue) -> list[str]:
    """The languages with models in both directions, sorted."""
    return sorted(
        target
        for source, target in catalogue
        if source == ENGLISH and (target, ENGLISH) in catalogue
    )


def round_trip(catalogue: Catalogue, lang: str) -> tuple[Model, Model]:
    """The models to a language and back.

    Raises:
        UserError: one is not published; the message names similar codes, or all.
    """
    pairs = [(ENGLISH, lang), (lang, ENGLISH)]
    if missing := ["-".join(pair) for pair in pairs if pair not in catalogue]:
        known = pivots(catalogue)
        near = get_close_matches(lang, known) or [one for one in known if one[:2] == lang[:2]]
        these = f"Did you mean {' or '.join(near)}?" if near else f"Published: {', '.join(known)}."
        raise UserError(f"Mozilla publishes no Firefox model {' and no '.join(missing)}. {these}")
    return catalogue[pairs[0]], catalogue[pairs[1]]


def _read(record: Any, address: str) -> File | None:
    """A record, or None if its type or filter excludes it."""
    try:
        if record["fileType"] not in KINDS:
            return None
        file = File.model_validate(record)
    except (ValidationError, TypeError, KeyError) as error:
        raise WorkFailed(
            f"{address} is not a list of Firefox models: {first_line(error)}. Name another"
            " server with --server."
        ) from error
    return file if (file.filter or "").strip() in FILTERS else None


def _number(version: str) -> tuple[int, ...]:
    """A version as numbers; empty for prereleases such as 3.0a1 and unsupported versions."""
    if not re.fullmatch(r"\d{1,9}(\.\d{1,9})*", version):  # Python refuses longer numbers
        return ()
    number = tuple(map(int, version.split(".")))
    return number if number[0] <= NEWEST_MAJOR else ()


def _model(source: str, target: str, files: list[File]) -> Model | None:
    """A version's model, or None if a file is missing."""
    kinds = {file.kind: file for file in files}
    vocabularies = ["vocab"] if "vocab" in kinds else ["srcvocab", "trgvocab"]
    if not kinds.keys() >= {"model", *vocabularies}:
        return None
    wanted = [kinds[kind] for kind in ("model", *vocabularies, "lex") if kind in kinds]
    return Model(source, target, files[0].version, kinds["model"].architecture, tuple(wanted))
