"""The model hub: without network, one attempt instead of a minute of retries."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TIMEOUT_S = 10.0
REMEMBERED_S = 60.0
"""Seconds for which a hub that did not answer is not asked again."""

_LOGGERS = ("huggingface_hub", "datasets")
_failed: list[float] = []
"""When the hub last did not answer; empty if it has not failed."""


def hub_answers() -> bool:
    """Whether the model hub can be reached, by one short request.

    False without a request in offline mode (`HF_HUB_OFFLINE`), or shortly after a failed one.
    """
    from huggingface_hub import constants, get_session

    if constants.HF_HUB_OFFLINE:
        return False
    if _failed and time.monotonic() - _failed[0] < REMEMBERED_S:
        return False
    try:
        get_session().head(constants.ENDPOINT, timeout=TIMEOUT_S)
    except Exception:  # the errors of the hub's client depend on its version
        _failed[:] = [time.monotonic()]
        return False
    _failed.clear()
    return True


@contextmanager
def hub_once(name: str) -> Iterator[None]:
    """Wrap what may download from the hub, with `from_pretrained` or `load_dataset`.

    If the hub does not answer, only the local cache is read. Otherwise its client would try each
    file six times, waiting for seconds and logging a line each time. That log is off meanwhile.

    Args:
        name: name on the hub; a folder of this name is read without any request.
    """
    if Path(name).is_dir() or hub_answers():
        with _quiet():
            yield
        return
    from huggingface_hub import constants

    # `datasets` copies the setting when it is imported.
    places = [constants, *filter(None, [sys.modules.get("datasets.config")])]
    before = [vars(place)["HF_HUB_OFFLINE"] for place in places]
    try:
        for place in places:
            vars(place)["HF_HUB_OFFLINE"] = True
        with _quiet():
            yield
    finally:
        for place, value in zip(places, before, strict=True):
            vars(place)["HF_HUB_OFFLINE"] = value


@contextmanager
def _quiet() -> Iterator[None]:
    """Show only errors of the hub's client."""
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    levels = [logger.level for logger in loggers]
    try:
        for logger in loggers:
            logger.setLevel(logging.ERROR)
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
