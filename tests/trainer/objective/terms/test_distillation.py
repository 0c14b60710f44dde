from __future__ import annotations

import numpy as np
import pytest
import torch

from tests.trainer.objective.building import ROWS, cosines, objective_of, roles, seen_by
from trainer.data.batch import Role

DISTILL = {"distill_weight": 3.0, "margin_weight": 0.0, "pooling": "mean", "head": "mlp",
           "template_anchor": "", "template_other": ""}  # fmt: skip


def test_similarities_are_held_to_the_initial_encoders(recipe_for, tiny_bert):
    objective = objective_of(recipe_for(tiny_bert, **DISTILL))
    assert roles(objective) == [4, 4, 3, 0]
    texts = [row.anchor for row in ROWS]
    texts += [row.paraphrase for row in ROWS if row.paraphrase is not None]
    first = objective.encoder.encode(texts)
    with torch.no_grad():
        for parameter in objective.clipped():
            parameter.mul_(1.0 + 0.1 * torch.randn_like(parameter))
        seen = seen_by(objective)
        terms = objective.terms(seen)
    now = np.concatenate([seen.encoded[r].numpy() for r in (Role.ANCHOR, Role.PARAPHRASE)])
    np.testing.assert_allclose(now, objective.encoder.encode(texts), atol=1e-5)
    pairs = ~np.eye(len(texts), dtype=bool)
    expected = float(np.mean((cosines(now, now) - cosines(first, first))[pairs] ** 2))
    assert expected > 1e-6
    assert terms.values["distillation"].item() == pytest.approx(expected, rel=1e-3)
    rest = terms.values["contrastive"].item()
    assert terms.loss.item() == pytest.approx(rest + 3.0 * expected, abs=1e-5)


def test_the_initial_encoder_is_not_trained_and_not_in_the_state(recipe_for, tiny_bert):
    plain = objective_of(recipe_for(tiny_bert, margin_weight=0.0))
    objective = objective_of(recipe_for(tiny_bert, margin_weight=0.0, distill_weight=1.0))
    assert list(objective.state_dict()) == list(plain.state_dict())
    assert len(objective.clipped()) == len(plain.clipped())
