"""The terms of a batch against plain NumPy on the vectors that the encoder gives."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from schemas.errors import UserError, WorkFailed
from tests.trainer.objective.building import (
    ROWS,
    cosines,
    hinge,
    nce,
    objective_of,
    parts,
    prepared,
    roles,
    seen_by,
    terms_of,
    weights_of,
)
from trainer.data.roles import Role
from trainer.encoders.backbone import first_position
from trainer.encoders.folder import load_encoder
from trainer.objective.loss import Terms
from trainer.objective.objective import _denoised
from trainer.objective.reader import with_head
from trainer.objective.seen import Seen


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, [4, 4, 2, 2]),
        ({"margin_weight": 0.0}, [4, 4, 0, 0]),
        ({"negation": "ignored"}, [4, 4, 0, 0]),
        ({"margin_positive": "positive"}, [4, 4, 0, 3]),
        ({"negation": "negative"}, [4, 4, 0, 3]),
        ({"negation": "positive", "margin_weight": 0.0}, [4, 4, 0, 3]),
        ({"contrastive_weight": 0.0}, [4, 0, 2, 2]),
        ({"contrastive_weight": 0.0, "margin_positive": "positive"}, [4, 4, 0, 3]),
    ],
)
def test_texts_that_no_term_uses_are_not_encoded(recipe_for, tiny_bert, changes, expected):
    assert roles(objective_of(recipe_for(tiny_bert, **changes))) == expected


def test_osscse_is_contrast_and_margin_of_paraphrases(recipe_for, tiny_bert):
    terms, of = parts(objective_of(recipe_for(tiny_bert)))
    contrast = nce(of["anchor"], of["positive"])
    anchor = of["anchor"][[0, 3]]
    near, far = (np.diag(cosines(anchor, of[r])) for r in ("paraphrase", "negation"))
    margin = hinge(near, far, 0.05, 0.2)
    assert terms.values["contrastive"].item() == pytest.approx(contrast, abs=1e-5)
    assert terms.values["margin"].item() == pytest.approx(margin, abs=1e-5)
    assert terms.loss.item() == pytest.approx(contrast + 1e-3 * margin, abs=1e-5)


def test_sncse_measures_the_margin_from_the_positive(recipe_for, tiny_bert):
    terms, of = parts(objective_of(recipe_for(tiny_bert, base="sncse")))
    index = [0, 1, 3]
    near = np.diag(cosines(of["anchor"][index], of["positive"][index]))
    far = np.diag(cosines(of["anchor"][index], of["negation"]))
    margin = hinge(near, far, 0.1, 0.3)
    assert terms.values["margin"].item() == pytest.approx(margin, abs=1e-5)
    contrast = nce(of["anchor"], of["positive"])
    assert terms.loss.item() == pytest.approx(contrast + 1e-3 * margin, abs=1e-5)


def test_negations_as_negatives_stand_in_every_sum(recipe_for, tiny_bert):
    terms, of = parts(objective_of(recipe_for(tiny_bert, base="sncse", negation="negative")))
    expected = nce(of["anchor"], np.concatenate([of["positive"], of["negation"]]))
    assert terms.loss.item() == pytest.approx(expected, abs=1e-5)
    assert terms.values["margin"].item() == 0.0


def test_negations_as_positives_add_a_contrast_among_themselves(recipe_for, tiny_bert):
    """SNCSE, eq. 8."""
    terms, of = parts(objective_of(recipe_for(tiny_bert, base="sncse", negation="positive")))
    own, other = nce(of["anchor"], of["positive"]), nce(of["anchor"][[0, 1, 3]], of["negation"])
    assert terms.loss.item() == pytest.approx(own + other, abs=1e-5)


def test_an_anchors_own_vector_with_noise_is_its_positive(recipe_for, tiny_bert):
    """N(0, s^2) with the batch's deviation s; the others' positives are encoded ones."""
    recipe = recipe_for(
        tiny_bert,
        base="simcse",
        positive="anchor",
        perturbation__output="batch-noise",
        perturbation__output_strength=1.0,
    )
    objective = objective_of(recipe)
    assert roles(objective) == [4, 4, 0, 0]
    objective.encoder.train()  # so that anchors and encoded positives differ
    terms, of = parts(objective)
    noise = torch.randn(4, 32, generator=torch.Generator().manual_seed(recipe.seed)).numpy()
    own = of["anchor"] + noise * of["anchor"].std(0, ddof=1)
    near = cosines(of["anchor"], of["positive"])
    np.fill_diagonal(near, np.diag(cosines(of["anchor"], own)))
    powers = np.exp(near / 0.05)
    expected = np.mean([-np.log(row[i] / row.sum()) for i, row in enumerate(powers)])
    assert terms.loss.item() == pytest.approx(float(expected), abs=1e-4)


def test_each_term_can_be_removed(recipe_for, tiny_bert):
    without_contrast, _ = parts(objective_of(recipe_for(tiny_bert, contrastive_weight=0.0)))
    assert without_contrast.values["contrastive"].item() == 0.0
    assert without_contrast.loss.item() == pytest.approx(
        1e-3 * without_contrast.values["margin"].item()
    )
    without_margin, _ = parts(objective_of(recipe_for(tiny_bert, margin_weight=0.0)))
    assert without_margin.values["margin"].item() == 0.0
    assert without_margin.loss.item() == without_margin.values["contrastive"].item()


@pytest.mark.parametrize(("model", "first"), [("tiny_bert", 0), ("tiny_roberta", 2)])
def test_denoising_takes_off_the_bare_templates_state(recipe_for, request, model, first):
    """Each text and each bare template by itself, with positions from the backbone's first."""
    recipe = recipe_for(request.getfixturevalue(model), base="promptbert")
    objective = objective_of(recipe)
    batch = prepared(objective)
    assert first_position(objective.encoder.backbone) == first
    encoder, head = objective.encoder, objective.head
    with torch.no_grad():
        vectors = _denoised(batch, objective.reader.read(batch.rows))
        finished = with_head(head, vectors, "fp32").numpy()
    for row, found in zip(batch.rows, finished, strict=True):
        if row.role == Role.TEMPLATE:
            continue
        start, end = row.sentence
        places = [*range(start), *range(end, len(row.ids))]
        states = []
        for ids, positions in (
            (row.ids, range(len(row.ids))),
            ([row.ids[i] for i in places], places),
        ):
            with torch.no_grad():
                output = encoder.backbone(
                    input_ids=torch.tensor([ids]),
                    position_ids=torch.tensor([[first + p for p in positions]]),
                ).last_hidden_state[0]
            states.append(output[ids.index(encoder.tokenization.mask_id)])
        dense = head[0]
        delta = (states[0] - states[1]).numpy()
        expected = np.tanh(dense.weight.detach().numpy() @ delta + dense.bias.detach().numpy())
        np.testing.assert_allclose(found, expected, atol=1e-5)


