from __future__ import annotations

import numpy as np
import pytest
import torch

from tests.trainer.objective.building import ROWS, cosines, objective_of, parts
from trainer.data.roles import Role
from trainer.objective.cosines import mean_cosines
from trainer.objective.loss import Terms
from trainer.objective.seen import Seen
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


def test_without_positives_or_other_anchors_there_are_none(recipe_for, tiny_bert):
    terms, _ = parts(objective_of(recipe_for(tiny_bert, contrastive_weight=0.0)))
    assert terms.cosines == {}
    terms, _ = parts(objective_of(recipe_for(tiny_bert)), ROWS[:1])
    assert terms.cosines == {}


def test_parts_of_a_batch_count_by_their_share():
    def terms(value):
        named = {} if value is None else {"positive_cosine": torch.tensor(value)}
        return Terms(torch.zeros(()), {}, named)

    together = weighted([(0.5, terms(0.2)), (0.4, terms(0.8)), (0.1, terms(None))])
    expected = (0.5 * 0.2 + 0.4 * 0.8) / 0.9
    assert together.cosines["positive_cosine"].item() == pytest.approx(expected)
