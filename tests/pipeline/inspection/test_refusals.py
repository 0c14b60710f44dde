"""Draws of refused candidates: as many of each reason, and the same ones for the same seed."""

from collections import Counter

import pytest

from pipeline.acceptance.judging import FilterConfig
from pipeline.execution.local import LocalExecutor
from pipeline.inspection.refusals import drawn_refusals
from pipeline.stages.filter import run_filter
from schemas.errors import UserError
from tests.artifacts import make_artifacts

STREETS = ("Oak", "Elm", "Ash", "Fir", "Bay")


@pytest.fixture(scope="module")
def refusing(tmp_path_factory):
    """Five sentences whose German candidates lost the polarity; one Russian one has another month,
    one is too close, and one is a copy."""
    sentences = {}
    for street in STREETS:
        anchor = f"Our neighbour mended the old roof of the barn on {street} Street in April."
        other = f"Our neighbour mended the barn's old roof on {street} Street in April."
        if street == "Oak":
            other = other.replace("April", "May")
        elif street == "Elm":
            other = anchor.replace("mended", "repaired")
        elif street == "Ash":
            other = anchor
        denied = f"Our neighbour did not mend the barn's old roof on {street} Street in April."
        sentences[anchor] = (None, [("de", denied, -0.1), ("ru", other, -0.2)])
    folder = make_artifacts(tmp_path_factory.mktemp("refusing") / "artifacts", sentences)
    run_filter(folder, FilterConfig(), executor=LocalExecutor(1))
    return folder


def test_each_reason_has_its_turn(refusing):
    assert Counter(one.reason for one in drawn_refusals(refusing, 2)) == {"polarity": 1, "times": 1}
    four = drawn_refusals(refusing, 4)
    assert Counter(one.reason for one in four) == {"polarity": 3, "times": 1}
    (may,) = (one for one in four if one.reason == "times")
    assert may.paraphrase == "Our neighbour mended the barn's old roof on Oak Street in May."
    assert (may.pivot_lang, may.rank, may.paraphrase_rule) == ("ru", 0, None)
    assert (may.parts, may.key) == (["paraphrase"], (may.id, "ru", 0))


def test_a_seed_gives_the_same_candidates_in_the_same_order(refusing):
    first = drawn_refusals(refusing, 3, seed=1)
    assert drawn_refusals(refusing, 3, seed=1) == first
    assert any(drawn_refusals(refusing, 3, seed=seed) != first for seed in (2, 3, 4))


def test_a_reason_and_a_pivot_choose(refusing):
    assert [one.reason for one in drawn_refusals(refusing, 9, reason="polarity")] == [
        "polarity"
    ] * 5
    assert [one.reason for one in drawn_refusals(refusing, 9, pivot="ru")] == ["times"]
    for wording in ("mer_below", "copy"):
        assert [one.reason for one in drawn_refusals(refusing, 9, reason=wording)] == [wording]


def test_a_pivot_finds_translations_that_rules_changed(tmp_path):
    anchor = "The old boat was mended by two men in April."
    refused = "Two men mended the old boat in {}."
    folder = make_artifacts(
        tmp_path / "artifacts",
        {anchor: (None, [("ru", refused.format("May"), -0.1)])},
        rephrasings={
            anchor: [
                ("ru+active.v1", refused.format("June"), 0),
                ("active.v1+fronted.v1", refused.format("July")),
            ]
        },
    )
    run_filter(folder, FilterConfig(max_mer=1), executor=LocalExecutor(1))
    found = drawn_refusals(folder, 9, pivot="ru")
    assert {one.paraphrase_rule for one in found} == {None, "ru+active.v1"}
    assert len(drawn_refusals(folder, 9)) == 3


def test_reasons_are_mixed(refusing):
    """A reader who sees all of one reason in a row can tell it."""
    orders = [[one.reason for one in drawn_refusals(refusing, 6, seed=seed)] for seed in range(8)]
    assert len({order.index("times") for order in orders}) > 2


def test_what_is_not_there_is_told(refusing, tmp_path):
    said = "No candidate of ru was refused because of 'polarity'; the reasons in .* are copy,"
    with pytest.raises(UserError, match=said):
        drawn_refusals(refusing, 9, reason="polarity", pivot="ru")
    with pytest.raises(UserError, match="No candidate was refused because of 'accepted'; the"):
        drawn_refusals(refusing, 9, reason="accepted")
    with pytest.raises(UserError, match="run `pipeline run all --input FILE"):
        drawn_refusals(tmp_path, 9)


def test_where_nothing_is_refused_no_reason_is_offered(tmp_path):
    sentences = {"The shop closes at 6.": (None, [("de", "The shop shuts its doors at 6.", -0.1)])}
    folder = make_artifacts(tmp_path / "artifacts", sentences)
    run_filter(folder, FilterConfig(), executor=LocalExecutor(1))
    with pytest.raises(UserError) as refused:
        drawn_refusals(folder, 9)
    assert str(refused.value) == "No candidate was refused by a guard or a judge."
