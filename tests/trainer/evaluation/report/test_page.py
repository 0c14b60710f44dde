"""The report: its page, figures and numbers."""

from __future__ import annotations

import base64
import json
import math
import re
import shutil
from dataclasses import replace
from datetime import date
from itertools import product

import pytest

from schemas.errors import UserError
from tests.scored_pairs import PAIRS
from trainer.data.triples import Triple
from trainer.encoders.embeddings import embed
from trainer.encoders.folder import load_encoder
from trainer.evaluation.data.contrast_rows import Contrast, ContrastTriple
from trainer.evaluation.data.families import Family
from trainer.evaluation.data.pairs import Pairs
from trainer.evaluation.report import plots
from trainer.evaluation.report.figures import DRAWINGS
from trainer.evaluation.report.material import Material, diagnose
from trainer.evaluation.report.page import (
    check_report_folder,
    findings,
    report_json,
    write_report,
)
from trainer.evaluation.report.trained import Trained
from trainer.evaluation.scores.splits import SideScores
from trainer.evaluation.scores.sts import distinct_texts, score

DAY = date(2026, 3, 9)
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
    """A report of all there is: its folder, page, diagnoses, material, and figures as drawn."""
    from matplotlib.figure import Figure

    folder = tmp_path_factory.mktemp("report")
    material = Material(FAMILIES, [TASK], TRIPLES)
    found = diagnoses(encoders, material)
    run = Trained("runs/x", [("steps", "3")], 'head = "<none>"', b"<svg/>", b"<svg></svg>")
    drawn, save = [], Figure.savefig

    def keep(figure, *args, **kwargs):
        drawn.append(figure)
        save(figure, *args, **kwargs)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Figure, "savefig", keep)
        page = write_report(folder, found, material, made=DAY, runs=[run]).read_text()
    return folder, page, found, material, drawn


@pytest.fixture(scope="module")
def poor(encoders, whole, tmp_path_factory):
    """A report of the bundled sentences alone, over one of all there is: as `whole`."""
    folder = shutil.copytree(whole[0], tmp_path_factory.mktemp("poor") / "report")
    (folder / "figures" / "mine.png").write_bytes(b"of another program")
    material = Material(FAMILIES)
    found = diagnoses({"other": encoders["other"]}, material)
    page = write_report(folder, found, material, made=DAY).read_text()
    return folder, page, found


def test_the_page_holds_every_figure_and_table(whole):
    folder, page, *_ = whole
    images = re.findall(r' src="data:image/png;base64,([^"]+)"', page)
    files = sorted(file.stem for file in (folder / "figures").iterdir())
    assert files == [
        "distributions", "geometry", "mer", "scores", "splits", "transformations", "wording",
    ]  # fmt: skip
    assert {base64.b64decode(image) for image in images} == {
        file.read_bytes() for file in (folder / "figures").iterdir()
    }
    assert all(base64.b64decode(image).startswith(b"\x89PNG") for image in images)
    assert "a &lt;b&gt;" in page
    assert "a <b>" not in page
    assert not re.search(r"<script|(src|href)=.(?!data:|#)", page)
    assert "default-src 'none'; style-src 'unsafe-inline'; img-src data:" in page
    for heading in ("Transformations", "Where wording misleads", "Geometry", "Where ranks are"):
        assert heading in page


def test_the_page_has_a_date_a_list_of_contents_and_says_what_changed(whole):
    _, page, *_ = whole
    assert "2026-03-09. Measured on 2 sentences with transformations, 4 scored pairs" in page
    links = re.findall(r'<a href="#([^"]+)">', page)
    assert links == re.findall(r'<h2 id="([^"]+)">', page)
    assert links[:3] == ["what-changed", "what-was-lost", "training"]
    assert "From a &lt;b&gt; to other: paraphrase ranked above negation " in page
    assert "Not measured here: the transfer tasks (--transfer)." in page


