"""The report: its page, figures and numbers."""

from __future__ import annotations

import base64
import json
import re

import pytest

from tests.scored_pairs import PAIRS
from trainer.data.triples import Triple
from trainer.encoders.embeddings import embed
from trainer.encoders.folder import load_encoder
from trainer.evaluation.data.contrast_rows import Contrast, ContrastTriple
from trainer.evaluation.data.families import Family
from trainer.evaluation.data.pairs import Pairs
from trainer.evaluation.report.figures import DRAWINGS
from trainer.evaluation.report.material import diagnose, gather
from trainer.evaluation.report.page import findings, report_json, write_report
from trainer.evaluation.scores.sts import evaluate

FAMILIES = [
    Family(
        "the baker opens the green door .",
        {
            "paraphrase": ["the green door the baker opens ."],
            "negation": ["the baker never opens the green door ."],
            "random": ["a nurse sells some bread ."],
        },
    ),
    Family(
        "a nurse sells some bread .",
        {"paraphrase": ["some bread a nurse sells ."], "negation": ["a nurse never sells bread ."]},
    ),
]
TRIPLES = [
    Triple(i, f.sentence, f.others["paraphrase"][0], f.others["negation"][0], 0.3)
    for i, f in enumerate(FAMILIES)
]
TASK = Pairs(
    "STSB",
    [left for left, _, _ in PAIRS],
    [right for _, right, _ in PAIRS],
    [score for _, _, score in PAIRS],
)


@pytest.fixture(scope="module")
def encoders(tiny_bert):
    return {
        "a <b>": load_encoder(str(tiny_bert), pooling="mean"),
        "other": load_encoder(str(tiny_bert), pooling="cls"),
    }


def diagnoses(encoders, material):
    return {n: diagnose(embed(e, material.texts), material) for n, e in encoders.items()}


@pytest.fixture(scope="module")
def whole(encoders, tmp_path_factory):
    """A report of all there is: its folder, page, diagnoses and material."""
    folder = tmp_path_factory.mktemp("report")
    material = gather(FAMILIES, [TASK], TRIPLES)
    found = diagnoses(encoders, material)
    return folder, write_report(folder, found, material).read_text(), found, material


def test_the_page_holds_every_figure_and_table(whole):
    folder, page, _, _ = whole
    images = re.findall(r"data:image/png;base64,([^']+)'", page)
    files = sorted(file.stem for file in (folder / "figures").iterdir())
    assert files == ["distributions", "geometry", "mer", "splits", "transformations", "wording"]
    assert {base64.b64decode(image) for image in images} == {
        file.read_bytes() for file in (folder / "figures").iterdir()
    }
    assert all(base64.b64decode(image).startswith(b"\x89PNG") for image in images)
    assert "a &lt;b&gt;" in page
    assert "a <b>" not in page
    assert not re.search(r"(src|href)='(?!data:)", page)
    for heading in ("Transformations", "Where wording misleads", "Geometry", "Where ranks are"):
        assert heading in page


def test_the_numbers_are_json_without_nan(encoders, whole):
    folder, _, found, material = whole
    held = json.loads((folder / "report.json").read_text(), parse_constant=pytest.fail)
    assert held == report_json(found, material)
    other = held["models"]["other"]
    assert other["sts"]["spearman"]["STSB"] == pytest.approx(
        evaluate(encoders["other"], [TASK]).spearman["STSB"]
    )
    assert "points" not in other["transformations"]
    assert held["splits"][0]["pairs"] == 4


def test_bundled_sentences_alone_make_a_report(encoders, tmp_path):
    material = gather(FAMILIES)
    found = diagnoses(encoders, material)
    page = write_report(tmp_path, found, material).read_text()
    assert "Similarity scored by people" not in page
    assert not (tmp_path / "mteb").exists()
    assert found["other"].probe is None
    assert [d.kind for d in found["other"].distributions] == [
        "negative",
        "soft negative",
        "positive",
    ]


def test_contrast_sets_stand_first_with_the_change_from_the_first_model(encoders, tmp_path):
    rows = [
        ContrastTriple("mine", kind, f.sentence, f.others["paraphrase"][0], f.others["negation"][0])
        for kind, f in zip(("roles", "antonym"), FAMILIES, strict=True)
    ]
    material = gather(FAMILIES, contrast=Contrast(rows, []))
    found = diagnoses(encoders, material)
    page = write_report(tmp_path, found, material).read_text()
    assert re.findall(r"<h2>(.*)</h2>", page)[0] == "Same meaning or another"
    assert "2 contrast triples" in page
    held = json.loads((tmp_path / "report.json").read_text())["contrast"]
    assert held["a <b>"]["triples"]["mine"]["change"] is None
    other = held["other"]["triples"]["mine"]
    assert other["change"] == other["score"] - held["a <b>"]["triples"]["mine"]["score"]
    assert set(held["other"]["subsets"]["mine"]) == {"roles", "antonym"}


def test_findings_say_which_is_nearer(encoders):
    material = gather(FAMILIES, [TASK])
    said = findings(diagnoses(encoders, material))
    assert len(said) == 2
    assert said[1].startswith("other: a paraphrase has a mean cosine of ")


def test_every_figure_stands_in_a_section_of_the_page(whole):
    _, page, _, _ = whole
    parts = re.split(r"<h2>(.*)</h2>", page)[1:]
    sections = dict(zip(parts[::2], parts[1::2], strict=True))
    for drawing in DRAWINGS:
        title = drawing.title.format(task=TASK.name)
        assert f"<strong>{title}.</strong>" in sections[drawing.section]


def test_sentences_without_a_paraphrase_make_a_report_without_the_curves(encoders, tmp_path):
    plain = [Family(f.sentence, {k: v for k, v in f.others.items() if k != "paraphrase"})
             for f in FAMILIES]  # fmt: skip
    material = gather(plain)
    found = diagnoses(encoders, material)
    write_report(tmp_path, found, material)
    assert found["other"].distributions == []
    assert not list(tmp_path.rglob("distributions*"))
