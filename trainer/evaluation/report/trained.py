"""The models of a report that are runs: their record, settings and curves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trainer.recipes.files import recipe_text
from trainer.runs.curves import draw_run
from trainer.runs.folder import RunFolder
from trainer.runs.metrics import VALIDATED

_SIDE_EFFECTS = {
    "contrast": "bundled contrast triples ranked correctly, %",
    "unrelated_cosine": "mean cosine of unrelated sentences, x 100",
    "sts": "STS-B dev, Spearman x 100",
}
_FACTORS = {"unrelated_cosine": 100}
"""To show a cosine in the unit of the other figures of the page."""


@dataclass(frozen=True, slots=True)
class Trained:
    """A run, for the page.

    Attributes:
        name: folder of the run, as given.
        facts: (what, value) from its record.
        recipe: its settings as TOML.
        curves: its curves as SVG; None if it has none.
        narrow_curves: the same for a phone.
    """

    name: str
    facts: list[tuple[str, str]]
    recipe: str
    curves: bytes | None
    narrow_curves: bytes | None


def trained(models: Iterable[str]) -> list[Trained]:
    """The runs among some models; other encoders have no record and are left out.

    Raises:
        UserError: a record or recipe is damaged.
    """
    folders = {name: RunFolder(Path(name)) for name in models}
    return [
        Trained(
            name,
            facts(folder.read_record()),
            recipe_text(str(folder.recipe))[1],
            draw_run(folder.metrics),
            draw_run(folder.metrics, narrow=True),
        )
        for name, folder in folders.items()
        if folder.record.exists() and folder.recipe.exists()
    ]


def facts(record: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What a run was trained from, and its results.

    >>> facts({"model": "demo", "counts": {"training": 1200}, "steps": 300, "seconds": 75.0})
    [('initial model', 'demo'), ('training rows', '1,200'), ('steps', '300 in 1.2 minutes')]
    """
    found: list[tuple[str, str]] = []
    if "model" in record:
        found.append(("initial model", str(record["model"])))
    if "training" in record.get("counts", {}):
        found.append(("training rows", f"{record['counts']['training']:,}"))
    if "steps" in record:
        minutes = record.get("seconds", 0) / 60
        found.append(("steps", f"{record['steps']:,} in {minutes:.1f} minutes"))
    initial, kept = record.get("initial_score"), record.get("kept_score")
    if initial is not None and kept is not None:
        metric = str(record.get("metric"))
        name = f"validation ({VALIDATED.get(metric, metric)})"
        found.append((name, f"{initial:.4f} → {kept:.4f} at step {record.get('kept_step', 0):,}"))
    if record.get("mix_share") is not None:
        found.append(("share of the trained weights", f"{record['mix_share']:g}"))
    before, after = record.get("before") or {}, record.get("after") or {}
    found += [
        (
            _SIDE_EFFECTS.get(name, name),
            " → ".join(f"{_FACTORS.get(name, 1) * found[name]:.1f}" for found in (before, after)),
        )
        for name in before
        if name in after
    ]
    return found
