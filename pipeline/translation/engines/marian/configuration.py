"""The files that Marian's own configuration names, `config*.yml` beside the weights.

Without it, a folder that lacks its shortlist looks like one that never had any, and the model would
translate slowly and differently. The settings of the layers are inside the weights.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import yaml

from pipeline.translation.engines.marian.origin import is_there
from schemas.errors import UserError
from schemas.reading import as_file

CONFIGURATIONS = "config*.yml"


def check_configurations(folder: Path) -> None:
    """Refuse a folder that lacks a vocabulary or shortlist which its configuration names.

    Only the last part of a path counts: the folders may be those of another machine.

    Raises:
        UserError: a file is missing, or the configuration cannot be read.
    """
    for path in sorted(folder.glob(CONFIGURATIONS)):
        for name in _named(path):
            if not is_there(folder / name):
                raise UserError(
                    f"{path} names {name}, which is not beside it. Download the model again, or"
                    f" delete {path.name}."
                )


def _named(path: Path) -> Iterator[str]:
    """Names of the vocabularies and the shortlist."""
    try:
        # Without types, so that dates and numbers in it need not be valid.
        settings = yaml.load(as_file(path).read_text(encoding="utf-8"), yaml.BaseLoader)
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        raise _unreadable(path) from error
    if not isinstance(settings, dict):
        raise _unreadable(path)
    vocabularies, shortlist = (_listed(settings.get(key)) for key in ("vocabs", "shortlist"))
    # Numbers and `false` follow the file of a shortlist.
    for value in (*vocabularies, *shortlist[:1]):
        if isinstance(value, str) and value != "false" and (name := PurePosixPath(value).name):
            yield name


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def _unreadable(path: Path) -> UserError:
    return UserError(
        f"{path} is damaged: it is not YAML with settings. Download the model again, or delete this"
        " file, which is not needed."
    )
