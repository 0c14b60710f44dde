from __future__ import annotations

import numpy as np
import pytest
import torch

from tests.trainer.objective.building import ROWS, cosines, objective_of, parts, roles
from tests.trainer.training.runs import lines, weights
from trainer.data.roles import Role
from trainer.objective.cosines import COSINES, mean_cosines
from trainer.objective.loss import Terms
from trainer.objective.seen import Seen
from trainer.training.fit import fit
from trainer.training.gradients import weighted


def test_cosines_are_those_of_own_positives_and_of_the_others(recipe_for, tiny_bert):
    terms, of = parts(objective_of(recipe_for(tiny_bert)))
    every = cosines(of["anchor"], of["positive"])
    others = every[~np.eye(len(ROWS), dtype=bool)]
    assert list(terms.cosines) == ["positive_cosine", "negative_cosine"]
    assert terms.cosines["positive_cosine"].item() == pytest.approx(np.diag(every).mean(), abs=1e-6)
    assert terms.cosines["negative_cosine"].item() == pytest.approx(others.mean(), abs=1e-6)


def test_an_own_positive_stands_for_the_encoded_one():
    anchor, positive = torch.eye(2), torch.tensor([[1.0, 1.0], [1.0, -1.0]])
    seen = Seen([], {Role.ANCHOR: anchor, Role.POSITIVE: positive}, {}, own=anchor)
    found = [value.item() for value in mean_cosines(seen).values()]
    assert found == pytest.approx([1.0, 2**-0.5])


WITHOUT_POSITIVES = {"contrastive_weight": 0.0, "margin_weight": 1.0, "recall_gamma": 0.0}
WITHOUT_POSITIVES |= {"head": "none", "distill_weight": 10.0, "paraphrase_weight": 1.0}


def test_without_positives_cosines_are_those_of_paraphrases(recipe_for, tiny_bert):
    objective = objective_of(recipe_for(tiny_bert, **WITHOUT_POSITIVES))
    assert roles(objective) == [4, 0, 3, 2]  # no more is encoded than the terms compare
    terms, of = parts(objective)
    every = cosines(of["anchor"][[0, 2, 3]], of["paraphrase"])  # the second row has none
    others = every[~np.eye(3, dtype=bool)]
    assert terms.cosines["positive_cosine"].item() == pytest.approx(np.diag(every).mean(), abs=1e-6)
    assert terms.cosines["negative_cosine"].item() == pytest.approx(others.mean(), abs=1e-6)


@pytest.mark.parametrize("changes", [{}, WITHOUT_POSITIVES], ids=["positives", "paraphrases"])
def test_variants_of_a_sentence_are_no_strangers(recipe_for, tiny_bert, changes):
    other = ROWS[0]._replace(paraphrase="a nurse bread sells .", negation="a cousin sells bread .")
    rows = [ROWS[0], other, ROWS[3]]
    terms, of = parts(objective_of(recipe_for(tiny_bert, **changes)), rows)
    every = cosines(of["anchor"], of["paraphrase" if changes else "positive"])
    strangers = [every[0, 2], every[1, 2], every[2, 0], every[2, 1]]
    assert terms.cosines["negative_cosine"].item() == pytest.approx(np.mean(strangers), abs=1e-6)
    alone, _ = parts(objective_of(recipe_for(tiny_bert, **changes)), rows[:2])
    assert alone.cosines == {}


def test_without_positives_paraphrases_or_others_there_are_none(recipe_for, tiny_bert):
    without = recipe_for(tiny_bert, **WITHOUT_POSITIVES)
    for recipe, rows in (
        (recipe_for(tiny_bert), ROWS[:1]),
        (without, ROWS[:2]),
        (without, ROWS[1:2]),
    ):
        terms, _ = parts(objective_of(recipe), rows)
        assert terms.cosines == {}


@pytest.mark.usefixtures("curves_drawn")
def test_a_run_without_positives_logs_and_draws_them_and_learns_the_same(
    recipe_for, small_bert, artifacts, tmp_path, monkeypatch
):
    recipe = recipe_for(small_bert, **WITHOUT_POSITIVES, rows="complete", variants="all", epochs=1)
    fit(recipe, artifacts, tmp_path / "run", device="cpu")
    logged = lines(tmp_path / "run", "train")
    assert len(logged) == 4
    assert all(-1 < line[name] < 1 for line in logged for name in COSINES)
    curves = (tmp_path / "run" / "curves.svg").read_text(encoding="utf-8")
    assert all(f'id="{name}"' in curves for name in COSINES)
    monkeypatch.setattr("trainer.objective.loss.mean_cosines", lambda seen: {})
    fit(recipe, artifacts, tmp_path / "unlogged", device="cpu")
    assert "positive_cosine" not in lines(tmp_path / "unlogged", "train")[0]
    assert weights(tmp_path / "run") == weights(tmp_path / "unlogged")


def test_parts_of_a_batch_count_by_their_share():
    def terms(value):
        named = {} if value is None else {"positive_cosine": torch.tensor(value)}
        return Terms(torch.zeros(()), {}, named)

    together = weighted([(0.5, terms(0.2)), (0.4, terms(0.8)), (0.1, terms(None))])
    expected = (0.5 * 0.2 + 0.4 * 0.8) / 0.9
    assert together.cosines["positive_cosine"].item() == pytest.approx(expected)
