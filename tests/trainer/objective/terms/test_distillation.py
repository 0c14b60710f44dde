from __future__ import annotations

import numpy as np
import pytest
import torch

from tests.trainer.objective.building import ROWS, cosines, objective_of, roles, seen_by
from tests.trainer.training.runs import stopped_before_step, weights
from trainer.data.roles import Role
from trainer.data.triples import TripleTable
from trainer.encoders.folder import load_encoder
from trainer.objective.frozen import FrozenEncoder
from trainer.training.fit import fit

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
        terms = objective.loss(seen)
    now = np.concatenate([seen.encoded[r].numpy() for r in (Role.ANCHOR, Role.PARAPHRASE)])
    np.testing.assert_allclose(now, objective.encoder.encode(texts), atol=1e-5)
    pairs = ~np.eye(len(texts), dtype=bool)
    expected = float(np.mean((cosines(now, now) - cosines(first, first))[pairs] ** 2))
    assert expected > 1e-6
    assert terms.values["distillation"].item() == pytest.approx(expected, rel=1e-3)
    rest = terms.values["contrastive"].item()
    assert terms.loss.item() == pytest.approx(rest + 3.0 * expected, abs=1e-5)


def test_similarities_are_held_to_those_of_another_encoder_that_the_recipe_names(
    recipe_for, tiny_bert, tiny_roberta
):
    recipe = recipe_for(tiny_bert, **DISTILL, distill_from=str(tiny_roberta))
    objective = objective_of(recipe)
    texts = [row.anchor for row in ROWS]
    texts += [row.paraphrase for row in ROWS if row.paraphrase is not None]
    other = load_encoder(str(tiny_roberta), pooling="mean").encode(texts)
    with torch.no_grad():
        seen = seen_by(objective)
        terms = objective.loss(seen)
    now = np.concatenate([seen.encoded[r].numpy() for r in (Role.ANCHOR, Role.PARAPHRASE)])
    pairs = ~np.eye(len(texts), dtype=bool)
    expected = float(np.mean((cosines(now, now) - cosines(other, other))[pairs] ** 2))
    assert expected > 1e-6
    assert terms.values["distillation"].item() == pytest.approx(expected, rel=1e-3)
    alone = objective_of(recipe_for(tiny_bert, **DISTILL))
    assert list(objective.state_dict()) == list(alone.state_dict())


def test_the_initial_encoder_is_not_trained_and_not_in_the_state(recipe_for, tiny_bert):
    plain = objective_of(recipe_for(tiny_bert, margin_weight=0.0))
    objective = objective_of(recipe_for(tiny_bert, margin_weight=0.0, distill_weight=1.0))
    assert list(objective.state_dict()) == list(plain.state_dict())
    assert len(objective.clipped()) == len(plain.clipped())


def test_a_run_computes_each_vector_once_and_resumes_to_the_same_weights(
    recipe_for, small_bert, artifacts, tmp_path, monkeypatch
):
    encoded: list[int] = []
    real = FrozenEncoder._encoded

    def counting(self, rows, size, width):
        encoded.append(len(rows))
        return real(self, rows, size, width)

    monkeypatch.setattr(FrozenEncoder, "_encoded", counting)
    monkeypatch.setattr("trainer.training.fit.FORESEEN_ROWS", 24)
    recipe = recipe_for(small_bert, distill_weight=5.0, head="none")
    fit(recipe, artifacts, tmp_path / "whole", device="cpu")
    table = TripleTable(artifacts)
    rows = list(table.training(seed=0, epoch=0, buffer=9, heldout=recipe.heldout, rows="all"))
    texts = {row.anchor for row in rows} | {row.paraphrase for row in rows if row.paraphrase}
    assert sum(encoded) == len(texts)
    with stopped_before_step(9, monkeypatch), pytest.raises(KeyboardInterrupt):
        fit(recipe, artifacts, tmp_path / "run", device="cpu")
    assert fit(recipe, artifacts, tmp_path / "run", device="cpu", resume=True).resumed_from == 5
    assert weights(tmp_path / "run") == weights(tmp_path / "whole")
