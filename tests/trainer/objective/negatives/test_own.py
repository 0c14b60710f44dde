from __future__ import annotations

import numpy as np
import pytest

from tests.trainer.objective.building import cosines, objective_of, parts, roles


@pytest.mark.parametrize("weight", [1.0, 4.0])
def test_an_anchors_own_negation_alone_is_below_its_fraction(recipe_for, tiny_bert, weight):
    """SNCSE, eq. 9, where the weight is 1."""
    recipe = recipe_for(tiny_bert, base="sncse", negation="ignored", hard_negative_weight=weight)
    objective = objective_of(recipe)
    assert roles(objective) == [4, 4, 0, 3]
    terms, of = parts(objective)
    powers = np.exp(cosines(of["anchor"], of["positive"]) / 0.05)
    own = {0: 0, 1: 1, 3: 2}
    losses = []
    for anchor, row in enumerate(powers):
        below = row.sum()
        if anchor in own:
            negation = of["negation"][[own[anchor]]]
            below += weight * np.exp(cosines(of["anchor"][[anchor]], negation)[0, 0] / 0.05)
        losses.append(-np.log(row[anchor] / below))
    assert terms.loss.item() == pytest.approx(float(np.mean(losses)), abs=1e-5)


def test_it_goes_with_the_margin(recipe_for, tiny_bert):
    recipe = recipe_for(tiny_bert, hard_negative_weight=1.0)
    plain, _ = parts(objective_of(recipe_for(tiny_bert)))
    terms, _ = parts(objective_of(recipe))
    assert terms.values["margin"].item() == pytest.approx(plain.values["margin"].item(), abs=1e-6)
    assert terms.values["contrastive"].item() > plain.values["contrastive"].item()
