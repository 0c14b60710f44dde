"""Downloads that resume where the connection broke, and are checked at the end."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import httpx

from pipeline.translation.published.server import reaching
from schemas.errors import WorkFailed
from schemas.files import sha256_file, writing

ATTEMPTS = 4
"""Attempts per file before the command gives up; the received part is kept."""
PAUSE_S = 1.0
"""Pause before the second attempt; it doubles before each further one."""
BROKEN = (httpx.ReadError, httpx.ReadTimeout, httpx.RemoteProtocolError)
"""Errors of a connection that breaks in the middle of a file."""


def download(
    client: httpx.Client,
    url: str,
    path: Path,
    *,
    size: int,
    sha256: str,
    on_bytes: Callable[[int], None] = lambda count: None,
) -> None:
    """Download a file to `path`, resuming an earlier attempt.

    What an earlier attempt left may be damaged, since it is not synced: if the checksum is wrong,
    the file is downloaded once more from the beginning.

    Args:
        path: where to write it; may hold the first part of it.
        on_bytes: called with the number of bytes received, or a negative number if the server
            starts over.

    Raises:
        WorkFailed: the server cannot be reached or refuses, the connection breaks too often, or
            the checksum is wrong.
    """
    held = _held(path)
    on_bytes(held)
    _download(client, url, path, size, on_bytes)
    if held and sha256_file(path) != sha256:
        on_bytes(-_held(path))
        path.unlink()
        _download(client, url, path, size, on_bytes)
    if sha256_file(path) != sha256:
        path.unlink()
        raise WorkFailed(
            f"{url} does not have the published checksum, so it was deleted: run the same command"
            " again, or name another mirror with --server."
        )


def _download(
    client: httpx.Client, url: str, path: Path, size: int, on_bytes: Callable[[int], None]
) -> None:
    """Receive the rest of a file, in several attempts where the connection breaks.

    Raises:
        WorkFailed: the server cannot be reached or refuses, or the connection breaks too often.
    """
    for attempt in range(ATTEMPTS):
        try:
            with reaching(url), writing(path):
                _go_on(client, url, path, size, on_bytes)
            break
        except WorkFailed as error:
            if not isinstance(error.__cause__, BROKEN):
                raise
            if attempt == ATTEMPTS - 1:
                raise WorkFailed(
                    f"{url} broke off after {_held(path):,} of {size:,} bytes, which are kept: run"
                    " the same command again to resume."
                ) from error
            time.sleep(PAUSE_S * 2**attempt)


def _held(path: Path) -> int:
    """Bytes received so far."""
    return path.stat().st_size if path.is_file() else 0


def _go_on(
    client: httpx.Client, url: str, path: Path, size: int, on_bytes: Callable[[int], None]
) -> None:
    """Request the rest of a file, once."""
    held = _held(path)
    if held >= size:
        return
    # With compression in transit, the bytes would differ from those of the checksum.
    headers = {"Accept-Encoding": "identity"} | ({"Range": f"bytes={held}-"} if held else {})
    with client.stream("GET", url, headers=headers) as answer:
        answer.raise_for_status()
        goes_on = answer.headers.get("Content-Range", "").startswith(f"bytes {held}-")
        if not goes_on:
            on_bytes(-held)
        with path.open("ab" if goes_on else "wb") as file:
            for block in answer.iter_raw():
                file.write(block)
                on_bytes(len(block))
                if file.tell() > size:
                    return
