from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.errors import UserError
from trainer.sweeps.grid import grid, split_values, sweep_seeds


def test_every_combination_with_the_last_setting_fastest():
    points = grid("demo", ["margin_alpha=0.1,0.15", "epochs=1", "rows=all,complete"])
    found = [(p.recipe.margin_alpha, p.recipe.epochs, p.recipe.rows) for p in points]
    assert found == [
        (0.1, 1, "all"),
        (0.1, 1, "complete"),
        (0.15, 1, "all"),
        (0.15, 1, "complete"),
    ]
    assert points[1].values == {"margin_alpha": "0.1", "rows": "complete"}
    assert points[1].name == "margin_alpha=0.1+epochs=1+rows=complete"


def test_without_values_there_is_one_point():
    (point,) = grid("demo", [], "some-model")
    assert (point.name, point.values, point.recipe.model) == ("unchanged", {}, "some-model")


def test_a_folder_keeps_its_name_when_values_are_added_and_no_two_share_one():
    (alone,) = grid("osscse", ["temperature=0.1", "epochs=3"])
    among = grid("osscse", ["temperature=0.05,0.1", "epochs=1,3"])
    assert alone.name in [point.name for point in among]
    texts = grid("osscse", ["template_anchor='a {} [MASK]','a: {} [MASK]'"])
    assert len({point.name for point in texts}) == 2
    assert not any(set(point.name) & set("'{}[]: ") for point in texts)


def test_every_problem_is_named_once_before_any_work():
    changes = ["epochs=0,1", "lr=1e-3,1e-4", "rows=all,some", "temperature", "epochs=2"]
    with pytest.raises(UserError) as caught:
        grid("demo", [*changes, "batch_size=8,"])
    problems = str(caught.value).splitlines()[1:]
    assert len(problems) == len(set(problems)) == 7
    for said in (
        "epochs is 0, it should be at least 1",
        "unknown key lr",
        "`trainer recipes --settings` explains every key.",
        "rows is 'some', not one of all, complete",
        "--set temperature: it should be key=value",
        "epochs is given twice",
        "--set batch_size=8,: there is a comma without a value",
    ):
        assert any(said in problem for problem in problems), said


def test_a_value_in_two_forms_is_refused():
    with pytest.raises(UserError, match=r"temperature=0\.10 comes twice"):
        grid("demo", ["temperature=0.1,0.10"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0.1, 0.2,0.3", ["0.1", "0.2", "0.3"]),
        ("", [""]),
        ("{negation=[0, 1], number=[0, 2]},{}", ["{negation=[0, 1], number=[0, 2]}", "{}"]),
        ("'one, two',\"it's, so\"", ["'one, two'", '"it\'s, so"']),
    ],
)
def test_commas_in_brackets_and_quotes_separate_nothing(text, expected):
    assert split_values(text) == expected


@given(st.lists(st.sampled_from(["1", "[1,2]", "{a=1,b=[2,3]}", "'x,y'", "w"]), min_size=1))
def test_values_come_back_as_they_were_joined(values):
    assert split_values(",".join(values)) == values


@pytest.mark.parametrize(
    ("changes", "count", "expected"),
    [
        ([], None, [42]),
        (["epochs=1"], 3, [42, 43, 44]),
        (["seed=3, 1,20"], None, [3, 1, 20]),
        (["seed=7"], 2, [7, 8]),
    ],
)
def test_seeds_are_consecutive_unless_they_are_listed(changes, count, expected):
    assert sweep_seeds(changes, count, 42) == expected
    assert {point.recipe.seed for point in grid("demo", changes)} == {42}


def test_seeds_are_whole_numbers_each_once():
    for wrong, said in (("1,two", "'two' is not a"), ("-1", "'-1'"), ("1,,2", "''"), ("", "''")):
        with pytest.raises(UserError, match=said):
            sweep_seeds([f"seed={wrong}"], None, 0)
    with pytest.raises(UserError, match="has a seed twice: give each once"):
        sweep_seeds(["seed=1,2,1"], None, 0)
    with pytest.raises(UserError, match="seed is given twice"):
        sweep_seeds(["seed=1", "seed=2"], None, 0)
    with pytest.raises(UserError, match="lists the seeds: leave --seeds 2 out"):
        sweep_seeds(["seed=1,5"], 2, 0)
