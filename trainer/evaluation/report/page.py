"""The report: one self-contained HTML page, its figures as PNG files, and its numbers as JSON."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from html import escape
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rich.table import Table

from schemas.files import write_json, write_text
from trainer.evaluation.report import tables
from trainer.evaluation.report.figures import Picture, pictures
from trainer.evaluation.report.material import Diagnosis, Material
from trainer.evaluation.report.mteb import write_results

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 62rem; padding: 0 1rem;
  color: #1b1b1b; background: #fff; }
h1 { font-size: 1.7rem; } h2 { font-size: 1.25rem; margin-top: 2.4rem; }
table { border-collapse: collapse; margin: 1rem 0; font-size: .88rem; display: block;
  overflow-x: auto; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid #ddd; text-align: right;
  font-variant-numeric: tabular-nums; vertical-align: top; }
th:first-child, td:first-child { text-align: left; white-space: pre-line; }
th { border-bottom: 2px solid #888; } caption { text-align: left; font-weight: 600; }
img { max-width: 100%; height: auto; } figure { margin: 1rem 0; }
.lead { color: #444; }
"""


def report_json(models: Mapping[str, Diagnosis], material: Material) -> dict[str, Any]:
    """The numbers of a report, without single points and cosines, which the figures hold."""
    sets = [
        {
            "set": split.pairs.name,
            "pairs": len(split.cont),
            "cont": sum(split.cont),
            "median_score": split.median_score,
            "median_mer": split.median_mer,
        }
        for split in material.splits
    ]
    return {
        "osscse_version": version("osscse"),
        "splits": sets,
        "models": {name: _without_points(asdict(found)) for name, found in models.items()},
    }


def write_report(folder: Path, models: Mapping[str, Diagnosis], material: Material) -> Path:
    """Write `index.html`, `report.json`, `figures/*.png` and, with scored pairs, `mteb/`.

    Args:
        folder: made if absent; files of an earlier report are replaced.
        models: diagnoses by name, all of the material.
        material: what they were measured on.

    Returns:
        The page.

    Raises:
        UserError: where matplotlib is not installed.
    """
    drawn = pictures(models)
    place = folder / "figures"
    place.mkdir(parents=True, exist_ok=True)
    for picture in drawn:
        (place / f"{picture.name}.png").write_bytes(picture.png)
    write_json(folder / "report.json", report_json(models, material))
    for name, found in models.items():
        if found.sts is not None:
            write_results(folder / "mteb", name, found.sts)
    page = folder / "index.html"
    write_text(page, _page(models, material, {picture.name: picture for picture in drawn}))
    return page


def findings(models: Mapping[str, Diagnosis]) -> list[str]:
    """What the numbers say of each model, a sentence or two."""
    said = []
    for name, found in models.items():
        kinds = found.transformations.kinds
        sentence = f"{name}: "
        if (
            "paraphrase" in kinds
            and "negation" in kinds
            and found.transformations.ranking is not None
        ):
            near, far = kinds["paraphrase"].similarity, kinds["negation"].similarity
            sentence += (
                f"a paraphrase has a mean cosine of {near:.2f}, a negation of {far:.2f}; the"
                f" paraphrase is the nearer one in {100 * found.transformations.ranking:.0f} % of"
                " the comparisons" + (", so wording outweighs meaning." if far > near else ".")
            )
        if found.splits:
            gaps = [s.cont - s.oppn for s in found.splits.values() if s.cont is not None
                    and s.oppn is not None]  # fmt: skip
            if gaps:
                sentence += (
                    f" Its correlation with human scores is {sum(gaps) / len(gaps):.0f} points"
                    f" lower, on the mean of {len(gaps)} sets, where wording misleads."
                )
        said.append(sentence)
    return said


def _without_points(found: dict[str, Any]) -> dict[str, Any]:
    del found["transformations"]["points"]
    for distribution in found["distributions"]:
        del distribution["cosines"]
    return found


