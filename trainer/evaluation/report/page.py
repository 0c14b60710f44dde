"""The report: one self-contained HTML page, its figures as PNG files, and its numbers as JSON."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rich.table import Table

from schemas.errors import UserError
from schemas.files import (
    alone_in,
    atomic_path,
    make_folder,
    remove_temporaries,
    remove_temporaries_of,
    write_json,
    write_text,
)
from schemas.progress import counted
from schemas.reading import as_file
from schemas.templates import render
from trainer.evaluation.report import tables
from trainer.evaluation.report.changes import changes_table, losses_table, summaries
from trainer.evaluation.report.figures import DRAWINGS, Picture, pictures
from trainer.evaluation.report.intervals import contrast_table
from trainer.evaluation.report.material import Diagnosis, Material
from trainer.evaluation.report.mteb import remove_results, write_results
from trainer.evaluation.report.trained import Trained
from trainer.evaluation.scores.contrast import ContrastScores, score_contrast
from trainer.runs.outputs import check_folder

PAGE, NUMBERS = "index.html", "report.json"
"""Files of a report; the page is written last."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page.

    Attributes:
        title: heading.
        pictures: figures, before the tables.
        tables: made for the terminal.
        text: a sentence before the tables; usually empty.
        runs: how models were trained.
    """

    title: str
    pictures: Sequence[Picture]
    tables: Sequence[Table]
    text: str = ""
    runs: Sequence[Trained] = ()

    @property
    def anchor(self) -> str:
        """Its id on the page."""
        return re.sub(r"[^a-z]+", "-", self.title.lower())


def report_json(models: Mapping[str, Diagnosis], material: Material) -> dict[str, Any]:
    """The numbers of a report, without single points and cosines, which the figures hold."""
    sets = [split.counts for split in material.splits]
    for counts in sets:
        del counts["oppn"]  # the rest of the pairs
    return {
        "osscse_version": version("osscse"),
        "splits": sets,
        "models": {name: _without_points(asdict(found)) for name, found in models.items()},
        "contrast": {name: asdict(found) for name, found in _contrast(models, material).items()},
    }


def write_report(
    folder: Path,
    models: Mapping[str, Diagnosis],
    material: Material,
    *,
    made: date,
    runs: Sequence[Trained] = (),
) -> Path:
    """Write `index.html`, `report.json`, `figures/*.png` and, with scored pairs, `mteb/`.

    Args:
        folder: created if missing; the files of an earlier report are replaced or removed.
        models: diagnoses by name, all of the material.
        runs: those of the models that are runs.

    Returns:
        The page.

    Raises:
        WorkFailed: another process is writing a report there, or it cannot be written.
    """
    drawn, page = pictures(models), folder / PAGE
    with alone_in(folder, "writing a report"):
        # Remove only the report's own files: the folder may hold others.
        for own in (folder / "figures", folder / "mteb"):
            remove_temporaries(own)
        for file in (folder / NUMBERS, page):
            remove_temporaries_of(file)
        _remove_earlier(folder)
        make_folder(folder / "figures")
        for picture in drawn:
            with atomic_path(folder / "figures" / f"{picture.drawing.name}.png") as file:
                file.write_bytes(picture.png)
        write_json(folder / NUMBERS, report_json(models, material))
        for name, found in models.items():
            if found.sts is not None:
                write_results(folder / "mteb", name, found.sts)
        write_text(page, _page(models, material, drawn, made, runs))
    return page


def check_report_folder(folder: Path, *, overwrite: bool) -> None:
    """Check that a report can be written to a folder.

    Args:
        overwrite: whether it may replace an earlier one.

    Raises:
        UserError: the folder has a page already, or cannot be written to.
    """
    check_folder(folder)
    if (folder / PAGE).exists() and not overwrite:
        raise UserError(
            f"{folder / PAGE} is there already. Give another --output, or --overwrite to replace"
            " the report."
        )


def _remove_earlier(folder: Path) -> None:
    """Remove the figures and MTEB files of an earlier report: this one may have fewer."""
    for drawing in DRAWINGS:
        (folder / "figures" / f"{drawing.name}.png").unlink(missing_ok=True)
    try:
        stated = as_file(folder / NUMBERS).read_text(encoding="utf-8")
        named = [*json.loads(stated)["models"]]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return  # there was no report, or it is damaged
    for name in named:
        remove_results(folder / "mteb", str(name))


def findings(models: Mapping[str, Diagnosis]) -> list[str]:
    """What the numbers say about each model that has some, a sentence or two."""
    said = {name: f"{_nearer(found)} {_misled(found)}".strip() for name, found in models.items()}
    return [f"{name}: {sentences}" for name, sentences in said.items() if sentences]


def _nearer(found: Diagnosis) -> str:
    kinds, ranking = found.transformations.kinds, found.transformations.ranking
    if ranking is None:
        return ""
    near, far = kinds["paraphrase"].similarity, kinds["negation"].similarity
    return (
        f"a paraphrase has a mean cosine of {near:.2f}, a negation of {far:.2f}; the paraphrase is"
        f" the nearer one in {100 * ranking:.0f} % of the comparisons"
        + (", so wording outweighs meaning." if far > near else ".")
    )


def _misled(found: Diagnosis) -> str:
    sides = found.splits.values()
    gaps = [s.cont - s.oppn for s in sides if s.cont is not None and s.oppn is not None]
    if not gaps:
        return ""
    gap = sum(gaps) / len(gaps)
    return (
        f"Where wording misleads, its correlation with human scores is {abs(gap):.0f} points"
        f" {'lower' if gap > 0 else 'higher'} ({'mean of ' if len(gaps) > 1 else ''}"
        f"{counted(len(gaps), 'set')})."
    )


def _without_points(found: dict[str, Any]) -> dict[str, Any]:
    del found["transformations"]["points"], found["contrast"], found["scatter"]
    for distribution in found["distributions"]:
        del distribution["cosines"]
    return found


def _contrast(models: Mapping[str, Diagnosis], material: Material) -> dict[str, ContrastScores]:
    outcomes = {name: found.contrast for name, found in models.items()}
    return score_contrast(material.contrast, outcomes) if material.contrast.texts else {}


def _page(
    models: Mapping[str, Diagnosis],
    material: Material,
    drawn: list[Picture],
    made: date,
    runs: Sequence[Trained],
) -> str:
    contrast = _contrast(models, material)
    sections = [
        *(_compared(models, contrast, material) if len(models) > 1 else ()),
        *([Section("Training", (), (), runs=runs)] if runs else ()),
    ]
    sections += [
        Section(title, [picture for picture in drawn if picture.drawing.section == title], shown)
        for title, shown in _tables(models, contrast, material)
    ]
    return render(
        __package__,
        "report.html",
        names=", ".join(models),
        counts=_counts(material),
        version=version("osscse"),
        made=made,
        summaries=summaries(models, contrast),
        findings=findings(models),
        sections=[one for one in sections if one.pictures or one.tables or one.text or one.runs],
        base64=lambda image: b64encode(image).decode(),
        rows=lambda table: zip(*(column.cells for column in table.columns), strict=True),
        pairs=lambda table: any("\n" in str(cell) for cell in table.columns[0].cells),
    )


def _compared(
    models: Mapping[str, Diagnosis], contrast: Mapping[str, ContrastScores], material: Material
) -> list[Section]:
    """What changed from the first model, and what was lost."""
    lost = losses_table(models, contrast)
    absent = [
        what
        for what, measured in (
            ("the correlation with human scores (--data)", material.tasks),
            ("the transfer tasks (--transfer)", material.transfer),
        )
        if not measured
    ]
    text = "" if lost else "No score of this report is worse than the first model's."
    if absent:
        text = f"{text} Not measured here: {' and '.join(absent)}.".strip()
    return [
        Section("What changed", (), [changes_table(models, contrast)]),
        Section("What was lost", (), [lost] if lost else (), text),
    ]


def _tables(
    models: Mapping[str, Diagnosis], contrast: Mapping[str, ContrastScores], material: Material
) -> list[tuple[str, list[Table]]]:
    """The title and the tables of each section; one without measurements has no tables."""

    def given(field: str) -> dict[str, Any]:
        found = {name: getattr(diagnosis, field) for name, diagnosis in models.items()}
        return {name: value for name, value in found.items() if value is not None}

    probes, scored, hard, failures = map(given, ("probe", "sts", "hard", "failures"))
    space, transfer = given("geometry"), given("transfer")
    worst = [tables.failures_table(name, found) for name, found in failures.items()]
    return [
        ("Same meaning or another", [contrast_table(contrast)] if contrast else []),
        ("Transformations", [tables.transformations_table(given("transformations"))]),
        (
            "Paraphrases, negations and unrelated sentences",
            [tables.probe_table(probes, "held-out")] if probes else [],
        ),
        ("Similarity scored by people", [tables.sts_table(scored)] if scored else []),
        (
            "Where wording misleads",
            [tables.splits_table(material.splits, given("splits"))] if scored else [],
        ),
        ("Geometry", [tables.geometry_table(space)] if space else []),
        ("Pairs whose length misleads", tables.hard_tables(hard) if hard else []),
        (
            "Where ranks are furthest off",
            [tables.tags_table(failures), *worst] if failures else [],
        ),
        ("Transfer", [tables.transfer_table(transfer)] if transfer else []),
    ]


def _counts(material: Material) -> str:
    others = {
        "contrast triple": len(material.contrast.triples),
        "scored pair": sum(len(task.scores) for task in material.tasks),
        "triple": len(material.triples),
    }
    sentences = f"{counted(len(material.families), 'sentence')} with transformations"
    return ", ".join([sentences, *(counted(n, noun) for noun, n in others.items() if n)])