def test_a_bare_template_is_encoded_once_for_each_length(recipe_for, tiny_bert):
    batch = prepared(objective_of(recipe_for(tiny_bert, base="promptbert")))
    lengths = {row.sentence_tokens for row in batch.rows if row.role == Role.ANCHOR}
    assert len(batch.places(Role.TEMPLATE)) == 2 * len(lengths)
    whole, bare = batch.rows[0], batch.rows[batch.templates[0, batch.rows[0].sentence_tokens]]
    assert bare.positions is not None
    assert len(bare.ids) == len(whole.ids) - whole.sentence_tokens
    assert bare.positions[-1] == len(whole.ids) - 1


def test_dclr_weighs_the_batch_and_adds_noise(recipe_for, tiny_bert, tiny_roberta):
    """Eq. 6: a sum of negatives alone, without similar sentences, with drawn vectors."""
    judge = load_encoder(str(tiny_roberta), pooling="mean").encode([row.anchor for row in ROWS])
    similarity = cosines(judge, judge)
    threshold = float(np.median(similarity[~np.eye(4, dtype=bool)]))
    recipe = recipe_for(
        tiny_bert,
        base="dclr",
        weighting__model=tiny_roberta,
        weighting__pooling="mean",
        weighting__threshold=threshold,
    )
    objective = objective_of(recipe)
    terms, of = parts(objective)
    noise = torch.Generator().manual_seed(recipe.seed)
    anchor = torch.from_numpy(of["anchor"]).float()
    seen = Seen(ROWS, {Role.ANCHOR: anchor}, {})
    drawn = objective.sources["noise"](seen, noise).vectors
    weights = (similarity < threshold).astype(float)
    assert 0 < weights.sum() < 12
    np.fill_diagonal(weights, 0.0)
    weights = np.concatenate([weights, np.ones((4, 4))], axis=1)
    candidates = np.concatenate([of["positive"], drawn.numpy()])
    powers = np.exp(cosines(of["anchor"], candidates) / 0.05)
    below = (weights * powers).sum(1)
    expected = np.mean([-np.log(powers[i, i] / below[i]) for i in range(4)])
    assert terms.loss.item() == pytest.approx(float(expected), abs=1e-4)