def _page(models: Mapping[str, Diagnosis], material: Material, drawn: Mapping[str, Picture]) -> str:
    names = ", ".join(models)
    parts = [
        f"<h1>Meaning or wording: {escape(names)}</h1>",
        f'<p class="lead">{_count(material)} Written by osscse {escape(version("osscse"))}.</p>',
        "<ul>",
        *(f"<li>{escape(sentence)}</li>" for sentence in findings(models)),
        "</ul>",
    ]
    for title, shown, figures in _sections(models, material):
        parts.append(f"<h2>{escape(title)}</h2>")
        parts += [_figure(drawn[name]) for name in figures if name in drawn]
        parts += [_table(table) for table in shown]
    head = f"<meta charset='utf-8'><title>{escape(names)}</title><style>{_STYLE}</style>"
    head += "<meta name='viewport' content='width=device-width'>"
    body = "\n".join(parts)
    return f"<!doctype html>\n<html lang='en'><head>{head}</head>\n<body>\n{body}\n</body></html>\n"


def _sections(
    models: Mapping[str, Diagnosis], material: Material
) -> list[tuple[str, list[Table], list[str]]]:
    """Title, tables and names of the figures of each section."""
    first = next(iter(models.values()))
    changed = {name: found.transformations for name, found in models.items()}
    shown = [
        ("Transformations", [tables.transformations_table(changed)], ["transformations", "wording"])
    ]
    probes = {name: found.probe for name, found in models.items() if found.probe is not None}
    below = [tables.probe_table(probes, "held-out")] if probes else []
    shown.append(
        ("Paraphrases, negations and unrelated sentences", below, ["distributions", "mer"])
    )
    scored = {name: found.sts for name, found in models.items() if found.sts is not None}
    if scored:
        shown.append(("Similarity scored by people", [tables.sts_table(scored)], []))
        sides = {name: found.splits for name, found in models.items()}
        shown.append(
            ("Where wording misleads", [tables.splits_table(material.splits, sides)], ["splits"])
        )
    if first.geometry is not None:
        found_geometry = {n: f.geometry for n, f in models.items() if f.geometry is not None}
        shown.append(("Geometry", [tables.geometry_table(found_geometry)], ["geometry"]))
    failures = {
        name: found.failures for name, found in models.items() if found.failures is not None
    }
    hard = {name: found.hard for name, found in models.items() if found.hard is not None}
    if failures and hard:
        shown.append(("Pairs whose length misleads", [tables.hard_table(hard)], []))
        worst = [tables.failures_table(name, found) for name, found in failures.items()]
        shown.append(("Where ranks are furthest off", [tables.tags_table(failures), *worst], []))
    moved = {name: found.transfer for name, found in models.items() if found.transfer is not None}
    if moved:
        shown.append(("Transfer", [tables.transfer_table(moved)], []))
    return shown


def _count(material: Material) -> str:
    counts = [f"{len(material.families):,} sentences with transformations"]
    if material.tasks:
        counts.append(f"{sum(len(task.scores) for task in material.tasks):,} scored pairs")
    if material.triples:
        counts.append(f"{len(material.triples):,} triples")
    return f"Measured on {', '.join(counts)}."


def _figure(picture: Picture) -> str:
    data = base64.b64encode(picture.png).decode()
    title, meaning = escape(picture.title), escape(picture.meaning)
    return (
        f"<figure><figcaption><strong>{title}.</strong> {meaning}</figcaption>"
        f"<img alt='{title}' src='data:image/png;base64,{data}'></figure>"
    )


def _table(table: Table) -> str:
    """A table made for the terminal, as HTML."""
    columns = [list(column.cells) for column in table.columns]
    heads = [str(column.header) for column in table.columns]
    rows: Sequence[tuple[Any, ...]] = list(zip(*columns, strict=True))
    lines = [f"<table><caption>{escape(str(table.title or ''))}</caption>", "<tr>"]
    lines += [f"<th>{escape(head)}</th>" for head in heads]
    lines.append("</tr>")
    for row in rows:
        lines.append("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>")
    lines.append("</table>")
    return "\n".join(lines)