def test_a_phone_gets_figures_with_letters_that_can_be_read(whole):
    """Each picture has a source for a narrow window, whose smallest letters have nine pixels."""
    from matplotlib.text import Text

    _, page, _, _, drawn = whole
    sources = re.findall(r'max-width: 34rem\)" srcset="data:image/[^;]+;base64,([^"]+)"', page)
    wide = re.findall(r' src="data:image/[^;]+;base64,([^"]+)"', page)
    assert len(sources) == len(wide) == len(DRAWINGS) + 1
    assert not set(sources) & set(wide)
    narrow = [figure for figure in drawn if figure.get_figwidth() < 5]
    assert len(narrow) == len(DRAWINGS)
    for figure in narrow:
        assert len({axis.get_position().x0.round(3) for axis in figure.axes}) == 1
        letters = [text for text in figure.findobj(Text) if text.get_text() and text.get_visible()]
        # 358 pixels of a window of 390 are for the figure.
        scale = 358 / (72 * figure.get_figwidth())
        assert min(text.get_fontsize() for text in letters) * scale >= 9


def test_runs_are_shown_with_curves_and_settings(whole):
    _, page, *_ = whole
    assert '<h2 id="training">Training</h2>' in page
    assert "data:image/svg+xml;base64,PHN2Zy8+" in page
    assert "<pre>head = &#34;&lt;none&gt;&#34;</pre>" in page


def test_the_numbers_are_json_without_nan(encoders, whole):
    folder, _, found, material, _ = whole
    held = json.loads((folder / "report.json").read_text(), parse_constant=pytest.fail)
    assert held == report_json(found, material)
    other = held["models"]["other"]
    assert other["sts"]["spearman"]["STSB"] == pytest.approx(
        score(embed(encoders["other"], distinct_texts([TASK])), [TASK]).spearman["STSB"]
    )
    assert "points" not in other["transformations"]
    assert "scatter" not in other
    assert found["other"].scatter.scores == TASK.scores
    vectors = [encoders["other"].encode(texts) for texts in (TASK.first, TASK.second)]
    expected = [x @ y / (x @ x * (y @ y)) ** 0.5 for x, y in zip(*vectors, strict=True)]
    assert found["other"].scatter.cosines == pytest.approx(expected, abs=1e-5)
    assert held["splits"][0]["pairs"] == 4


def test_bundled_sentences_alone_make_a_report(poor):
    _, page, found = poor
    assert "Similarity scored by people" not in page
    assert "What changed" not in page
    assert "From other" not in page
    assert found["other"].probe is None
    assert [d.kind for d in found["other"].distributions] == [
        "negative",
        "soft negative",
        "positive",
    ]


def test_contrast_sets_stand_first_with_the_change_from_the_first_model(
    encoders, tmp_path, monkeypatch
):
    monkeypatch.setattr("trainer.evaluation.report.page.pictures", lambda models: [])
    rows = [
        ContrastTriple("mine", kind, f.sentence, f.others["paraphrase"][0], f.others["negation"][0])
        for kind, f in zip(("roles", "antonym"), FAMILIES, strict=True)
    ]
    material = Material(FAMILIES, contrast=Contrast(rows, []))
    found = diagnoses(encoders, material)
    page = write_report(tmp_path, found, material, made=DAY).read_text()
    headings = re.findall(r"<h2[^>]*>(.*)</h2>", page)
    assert headings[:3] == ["What changed", "What was lost", "Same meaning or another"]
    assert "2 contrast triples" in page
    held = json.loads((tmp_path / "report.json").read_text())["contrast"]
    assert held["a <b>"]["triples"]["mine"]["change"] is None
    other = held["other"]["triples"]["mine"]
    assert other["change"] == other["score"] - held["a <b>"]["triples"]["mine"]["score"]
    assert set(held["other"]["subsets"]["mine"]) == {"roles", "antonym"}


def test_findings_say_which_is_nearer(encoders):
    material = Material(FAMILIES, [TASK])
    said = findings(diagnoses(encoders, material))
    assert len(said) == 2
    assert said[1].startswith("other: a paraphrase has a mean cosine of ")


@pytest.mark.parametrize(
    ("sides", "said"),
    [
        ([(80.0, 60.0)], "20 points lower (1 set)."),
        ([(80.0, 60.0), (70.0, 60.0)], "15 points lower (mean of 2 sets)."),
        ([(60.0, 63.0)], "3 points higher (1 set)."),
    ],
)
def test_findings_count_the_sets_on_which_wording_misleads(whole, sides, said):
    found = next(iter(whole[2].values()))
    splits = {f"S{i}": SideScores(cont, oppn, None, 70.0) for i, (cont, oppn) in enumerate(sides)}
    [sentence] = findings({"mine": replace(found, splits=splits)})
    assert sentence.endswith(f"Where wording misleads, its correlation with human scores is {said}")