def test_ptbert_contrasts_with_the_copys_positives_and_the_queue(recipe_for, tiny_bert):
    recipe = recipe_for(tiny_bert, base="ptbert", pseudo_tokens=6, momentum__queue=5)
    objective = objective_of(recipe)
    with torch.no_grad():
        for parameter in objective.momentum.parameters():
            parameter.mul_(1.1)
        held = torch.randn(3, 32, generator=torch.Generator().manual_seed(1))
        objective.sources["queue"].put(held)
        batch = prepared(objective)
        assert {row.role for row in batch.rows} == {Role.ANCHOR}
        keys = objective.read_keys(batch)
        seen = seen_by(objective, batch=batch)
        terms = objective.loss(seen)
        anchor = objective.head(objective.reader.read(batch.rows)).numpy()
    expected = nce(anchor, np.concatenate([keys.numpy(), held.numpy()]))
    assert terms.loss.item() == pytest.approx(expected, abs=1e-4)
    assert not np.allclose(anchor, keys.numpy(), atol=1e-3)
    objective.sources.remember(seen)
    expected_queue = torch.cat([held[2:], keys])
    torch.testing.assert_close(objective.sources["queue"].vectors(), expected_queue)


def test_ptbert_trains_a_map_of_the_vector_that_it_saves(recipe_for, tiny_bert):
    objective = objective_of(recipe_for(tiny_bert, base="ptbert", pseudo_tokens=6))
    with torch.no_grad():
        saved = objective.encoder.encode([row.anchor for row in ROWS])
        expected = objective.head(objective.reader.pseudo.vectors(torch.from_numpy(saved)))
        trained = seen_by(objective).of[Role.ANCHOR]
    torch.testing.assert_close(trained, expected, atol=1e-5, rtol=1e-4)


def test_the_copy_follows_slowly_and_takes_no_gradient(recipe_for, tiny_bert):
    recipe = recipe_for(tiny_bert, base="ptbert", pseudo_tokens=4, momentum__decay=0.75)
    objective = objective_of(recipe).train()
    first = [p.detach().clone() for p in objective.momentum.parameters()]
    terms_of(objective).loss.backward()
    assert all(p.grad is None for p in objective.momentum.parameters())
    assert len(weights_of(objective)) == len(first)
    with torch.no_grad():
        for parameter in weights_of(objective):
            parameter.add_(1.0)
    objective.follow()
    # Every weight of the copy is where the model's was, and a quarter of the way further.
    for now, before in zip(objective.momentum.parameters(), first, strict=True):
        torch.testing.assert_close(now, before + 0.25)


def test_nested_dimensions_are_the_mean_over_the_cuts_and_the_whole(recipe_for, tiny_bert):
    changes = {"head": "none", "margin_weight": 1.0}
    terms, of = parts(objective_of(recipe_for(tiny_bert, nested_dimensions="[16, 4]", **changes)))
    contrast, margin = [], []
    for size in (of["anchor"].shape[1], 16, 4):
        cut = {role: vectors[:, :size] for role, vectors in of.items()}
        contrast.append(nce(cut["anchor"], cut["positive"]))
        anchor = cut["anchor"][[0, 3]]
        near, far = (np.diag(cosines(anchor, cut[r])) for r in ("paraphrase", "negation"))
        margin.append(hinge(near, far, 0.05, 0.2))
    assert terms.values["contrastive"].item() == pytest.approx(np.mean(contrast), abs=1e-5)
    assert terms.values["margin"].item() == pytest.approx(np.mean(margin), abs=1e-5)
    assert terms.loss.item() == pytest.approx(np.mean(contrast) + np.mean(margin), abs=1e-5)


def test_further_negatives_are_cut_with_the_others(recipe_for, tiny_bert):
    changes = {"negation": "negative", "head": "none", "nested_dimensions": "[8]"}
    terms, of = parts(objective_of(recipe_for(tiny_bert, base="sncse", **changes)))
    expected = [
        nce(anchor, np.concatenate([positive, negation]))
        for anchor, positive, negation in (
            [of[role][:, :size] for role in ("anchor", "positive", "negation")]
            for size in (None, 8)
        )
    ]
    assert terms.values["contrastive"].item() == pytest.approx(np.mean(expected), abs=1e-5)


def test_more_dimensions_than_the_model_has_are_refused(recipe_for, tiny_bert):
    with pytest.raises(UserError, match=r"nested_dimensions has 999, but the model's vectors have"):
        objective_of(recipe_for(tiny_bert, head="none", nested_dimensions="[999, 8]"))


def test_a_loss_that_is_no_number_ends_the_run():
    Terms(torch.tensor(1.0), {}).check_finite(8)
    with pytest.raises(WorkFailed, match="The loss is not finite after step 9"):
        Terms(torch.tensor(float("nan")), {}).check_finite(9)
