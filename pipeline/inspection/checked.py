"""Compares the tables of a folder with their checksums before anybody looks at their rows."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext

from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.judgements import judgement_problems
from pipeline.storage.reader import remedy
from pipeline.storage.writer import intact
from schemas.errors import WorkFailed, first_line
from schemas.files import sha256_file
from schemas.locations import Location
from schemas.manifest import Shard
from schemas.progress import track
from schemas.tables import STAGES

LONG = 2 << 30
"""Bytes of tables from which progress is shown: one to four seconds of hashing."""
_THREADS = 8


def check_sizes(artifacts: ArtifactsFolder) -> None:
    """Refuse a folder with a missing or cut shard, whose figures would be wrong.

    Raises:
        WorkFailed: a shard is missing or has another size than in its manifest.
    """
    for folder, shard in _shards(artifacts):
        if not intact(folder, shard):
            raise unreadable(folder / shard.file, OSError("it is missing or has another size"))


def check_contents(artifacts: ArtifactsFolder) -> None:
    """Refuse a folder whose tables or judgements were altered: hashes every shard.

    Raises:
        WorkFailed: the SHA-256 of a file differs from its manifest, or the file cannot be read.
    """
    shards = list(_shards(artifacts))
    large = sum(shard.bytes for _, shard in shards) >= LONG
    shown = track("Comparing checksums", len(shards), "shards") if large else nullcontext()
    # Threads, since hashing releases the interpreter's lock.
    with shown as progress, ThreadPoolExecutor(min(_THREADS, os.cpu_count() or 1)) as pool:
        for _ in pool.map(_check, shards):
            if progress is not None:
                progress.advance()
    for problem in judgement_problems(artifacts.root):
        raise WorkFailed(problem)


def unreadable(path: Location, error: Exception) -> WorkFailed:
    """The error about a file or folder that cannot be read, with what to do."""
    return WorkFailed(f"{path} cannot be read ({first_line(error)}). {remedy(path)}")


def _shards(artifacts: ArtifactsFolder) -> Iterator[tuple[Location, Shard]]:
    for manifest in filter(None, map(artifacts.manifest, STAGES)):
        for shard in manifest.shards:
            yield artifacts.root / manifest.stage, shard


def _check(one: tuple[Location, Shard]) -> None:
    folder, shard = one
    path = folder / shard.file
    try:
        found = sha256_file(path)
    except OSError as error:
        raise unreadable(path, error) from error
    if found != shard.sha256:
        raise unreadable(path, OSError("its content differs from its manifest (SHA-256)"))
