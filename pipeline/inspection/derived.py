"""Checks `catalog.sql` and the data card, which are made from the tables alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import version

from pipeline.inspection.catalog import catalog_settings
from pipeline.inspection.datacard import (
    card,
    has_card,
    kept_audit,
    shown_options,
    write_card,
)
from pipeline.inspection.listed import CARD, read_leniently
from pipeline.storage.artifacts import ArtifactsFolder
from schemas.catalog import catalog_sql, write_catalog
from schemas.errors import UserError

CATALOG = "catalog.sql"
_ROOT = re.compile(r"from read_parquet\('((?:[^']|'')*)/sentences/part-\*\.parquet'")


def derived_faults(folder: ArtifactsFolder) -> Iterator[tuple[str, str]]:
    """What is wrong with the derived texts of a folder, as (file, end of a sentence).

    Not checked are folders with unfinished tables, or tables of another version, which may word its
    texts differently; nor a `README.md` that is not a data card. The catalogue may belong to a
    folder of another name.

    Raises:
        WorkFailed: a table cannot be read.
    """
    artifacts = folder.root
    try:
        made_by = folder.require("triples").versions.get("osscse")
        settings = catalog_settings(folder)
    except UserError:
        return
    if made_by != version("osscse"):
        return
    path = artifacts / CATALOG
    if not path.exists():
        yield CATALOG, "is missing"
    elif (found := read_leniently(path)) != catalog_sql(_root(found), settings):
        yield CATALOG, "does not match the tables"
    if has_card(artifacts) and read_leniently(artifacts / CARD) != _expected_card(folder):
        yield CARD, "does not match the tables"


def write_derived(folder: ArtifactsFolder, file: str) -> None:
    """Write one of the two texts again; the card keeps its licence and its examples."""
    if file == CATALOG:
        write_catalog(folder.root, catalog_settings(folder))
    else:
        write_card(folder, shown_options(folder.root))


def _expected_card(folder: ArtifactsFolder) -> str | None:
    try:
        return card(folder, shown_options(folder.root), kept_audit(folder))
    except UserError:  # a malformed licence
        return None


def _root(catalog: str) -> str:
    """The folder that a catalogue was written for; "" if unknown."""
    named = _ROOT.search(catalog)
    return re.sub(r"\[([*?[])\]", r"\1", named[1].replace("''", "'")) if named else ""
