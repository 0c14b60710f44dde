"""Reads the list of models from Mozilla's Remote Settings server, or from a mirror.

Firefox itself reads the same collection, `translations-models-v2`. Each record has the checksums of
a packed and unpacked file, and the file at a location never changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from typing import Any
from urllib.parse import urljoin

import httpx

from pipeline.translation.published.catalogue import Catalogue, read_catalogue
from schemas.errors import UserError, WorkFailed

MOZILLA = "https://firefox.settings.services.mozilla.com/v1"
COLLECTION = "buckets/main/collections/translations-models-v2/records"
_ANOTHER = "Name another server with --server."
TIMEOUT = httpx.Timeout(30, connect=10)


def open_client() -> httpx.Client:
    """An HTTP client; proxies are taken from the environment."""
    agent = {"User-Agent": f"osscse/{version('osscse')}"}
    return httpx.Client(timeout=TIMEOUT, follow_redirects=True, headers=agent)


@contextmanager
def reaching(url: str) -> Iterator[None]:
    """Turn the errors of a request into messages.

    Raises:
        UserError: `url` is not an http or https URL.
        WorkFailed: the server cannot be reached or refuses.
    """
    try:
        yield
    except (httpx.UnsupportedProtocol, httpx.InvalidURL) as error:
        raise UserError(f"--server {url} is not an http or https URL.") from error
    except httpx.HTTPStatusError as error:
        answer = error.response
        raise WorkFailed(
            f"{answer.url} answers {answer.status_code} {answer.reason_phrase}. Try again later, or"
            " name a mirror with --server."
        ) from error
    except httpx.HTTPError as error:
        why = re.sub(r"^\[Errno -?\d+\] ", "", str(error))
        raise WorkFailed(
            f"{url} cannot be reached ({why}). Check the network, or name a mirror with --server."
        ) from error


def read_list(client: httpx.Client, address: str) -> tuple[Catalogue, str]:
    """The published models, and the URL that the locations of their files are relative to.

    Args:
        address: URL of a Remote Settings server, or of a copy of its list: a `.json` file in the
            folder that the locations are relative to.

    Raises:
        UserError: it is not a URL.
        WorkFailed: the server cannot be reached, or has no such list.
    """
    if address.endswith(".json"):
        return read_catalogue(_records(client, address), address), urljoin(address, ".")
    root = address.rstrip("/") + "/"
    answer = _json(client, root)
    try:
        files = answer["capabilities"]["attachments"]["base_url"].rstrip("/") + "/"
    except (AttributeError, KeyError, TypeError) as error:
        raise WorkFailed(
            f"{root} is not a Remote Settings server with attachments. {_ANOTHER}"
        ) from error
    return read_catalogue(_records(client, root + COLLECTION), root), files


def _records(client: httpx.Client, url: str) -> list[Any]:
    answer = _json(client, url)
    records = answer.get("data") if isinstance(answer, dict) else answer
    if not isinstance(records, list):
        raise WorkFailed(f"{url} is not a list of Firefox models. {_ANOTHER}")
    return records


def _json(client: httpx.Client, url: str) -> Any:
    with reaching(url):
        answer = client.get(url).raise_for_status()
    try:
        return answer.json()
    except (ValueError, RecursionError) as error:
        raise WorkFailed(f"{url} is not JSON. {_ANOTHER}") from error
