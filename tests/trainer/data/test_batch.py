"""The rows of a batch after a change of their tokens."""

from __future__ import annotations

import pytest

from schemas.errors import UserError
from tests.trainer.objective.building import ROWS, objective_of, prepared
from trainer.data.roles import Role


@pytest.mark.parametrize("limit", [8, 10])
def test_a_limit_that_leaves_a_sentence_no_token_is_refused(recipe_for, tiny_bert, limit):
    recipe = recipe_for(tiny_bert, max_eval_tokens=limit)
    with pytest.raises(UserError, match=f"are cut to {limit} tokens .* alone take 10: raise max_"):
        objective_of(recipe)
    assert objective_of(recipe_for(tiny_bert, max_eval_tokens=11)).encoder.encode(["a nurse"]).any()


@pytest.mark.parametrize(("change", "left"), [("crop", 0.6), ("delete", 0.6), ("reorder", 1.0)])
def test_only_a_positives_sentence_changes_and_nothing_around_it(
    recipe_for, tiny_bert, change, left
):
    recipe = recipe_for(tiny_bert, perturbation__tokens=change, perturbation__tokens_share=0.4)
    objective = objective_of(recipe)
    whole, changed = objective.batcher(ROWS), prepared(objective)
    for before, after in zip(whole.rows, changed.rows, strict=True):
        if before.role != Role.POSITIVE:
            assert after == before
            continue
        start, end = before.sentence
        assert after.sentence == (start, start + after.sentence_tokens)
        assert after.sentence_tokens == round(end - start - (1 - left) * (end - start))
        assert after.ids[:start] == before.ids[:start]
        assert after.ids[after.sentence[1] :] == before.ids[end:]
        assert set(after.ids[start : after.sentence[1]]) <= set(before.ids[start:end])
        assert after.ids != before.ids
    terms = objective.loss(objective.see(changed, objective.reader.read(changed.rows)))
    assert terms.loss.isfinite()
