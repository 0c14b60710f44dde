"""What changed between models, and which changes are losses."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from trainer.evaluation.report.changes import (
    Change,
    Measure,
    changes,
    changes_table,
    losses_table,
    summaries,
)
from trainer.evaluation.report.material import Diagnosis
from trainer.evaluation.scores.contrast import ContrastScores, Figure
from trainer.evaluation.scores.geometry import Distribution
from trainer.evaluation.scores.probe import KindScore, Probe
from trainer.evaluation.scores.sts import StsScores


class Ranking:
    """Transformations, as far as the summary reads them."""

    def __init__(self, ranking):
        self.ranking = ranking


def diagnosis(ranking, stsb, unrelated):
    """A diagnosis with figures in the places that the summary reads."""
    absent = dict.fromkeys(field.name for field in fields(Diagnosis))
    given = {
        "transformations": Ranking(ranking),
        "sts": StsScores({"STSB": stsb}, {"STSB": 9}, stsb, ["STSB"], [], {}),
        "splits": {},
        "distributions": [Distribution("negative", unrelated, [], [])],
    }
    return Diagnosis(**absent | given)


def contrast(roles, numbers):
    mean = Figure(2, (roles + numbers) / 2, 0.0, 100.0)
    kinds = {kind: Figure(1, score, 0.0, 100.0) for kind, score in
             (("roles", roles), ("numbers", numbers))}  # fmt: skip
    return ContrastScores({"set": mean}, {"set": kinds}, {}, mean, None)


MODELS = {"demo": diagnosis(0.13, 80.0, 0.10), "mine": diagnosis(0.37, 79.5, 0.105)}
CONTRAST = {"demo": contrast(40.0, 60.0), "mine": contrast(70.0, 50.0)}


def cells(table):
    return list(zip(*(list(column.cells) for column in table.columns), strict=True))


def test_the_summary_says_what_rose_and_how_much_fell():
    (said,) = summaries(MODELS, CONTRAST)
    assert said == (
        "From demo to mine: paraphrase ranked above negation 13.0 % → 37.0 %;"
        " contrast triples ranked correctly 50.0 % → 60.0 %;"
        " average correlation with human scores 80.0 → 79.5. 3 of the scores below got worse."
    )


def test_the_losses_have_every_figure_that_fell_and_no_other_the_largest_first():
    assert cells(losses_table(MODELS, CONTRAST)) == [
        ("contrast triples of set, numbers", "60.0 %", "50.0 % (-10.0)"),
        ("average correlation with human scores", "80.0", "79.5 (-0.5)"),
        ("correlation with human scores, STSB", "80.0", "79.5 (-0.5)"),
    ]


def test_each_set_of_several_and_each_kind_of_held_out_triples_is_compared():
    def scores(one, other):
        sets = {"A": Figure(30, one, 0.0, 100.0), "B": Figure(30, other, 0.0, 100.0)}
        return ContrastScores(sets, {}, sets, None, None)

    def with_probe(share):
        kinds = [KindScore("roles", 4, share, 0.5), KindScore("negation", 4, 1.0, 0.5)]
        probe = Probe(8, 1.0, 0.9, 0.5, 0.4, kinds, [], 0.1, -1.0, 0.0)
        return replace(MODELS["demo"], probe=probe)

    models = {"demo": with_probe(0.75), "mine": with_probe(0.5)}
    found = losses_table(models, {"demo": scores(60.0, 40.0), "mine": scores(55.0, 45.0)})
    assert cells(found) == [
        ("held-out triples, roles", "75.0 %", "50.0 % (-25.0)"),
        ("contrast triples of A", "60.0 %", "55.0 % (-5.0)"),
        ("average precision on A", "60.0", "55.0 (-5.0)"),
    ]


def test_equal_models_have_no_losses():
    same = {"a": MODELS["demo"], "b": MODELS["demo"]}
    assert losses_table(same, {}) is None
    assert summaries(same, {})[0].endswith("80.0 → 80.0. No score below got worse.")


def test_each_later_model_has_a_column():
    table = changes_table(MODELS | {"third": diagnosis(None, 81.0, 0.1)}, {})
    assert cells(table) == [
        ("paraphrase ranked above negation", "13.0 %", "37.0 % (+24.0)", "–"),
        ("average correlation with human scores", "80.0", "79.5 (-0.5)", "81.0 (+1.0)"),
    ]


@pytest.mark.parametrize(
    ("after", "sign", "least", "lost"),
    [(79.9, 1, 0.1, True), (79.96, 1, 0.1, False), (81.0, -1, 1.0, True), (80.9, -1, 1.0, False)],
)
def test_a_loss_is_a_change_for_the_worse_that_counts(after, sign, least, lost):
    assert Change(Measure("x", after, "", sign, least), 80.0).is_loss is lost


def test_only_common_figures_are_compared():
    found = changes([Measure("a", 1.0)], [Measure("b", 2.0), Measure("a", 3.0)])
    assert found == [Change(Measure("a", 3.0), 1.0)]
