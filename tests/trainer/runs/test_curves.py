"""The picture of a run's curves, drawn from its metrics."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from trainer.runs.curves import draw_run, plot_run
from trainer.runs.metrics import MetricsLog
from trainer.training.fit import fit

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def log(tmp_path):
    return MetricsLog(tmp_path / "metrics.jsonl", None)


@pytest.fixture
def drawn(tmp_path):
    """Draws the metrics so far; gives the text of the picture."""

    def draw(name="curves.svg"):
        plot_run(tmp_path / "metrics.jsonl", tmp_path / name)
        return (tmp_path / name).read_text(encoding="utf-8")

    return draw


def curves(text):
    """Points of each curve, by its name."""
    groups = ElementTree.fromstring(text).iter(f"{SVG}g")
    return {
        group.get("id"): group.find(f"{SVG}path").get("d").split("\n")[:-1]
        for group in groups
        if not group.get("id", "_").rstrip("0123456789").endswith("_")
    }


@pytest.mark.usefixtures("curves_drawn")
def test_a_run_leaves_a_picture_of_its_course(recipe_for, small_bert, artifacts, tmp_path):
    fit(recipe_for(small_bert, epochs=1), artifacts, tmp_path / "run", device="cpu")
    text = (tmp_path / "run" / "curves.svg").read_text(encoding="utf-8")
    names = ["loss", "contrastive", "margin", "recall"]
    names += ["gradient_contrastive", "gradient_margin", "positive_cosine", "negative_cosine"]
    names += ["score", "alignment", "uniformity"]
    assert list(curves(text)) == names
    shown = [element.text for element in ElementTree.fromstring(text).iter(f"{SVG}text")]
    labels = ["loss", "contrastive", "margin", "recall", "contrastive", "margin"]
    labels += ["positive", "negative", "score", "alignment", "uniformity"]
    assert [name for name in shown if name in labels] == labels
    assert "validation: heldout_ranking" in shown
    assert "uniformity (less is better)" in shown


def test_without_metrics_there_is_no_picture(tmp_path):
    plot_run(tmp_path / "metrics.jsonl", tmp_path / "none.svg")
    assert not (tmp_path / "none.svg").exists()


def test_a_term_that_is_off_is_left_out_and_a_new_one_is_drawn(log, drawn):
    log.train(1, epoch=0, loss=0.5, margin=0.0, hardness=0.1, lr=1e-5, examples_per_second=3.0)
    assert set(curves(drawn())) == {"loss", "hardness"}


def test_lines_without_a_type_or_a_metric_are_drawn_as_far_as_they_go(drawn, tmp_path):
    lines = ['{"step": 1}', '{"step": 2, "type": "validation", "score": 0.5}']
    (tmp_path / "metrics.jsonl").write_text("\n".join(lines))
    text = drawn()
    assert set(curves(text)) == {"score"}
    assert "validation: score" in text


def test_a_long_run_keeps_its_last_point_in_a_small_file(log, drawn):
    for step in range(1, 3001):
        log.train(step, loss=1 / step + step % 7)
    assert len(curves(drawn())["loss"]) <= 400
    assert len(drawn()) < 40_000
    before = drawn()
    log.train(3001, loss=100.0)
    assert drawn() != before


def test_the_same_metrics_give_the_same_file(log, drawn):
    for step in range(1, 9):
        log.train(step, loss=1 / step)
        log.validation(step, metric="heldout_ranking", score=0.5, alignment=None, uniformity=-1.0)
    assert drawn("one.svg") == drawn("two.svg")


def test_the_picture_for_a_phone_has_the_same_curves_in_half_the_width(log, drawn, tmp_path):
    for step in range(1, 9):
        log.train(step, loss=1 / step)
    narrow = draw_run(tmp_path / "metrics.jsonl", narrow=True).decode()
    widths = [float(ElementTree.fromstring(text).get("width")[:-2]) for text in (drawn(), narrow)]
    assert widths[0] == 2 * widths[1]
    assert list(curves(narrow)) == list(curves(drawn()))
