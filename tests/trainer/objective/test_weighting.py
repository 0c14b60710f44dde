from __future__ import annotations

from dataclasses import replace

import numpy as np
import torch

from tests.trainer.objective.building import ROWS, cosines, objective_of, seen_by
from trainer.objective.weighting import candidate_weights, instance_weights, load_judge


def test_instance_weights_are_equation_5_of_dclr():
    similarity = torch.tensor([[1.0, 0.9, 0.89], [0.9, 1.0, -1.0], [0.89, -1.0, 1.0]])
    assert instance_weights(similarity, 0.9).tolist() == [[0, 0, 1], [0, 0, 1], [1, 1, 0]]


def test_the_trained_encoder_can_weigh_its_own_negatives(recipe_for, tiny_bert):
    """By the vectors that are saved, before the head."""
    recipe = recipe_for(tiny_bert, base="dclr", weighting__model="self", weighting__threshold=0.9)
    objective = objective_of(recipe)
    vectors = objective.encoder.encode([row.anchor for row in ROWS])
    similarity = cosines(vectors, vectors)
    threshold = float(np.median(similarity[~np.eye(4, dtype=bool)]))
    judge = load_judge(replace(recipe.weighting, threshold=threshold), recipe.precision)
    seen = seen_by(objective)
    weights = judge(seen)
    assert weights.tolist() == (similarity < threshold).tolist()
    assert 0 < weights.sum() < 12
    assert not weights.requires_grad
    assert candidate_weights(seen, judge).shape == (4, 8)


def test_the_positive_of_another_variant_is_no_negative(recipe_for, tiny_bert):
    objective = objective_of(recipe_for(tiny_bert))
    twin = ROWS[0]._replace(paraphrase="a nurse , she sells bread .", kind="antonym")
    apart, together = seen_by(objective), seen_by(objective, [*ROWS, twin])
    assert candidate_weights(apart, None) is None
    weights = candidate_weights(together, None)
    expected = torch.ones(5, 5)
    expected[0, 4] = expected[4, 0] = 0
    assert weights.tolist() == expected.tolist()
