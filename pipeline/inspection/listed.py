"""Keeps the list of tables in the data card up to date when stages make these tables anew.

`datasets` takes a folder whose list it has seen before from its cache. So if `ingest` made other
sentences and the list stayed, `load_dataset(folder, "sentences")` would return the earlier ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager

from pipeline.inspection.front_matter import front_matter
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.locks import locked
from schemas.errors import WorkFailed
from schemas.files import remove_temporaries_of, write_text
from schemas.locations import Location
from schemas.manifest import Manifest
from schemas.progress import series
from schemas.reading import as_file, is_pipe
from schemas.tables import OPTIONAL, STAGES, Stage

CARD = "README.md"
MARK = "<!-- Written by `pipeline run filter`, which writes it anew; change a copy of it. -->"
"""Stands in every data card, between the list of tables and the text."""
_LICENSED = re.compile(r"everything made from them, is `([^`]+)`")
_NOTE = re.compile(r"\A\n\n> Out of date: [^\n]*")


def stages_listed(triples: Manifest) -> list[Stage]:
    """The tables that the card of these triples lists if they are complete."""
    return [stage for stage in STAGES if stage not in OPTIONAL or stage in triples.input]


@contextmanager
def relisted(artifacts: Location) -> Iterator[None]:
    """Bring the list in the data card up to date after the body, which makes a table.

    A table that the body left unfinished is not listed.
    """
    try:
        yield
    finally:
        _relist(artifacts)


def _relist(artifacts: Location) -> None:
    path = artifacts / CARD
    # At first without the lock, which would create a folder for the triples.
    if not path.exists() or MARK not in read_leniently(path):
        return
    with ExitStack() as held:
        try:
            held.enter_context(locked(artifacts / "triples"))
        except WorkFailed:
            return  # another process makes the triples, and then writes their card
        remove_temporaries_of(path)
        found = read_leniently(path)
        # The stage holds no lock on other tables, so these may be others than when it began, and
        # its own may be replaced by now: all manifests are read again.
        text = _with_present_tables(ArtifactsFolder(artifacts), found)
        if text != found:
            write_text(path, text)


def read_leniently(path: Location) -> str:
    """The text of a card or catalogue; a damaged one must differ from a sound one, not fail."""
    if is_pipe(path):
        return ""
    return as_file(path).read_bytes().decode("utf-8", "replace")


def _with_present_tables(folder: ArtifactsFolder, found: str) -> str:
    """A card with the tables that are complete now, and a note if the triples are out of date.

    Its text stays, since it describes the triples. Without complete triples nothing changes.
    """
    triples = _complete(folder, "triples")
    if triples is None:
        return found
    stages = {stage: _complete(folder, stage) for stage in stages_listed(triples)}
    present = {stage: manifest for stage, manifest in stages.items() if manifest is not None}
    _, _, text = found.partition(MARK)
    head = f"---\n{front_matter(present, _license(text, present))}\n---\n\n{MARK}"
    return head + _note(triples, present) + _NOTE.sub("", text)


def _complete(folder: ArtifactsFolder, stage: Stage) -> Manifest | None:
    """The manifest of a stage if it is finished and sound."""
    try:
        found = folder.manifest(stage)
    except WorkFailed:
        return None
    return found if found is not None and found.complete else None


def _license(text: str, present: Mapping[Stage, Manifest]) -> str | None:
    """The licence that the text of a card states, if it is about the present sentences."""
    stated = _LICENSED.search(text)
    sentences = present.get("sentences")
    if stated is None or sentences is None:
        return None
    return stated[1] if all(sha in text for sha in sentences.input.values()) else None


def _note(triples: Manifest, present: Mapping[Stage, Manifest]) -> str:
    """Says which tables are not those that the triples were made from; "" if all of them are."""
    known = {stage: manifest.fingerprint() for stage, manifest in present.items()}
    changed = [s for s in STAGES if s in triples.input and known.get(s) != triples.input[s]]
    if not changed:
        return ""
    return (
        f"\n\n> Out of date: these triples were made from other {series(changed)} than are"
        " here now. `pipeline verify` says how to make them again."
    )
