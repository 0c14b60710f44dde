"""The record of a run, checked when it is read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from schemas.encoders import DEMO
from schemas.errors import UserError
from schemas.reading import as_file
from trainer.encoders.several import refuse_several


class _Known(BaseModel):
    """The fields of a record and their types; records of older versions lack some."""

    model_config = ConfigDict(strict=True, extra="allow")

    model: str = ""
    base_model: str | None = None
    dimensions: int = 0
    model_sha256: str = ""
    # One table was recorded by its name alone before there could be several.
    triples: Annotated[list[str], BeforeValidator(lambda t: [t] if isinstance(t, str) else t)] = []
    triples_sha256: str = ""
    counts: dict[str, int] = {}
    kinds: dict[str, int] = {}
    pivots: dict[str, int] = {}
    rephrased: int = 0
    translated_by: list[str] = []
    dev: str | None = None
    dev_sha256: str | None = None
    device: str = ""
    processes: int = 1
    versions: dict[str, str] = {}
    finished: bool = False
    metric: str | None = None
    initial_score: float | None = None
    kept_step: int = 0
    kept_score: float | None = None
    steps: int = 0
    stopped_early: bool = False
    seconds: float = 0.0
    before: dict[str, float] = {}
    after: dict[str, float] = {}
    mix_share: float | None = None


class Record(dict[str, Any]):
    """A record; reading a field that it lacks raises an error that names the file."""

    def __init__(self, said: dict[str, Any], path: Path) -> None:
        super().__init__(said)
        self._path = path

    def __missing__(self, key: str) -> Any:
        """Raise a `UserError` that names the missing field."""
        raise UserError(f"{self._path} lacks {key}: it is damaged, or from an older version.")


def read_record(path: Path) -> Record:
    """Read the record of a run.

    Raises:
        UserError: there is none, or there are several runs in its folder, or a field has another
            type than this program writes.
    """
    if not path.exists():
        refuse_several(path.parent)
        if not path.parent.exists():
            if str(path.parent) == DEMO:
                raise UserError(
                    f"{DEMO} is a base model, not a run. Give the folder of a run that `trainer"
                    " fit` has made."
                )
            raise UserError(f"{path.parent} does not exist. Give the folder of a run.")
    try:
        said = json.loads(as_file(path).read_text(encoding="utf-8"))
        if not isinstance(said, dict):
            raise ValueError(f"{path} holds no object")
        known = _Known.model_validate(said)
    except ValidationError as error:  # a ValueError too
        where = ".".join(map(str, error.errors()[0]["loc"]))
        raise UserError(
            f"{path} is damaged ({where}: {error.errors()[0]['msg']}). Train the run again, or"
            " restore the file."
        ) from error
    except (OSError, ValueError, RecursionError) as error:
        raise UserError(
            f"{path.parent} is not the folder of a run: it has no readable run.json."
        ) from error
    nested = {"counts": Record(said["counts"], path)} if "counts" in said else {}
    tables = {"triples": known.triples} if "triples" in said else {}
    return Record(said | nested | tables, path)