def test_findings_are_left_out_where_nothing_was_measured(whole):
    found = next(iter(whole[2].values()))
    plain = replace(found, transformations=replace(found.transformations, ranking=None))
    sides = {"S": SideScores(80.0, 60.0, None, 70.0)}
    assert findings({"a": replace(plain, splits={}), "b": replace(plain, splits=sides)}) == [
        "b: Where wording misleads, its correlation with human scores is 20 points lower (1 set)."
    ]


def test_every_figure_stands_in_a_section_of_the_page(whole):
    _, page, *_ = whole
    parts = re.split(r"<h2[^>]*>(.*)</h2>", page)[1:]
    sections = dict(zip(parts[::2], parts[1::2], strict=True))
    for drawing in DRAWINGS:
        title = drawing.title.format(task=TASK.name)
        assert f"<strong>{title}.</strong>" in sections[drawing.section]


def test_sentences_without_a_paraphrase_make_a_report_without_the_curves(encoders, tmp_path):
    plain = [Family(f.sentence, {k: v for k, v in f.others.items() if k != "paraphrase"})
             for f in FAMILIES]  # fmt: skip
    material = Material(plain)
    found = diagnoses({"other": encoders["other"]}, material)
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / ".run.json.7.tmp").write_text("of somebody who is writing it now")
    for name in (".index.html.7.tmp", "figures/.wording.png.7.tmp"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("a killed writer left this")
    write_report(tmp_path, found, material, made=DAY)
    assert [path.parent.name for path in tmp_path.rglob("*.tmp")] == ["runs"]
    assert found["other"].distributions == []
    assert not list(tmp_path.rglob("distributions*"))


def test_the_means_over_several_sets_are_the_last_bars(encoders):
    """Heights of the bars: one group per set, and one for the means weighted by pairs."""
    from matplotlib.figure import Figure

    other = Pairs("SICK-R", TASK.second, TASK.first, TASK.scores[::-1])
    found = diagnoses(encoders, Material(FAMILIES, [TASK, other]))["other"]
    figure = Figure()
    plots.splits(figure, {"other": found})
    (axis,) = figure.axes
    assert [label.get_text() for label in axis.get_xticklabels()] == [
        "STSB", "SICK-R", "mean by pairs",
    ]  # fmt: skip
    heights = [[bar.get_height() for bar in bars] for bars in axis.containers]
    sides = [*found.splits.values(), found.sides]
    expected = [[getattr(one, side) for one in sides] for side in ("cont", "oppn")]
    drawn = [[None if math.isnan(h) else h for h in row] for row in heights]
    assert drawn == expected
    assert any(value is not None for row in expected for value in row)


@pytest.mark.parametrize("name", ["a", "runs/a-name-that-takes-all-the-room"])
def test_a_legend_is_within_its_figure_and_outside_the_axes(encoders, name):
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    found = diagnoses(encoders, Material(FAMILIES, [TASK], TRIPLES))
    models = {f"{name}-{i}": one for i, one in enumerate(found.values())}
    for paint, width in product((plots.transformations, plots.splits, plots.by_mer), (7.2, 3.6)):
        figure = Figure(figsize=(width, 3.8), layout="constrained")
        FigureCanvasAgg(figure).draw()
        paint(figure, models)
        figure.draw_without_rendering()
        (legend,), (axis,) = figure.legends, figure.axes
        box, whole = legend.get_window_extent(), figure.bbox
        assert whole.x0 <= box.x0 < box.x1 <= whole.x1
        assert not box.overlaps(axis.get_window_extent())


def test_a_report_over_another_leaves_nothing_of_it_behind(whole, poor):
    before, after = whole[0], poor[0]
    assert (before / "figures" / "geometry.png").exists()
    assert (before / "mteb" / "other").is_dir()
    assert sorted(file.name for file in (after / "figures").iterdir()) == [
        "distributions.png", "mine.png", "transformations.png", "wording.png",
    ]  # fmt: skip
    assert not (after / "mteb").exists()


def test_a_report_is_replaced_only_if_that_is_asked_for(tmp_path):
    check_report_folder(tmp_path / "report", overwrite=False)
    (tmp_path / "index.html").write_text("<p>Mine</p>")
    message = r"index.html is there already. Give another --output, or --overwrite to replace the"
    with pytest.raises(UserError, match=message):
        check_report_folder(tmp_path, overwrite=False)
    check_report_folder(tmp_path, overwrite=True)
