"""How advised commands name files and folders, so that a shell reads them as one word."""

from __future__ import annotations

import shlex

from schemas.locations import Location

DEFAULT = "artifacts"
"""The folder of a command without `--artifacts`."""


def quoted(place: Location) -> str:
    """A file or folder as a shell reads it.

    >>> from pathlib import Path
    >>> quoted(Path("runs/first")), quoted(Path("my runs/first"))
    ('runs/first', "'my runs/first'")
    """
    return shlex.quote(str(place))


def option_for(artifacts: Location) -> str:
    """The option ` --artifacts DIR` of a command of `pipeline`; empty for the default folder.

    >>> from pathlib import Path
    >>> option_for(Path("my tables"))
    " --artifacts 'my tables'"
    >>> option_for(Path("artifacts"))
    ''
    """
    return "" if str(artifacts) == DEFAULT else f" --artifacts {quoted(artifacts)}"
