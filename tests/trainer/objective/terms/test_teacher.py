from __future__ import annotations

import numpy as np
import pytest

from tests.trainer.objective.building import ROWS, cosines, objective_of, parts, roles
from trainer.encoders.folder import load_encoder


def shares(similarity, temperature):
    powers = np.exp(similarity / temperature)
    return powers / powers.sum(1, keepdims=True)


def test_a_teachers_shares_of_the_candidates_are_the_target(recipe_for, tiny_bert, tiny_roberta):
    """Hinton et al., 2015: the divergence of the student's shares from the teacher's."""
    recipe = recipe_for(
        tiny_bert,
        base="simcse",
        contrastive_weight=0.5,
        teacher__model=str(tiny_roberta),
        teacher__pooling="mean",
        teacher__weight=2.0,
        teacher__temperature=0.3,
    )
    objective = objective_of(recipe)
    assert roles(objective) == [4, 4, 0, 0]
    terms, of = parts(objective)
    known = load_encoder(str(tiny_roberta), pooling="mean").encode([row.anchor for row in ROWS])
    wanted = shares(cosines(known, known), 0.3)
    given = shares(cosines(of["anchor"], of["positive"]), 0.3)
    expected = float((wanted * np.log(wanted / given)).sum(1).mean())
    assert expected > 1e-4
    assert terms.values["teacher"].item() == pytest.approx(expected, abs=1e-5)
    rest = 0.5 * terms.values["contrastive"].item()
    assert terms.loss.item() == pytest.approx(rest + 2.0 * expected, abs=1e-4)
    assert not [name for name in objective.state_dict() if "teacher" in name or "frozen" in name]


def test_without_a_model_there_is_no_teacher(recipe_for, tiny_bert):
    terms, _ = parts(objective_of(recipe_for(tiny_bert)))
    assert "teacher" not in terms.values
