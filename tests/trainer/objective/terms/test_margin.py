"""The margin's forms against NumPy on the vectors of a batch."""

from __future__ import annotations

import numpy as np
import pytest

from tests.trainer.objective.building import ROWS, cosines, hinge, objective_of, parts

# The rows with paraphrase and negation.
KINDS = {1: "negation", 4: "number"}
TOLD = [row._replace(kind=KINDS.get(row.id)) for row in ROWS]


def diagonals(of):
    """Cosines of anchor and paraphrase, anchor and negation, paraphrase and negation."""
    anchor, near, far = of["anchor"][[0, 3]], of["paraphrase"], of["negation"]
    return [np.diag(cosines(x, y)) for x, y in ((anchor, near), (anchor, far), (near, far))]


def test_the_margin_from_both_ends_is_the_mean_of_the_two(recipe_for, tiny_bert):
    changes = {"margin_from": "both", "margin_alpha": 0.35, "margin_beta": "none"}
    terms, of = parts(objective_of(recipe_for(tiny_bert, **changes)))
    wanted, from_anchor, from_paraphrase = diagonals(of)
    # No upper bound: only the lower one can be missed.
    ends = [np.mean(np.maximum(0.35 - (wanted - far), 0)) for far in (from_anchor, from_paraphrase)]
    assert abs(ends[0] - ends[1]) > 1e-3
    assert terms.values["margin"].item() == pytest.approx(np.mean(ends), abs=1e-5)


def test_kinds_have_bounds_of_their_own(recipe_for, tiny_bert):
    changes = {"margin_kinds": "{number=[0.4, 2.0]}", "margin_from": "both"}
    terms, of = parts(objective_of(recipe_for(tiny_bert, **changes)), TOLD)
    wanted, *ends = diagonals(of)
    by_row = [
        hinge(wanted[[row]], far[[row]], *bounds)
        for far in ends
        for row, bounds in enumerate([(0.05, 0.2), (0.4, 2.0)])
    ]
    assert terms.values["margin"].item() == pytest.approx(np.mean(by_row), abs=1e-5)


def test_a_kind_that_is_not_known_has_the_general_bounds(recipe_for, tiny_bert):
    changed = recipe_for(tiny_bert, margin_kinds="{number=[0.4, 2.0]}")
    general, _ = parts(objective_of(recipe_for(tiny_bert)))
    terms, _ = parts(objective_of(changed))
    assert terms.values["margin"].item() == pytest.approx(general.values["margin"].item())
