from __future__ import annotations

import re
from xml.etree import ElementTree

from rich.console import Console

from trainer.sweeps.running import Outcome
from trainer.sweeps.showing import plot_sweep, sweep_json, sweep_table

START = {"dev_spearman": 82.0, "contrast": 55.0}
OUTCOMES = [
    Outcome(
        f"{alpha}+{rows}",
        {"margin_alpha": alpha, "rows": rows},
        {
            1: {"dev_spearman": dev, "contrast": dev - 20},
            2: {"dev_spearman": dev + 2, "contrast": dev - 10},
        },
        {},
    )
    for alpha, dev in (("0.01", 80.0), ("1", 70.0))
    for rows in ("all", "complete")
]
OUTCOMES[3] = Outcome(
    "1+complete", {"margin_alpha": "1", "rows": "complete"}, {}, {1: "no number", 2: "same"}
)


def test_the_table_has_mean_and_deviation_of_each_point():
    console = Console(width=200, record=True)
    console.print(sweep_table(OUTCOMES, START))
    lines = [line.strip() for line in console.export_text().splitlines() if line.strip()]
    assert [re.split(" {3,}", line) for line in lines[3:]] == [
        ["before training", "82.00", "55.00"],
        ["0.01", "all", "2", "81.00 ± 1.41", "65.00 ± 7.07"],
        ["0.01", "complete", "2", "81.00 ± 1.41", "65.00 ± 7.07"],
        ["1", "all", "2", "71.00 ± 1.41", "55.00 ± 7.07"],
        ["1", "complete", "0", "failed", "failed"],
    ]


def test_the_json_has_every_run(tmp_path):
    found = sweep_json(OUTCOMES, START, tmp_path)
    assert found["figures"] == {
        "dev_spearman": "dev, Spearman x 100",
        "contrast": "bundled contrast triples, %",
    }
    assert found["points"][2]["folder"] == "1+all"
    assert found["points"][2]["seeds"]["2"] == {"dev_spearman": 72.0, "contrast": 60.0}
    assert found["points"][2]["mean"] == {"dev_spearman": 71.0, "contrast": 55.0}
    assert found["points"][3]["failed"] == {"1": "no number", "2": "same"}
    assert found["points"][3]["mean"] == {}


def test_the_picture_has_a_curve_for_each_value_of_the_second_setting(tmp_path):
    plot_sweep(OUTCOMES, START, tmp_path / "sweep.svg")
    text = (tmp_path / "sweep.svg").read_text(encoding="utf-8")
    names = {group.get("id") for group in ElementTree.fromstring(text).iter() if group.get("id")}
    for figure in START:
        assert {f"{figure}, rows all", f"{figure}, rows complete", f"{figure}, before"} <= names
    shown = [
        one.text for one in ElementTree.fromstring(text).iter("{http://www.w3.org/2000/svg}text")
    ]
    assert {"0.01", "1", "margin_alpha", "dev, Spearman x 100"} <= set(shown)


def test_words_are_drawn_too_and_nothing_where_no_run_has_ended(tmp_path):
    worded = [
        Outcome(word, {"rows": word}, {1: {"contrast": 50.0}}, {}) for word in ("all", "complete")
    ]
    plot_sweep(worded, {}, tmp_path / "words.svg")
    assert ">complete<" in (tmp_path / "words.svg").read_text(encoding="utf-8")
    plot_sweep([OUTCOMES[3]], {}, tmp_path / "none.svg")
    assert not (tmp_path / "none.svg").exists()
