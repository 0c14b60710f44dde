"""The benchmark of other words: what counts as a new one, and what a reader gets to read."""

import csv

import pytest

from pipeline.translation.decoding import Decoding
from tests.benchmarks import benchmark


@pytest.fixture
def wording():
    with benchmark("wording") as module:
        yield module


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "new"),
    [
        ("The firm bought a car.", "A company purchased an automobile.", 3),
        ("The firm bought a car.", "A car was bought by the firm.", 0),
        ("They repaired the roof.", "They were repairing the roofs.", 0),
        ("He left in 1990.", "He left in 1991 or so.", 0),
    ],
)
def test_a_new_word_has_content_and_no_other_form_in_the_sentence(wording, anchor, paraphrase, new):
    assert wording.Chosen(0, anchor, paraphrase, 0.3, 0.9).new == new


def test_the_mean_of_nothing_is_a_dash(wording):
    assert wording.mean([0.25, 0.5], ".3f") == "0.375"
    assert wording.mean([True, False, False, False], ".1%") == "25.0%"
    assert wording.mean([], ".3f") == "-"


def test_settings_of_the_way_back(wording):
    made = wording.parsed("beam_groups=2,diversity=0.5")
    assert made == {"beam_groups": 2, "diversity": 0.5}
    assert Decoding(beams=4, **made).problems() == []
    assert wording.parsed("usual") == {}


def test_readers_get_what_all_ways_have_first_and_each_text_once(wording, tmp_path):
    def chosen(*numbers, mark):
        return [wording.Chosen(i, f"anchor {i}", f"{mark} {i}", 0.3, 0.9) for i in numbers]

    ways = {
        "a": [*chosen(*range(8), mark="same"), *chosen(90, 91, mark="a")],
        "b": [*chosen(*range(4), mark="same"), *chosen(*range(4, 8), mark="b")],
    }
    wording.write(ways, 8, tmp_path, seed=5)
    rows, key = (
        list(csv.reader((tmp_path / f"{name}.tsv").read_text("utf-8").splitlines(), delimiter="\t"))
        for name in ("read", "key")
    )
    assert [row[0] for row in rows] == [row[0] for row in key] == [str(i) for i in range(12)]
    names = {tuple(row[1:]): by[1:] for row, by in zip(rows, key, strict=True)}
    assert names == {(f"anchor {i}", f"same {i}"): ["a", "b"] for i in range(4)} | {
        (f"anchor {i}", f"{mark} {i}"): [by]
        for i in range(4, 8)
        for mark, by in (("same", "a"), ("b", "b"))
    }
    assert rows != sorted(rows, key=lambda row: row[1:])
