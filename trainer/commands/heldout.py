"""Which triples no model was trained on, by what the folders of runs record."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from schemas.errors import UserError
from schemas.messages import tell
from schemas.progress import series

if TYPE_CHECKING:
    from trainer.data.triples import TripleTable

DEFAULT_HELDOUT = 0.05
"""Share of the published recipes."""


def heldout_share(models: Sequence[str], given: float | None, table: TripleTable) -> float:
    """The share of complete triples that none of the models was trained on.

    Args:
        models: names and folders; runs, and their encoders, record what share they held out.
        given: the share that the user asked for.
        table: the triples to measure on.

    Raises:
        UserError: none is given, and a run held out nothing, or the runs held out different
            shares; or one is given that includes triples that a run was trained on.
    """
    from trainer.recipes.reading import load_recipe

    runs = {model: run for model in models if (run := run_of(Path(model))) is not None}
    shares = {model: load_recipe(str(run / "recipe.toml")).heldout for model, run in runs.items()}
    if given is not None:
        for model, share in shares.items():
            if share < given and _trained_on(runs[model], table):
                raise UserError(_too_large(model, share, given))
        return given
    if none := [model for model, share in shares.items() if not share]:
        raise UserError(
            f"{series(none)} held out no triples, so those trained on are no test. Give another"
            " table with --heldout 1, or train with `--set heldout=0.05`."
        )
    different = sorted(set(shares.values()))
    if len(different) > 1:
        raise UserError(
            f"The runs held out different shares ({', '.join(map(str, different))}). Give"
            " --heldout the smallest: no run was trained on those triples."
        )
    unknown = [model for model in models if model not in runs and Path(model).exists()]
    if unknown and not shares:
        says = "does" if len(unknown) == 1 else "do"
        tell(
            f"{series(unknown)} {says} not record what share of the triples was held out:"
            f" {DEFAULT_HELDOUT} is assumed. Give --heldout the share of the run, if there was one."
        )
    return different[0] if different else DEFAULT_HELDOUT


def run_of(model: Path) -> Path | None:
    """The folder of the run that an encoder is of; None if it is not in one."""
    places = [model]
    if model.name in ("best", "end"):
        places.append(model.parent)
    if model.parent.name == "snapshots":
        places.append(model.parent.parent)
    return next((place for place in places if (place / "recipe.toml").is_file()), None)


def _trained_on(run: Path, table: TripleTable) -> bool:
    """Whether a run may have been trained on some of these triples."""
    from trainer.runs.folder import RunFolder

    folder = RunFolder(run)
    if not folder.record.is_file():
        return True
    record = folder.read_record()
    if record.get("triples_sha256") == table.fingerprint():
        return True
    now = [Path(place.name).resolve() for place in table.places]
    before = [Path(name).resolve() for name in record.get("triples", [])]
    return any(
        one == other or one in other.parents or other in one.parents
        for one in now
        for other in before
    )


def _too_large(model: str, share: float, given: float) -> str:
    """The refusal of a share that includes triples which a run was trained on."""
    if not share:
        return (
            f"{model} was trained on these triples and held out none of them, so --heldout"
            f" {given:g} would measure what it was trained on. Give another table."
        )
    return (
        f"{model} held out {share:g} of these triples, so --heldout {given:g} would measure some"
        f" that it was trained on. Give {share:g} at most, or another table."
    )
