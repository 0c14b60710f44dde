from __future__ import annotations

import numpy as np
import pytest
import torch

from tests.trainer.objective.building import ROWS, cosines, objective_of, roles, seen_by
from trainer.data.roles import Role


def test_paraphrases_are_pulled_up_to_the_target_by_their_rate(recipe_for, tiny_bert):
    changes = {"paraphrase_weight": 2.0, "margin_weight": 0.0}
    plain = objective_of(recipe_for(tiny_bert, **changes))
    assert roles(plain) == [4, 4, 3, 0]
    with torch.no_grad():
        encoded = seen_by(plain).encoded
    anchor, near = (encoded[role].numpy() for role in (Role.ANCHOR, Role.PARAPHRASE))
    similarity = np.diag(cosines(anchor[[0, 2, 3]], near))
    # Between the lowest and the highest, so that one is left where it is.
    target = float(np.sort(similarity)[1] + 1e-4)
    objective = objective_of(recipe_for(tiny_bert, **changes, paraphrase_target=target))
    with torch.no_grad():
        terms = objective.loss(seen_by(objective))
    lacking = np.maximum(target - similarity, 0)
    assert (lacking > 0).sum() == 2
    rates = np.array([ROWS[0].mer, ROWS[2].mer, ROWS[3].mer])
    expected = (rates * lacking).sum() / rates.sum()
    assert terms.values["paraphrase"].item() == pytest.approx(expected, abs=1e-5)
    rest = terms.values["contrastive"].item()
    assert terms.loss.item() == pytest.approx(rest + 2.0 * expected, abs=1e-5)
