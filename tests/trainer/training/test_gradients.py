"""Ways to a gradient that must agree: whole, cached, recomputed, in parts."""

from __future__ import annotations

import pytest
import torch

from tests.trainer.objective.building import ROWS, objective_of, terms_of
from tests.trainer.training.runs import without_dropout
from trainer.encoders.backbone import recompute_activations, word_table
from trainer.encoders.encoder import Encoder
from trainer.objective.objective import Objective
from trainer.runtime.processes import Processes
from trainer.training.gradients import Gradients, clear_gradients
from trainer.training.start import load_start


def gradient(recipe, rows=ROWS, state=None):
    """Terms and gradient of a batch with dropout on, from the same weights and random state."""
    objective = objective_of(recipe).train()
    if recipe.gradient_checkpointing:
        recompute_activations(objective.encoder.backbone)
    if state is not None:
        objective.load_state_dict(state)
    torch.manual_seed(7)
    gradients = Gradients(objective, recipe)
    terms = gradients(gradients.tokenised(rows))
    after = torch.rand(1).item()
    found = {n: p.grad for n, p in objective.named_parameters() if p.grad is not None}
    return terms, found, after


def assert_same(one, other, tolerance):
    assert one[0].loss.item() == pytest.approx(other[0].loss.item(), abs=tolerance)
    assert one[1].keys() == other[1].keys()
    for name, value in one[1].items():
        torch.testing.assert_close(value, other[1][name], atol=tolerance, rtol=0)
    assert one[2] == other[2]


@pytest.mark.parametrize("forwards", [2, 3, 5])
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"base": "sncse"},
        {"base": "promptbert"},
        {"base": "ptbert", "pseudo_tokens": 4},
        {"perturbation__embeddings": "gaussian-noise"},
        {"base": "gaussian-negatives"},
    ],
)
def test_the_cached_gradient_is_that_of_the_whole_batch(recipe_for, tiny_bert, forwards, changes):
    """With dropout: every part is encoded twice under one mask."""
    settings = {"forwards": forwards, "margin_weight": 1.0, **changes}
    whole = gradient(recipe_for(tiny_bert, **settings))
    cached = gradient(recipe_for(tiny_bert, grad_cache=True, **settings))
    assert_same(whole, cached, 1e-5)


def test_the_kept_gradient_of_the_word_table_is_the_plain_one(recipe_for, tiny_bert):
    """Row by row into one tensor, over two steps and three forwards each."""
    recipe = recipe_for(tiny_bert, forwards=3)
    kept, plain = (objective_of(recipe) for _ in range(2))
    plain.load_state_dict(kept.state_dict())
    for rows in (ROWS, ROWS[:2]):
        clear_gradients(kept)
        plain.zero_grad()
        for objective in (kept, plain):
            terms_of(objective, rows).loss.backward()
        tables = [word_table(one.encoder.backbone).weight.grad for one in (kept, plain)]
        assert not tables[0].is_sparse
        torch.testing.assert_close(*tables, atol=1e-6, rtol=0)
        assert (tables[1] == 0).all(1).any()


def test_the_cache_holds_one_part_at_a_time(recipe_for, tiny_bert, monkeypatch):
    graphs, most = [], []
    real = Encoder.forward

    def counting(self, *arguments):
        vectors = real(self, *arguments)
        graphs.append(vectors.requires_grad)
        most.append(len(vectors))
        return vectors

    monkeypatch.setattr(Encoder, "forward", counting)
    gradient(recipe_for(tiny_bert, forwards=4, grad_cache=True))
    assert graphs == [False] * 4 + [True] * 4
    assert max(most) == 3


def test_recomputed_activations_give_the_same_gradient(recipe_for, tiny_bert, tiny_roberta):
    for model in (tiny_bert, tiny_roberta):
        plain = gradient(recipe_for(model))
        again = gradient(recipe_for(model, gradient_checkpointing=True))
        assert_same(plain, again, 1e-6)


def test_accumulation_is_the_mean_over_parts_with_their_own_negatives(recipe_for, tiny_bert):
    rows = ROWS[:3]
    ours = gradient(without_dropout(recipe_for, tiny_bert, accumulate=2, batch_size=4), rows)
    parts = [
        gradient(without_dropout(recipe_for, tiny_bert), part) for part in (rows[:2], rows[2:])
    ]
    losses, values = (
        [[part[0].loss, part[0].values["contrastive"]][which].item() for part in parts]
        for which in (0, 1)
    )
    assert ours[0].loss.item() == pytest.approx(2 / 3 * losses[0] + losses[1] / 3, abs=1e-6)
    contrastive = ours[0].values["contrastive"].item()
    assert contrastive == pytest.approx(2 / 3 * values[0] + values[1] / 3, abs=1e-6)
    for name, value in ours[1].items():
        mean = 2 / 3 * parts[0][1][name] + 1 / 3 * parts[1][1][name]
        torch.testing.assert_close(value, mean, atol=1e-5, rtol=0)


def test_the_length_of_a_terms_gradient_is_its_steepest_slope(recipe_for, small_bert):
    """By central differences on the vectors, coordinate by coordinate."""
    recipe = recipe_for(small_bert, head="none", margin_weight=3.0, precision="fp32")
    objective = objective_of(recipe)
    batch = objective.batcher.perturbed(objective.batcher(ROWS), objective.random_states.draw)
    vectors = objective.reader.read(batch.rows).detach().requires_grad_()

    def value(at, name):
        return objective.loss(objective.see(batch, at)).values[name].item()

    def slope(place, name):
        step = torch.zeros_like(vectors)
        step.view(-1)[place] = 2e-3
        at = vectors.detach()
        return (value(at + step, name) - value(at - step, name)) / 4e-3

    found = objective.loss.gradient_lengths(objective.loss(objective.see(batch, vectors)), vectors)
    for name, weight in (("contrastive", 1.0), ("margin", 3.0)):
        slopes = torch.tensor([slope(place, name) for place in range(vectors.numel())])
        assert slopes.norm() > 0
        assert found[name].item() == pytest.approx(weight * slopes.norm().item(), rel=0.01)


def test_parts_of_a_batch_pull_each_at_their_own_vectors(recipe_for, tiny_bert):
    rows = ROWS[:3]
    whole, *parts = (
        gradient(without_dropout(recipe_for, tiny_bert, accumulate=count), of)[0].gradients
        for count, of in ((2, rows), (1, rows[:2]), (1, rows[2:]))
    )
    for name, length in whole.items():
        expected = ((2 / 3 * parts[0][name]) ** 2 + (1 / 3 * parts[1][name]) ** 2) ** 0.5
        assert length.item() == pytest.approx(expected.item(), abs=1e-6)


def test_the_gradient_is_the_same_without_its_lengths(recipe_for, tiny_bert):
    recipe = without_dropout(recipe_for, tiny_bert, margin_weight=1.0)
    found = []
    for lengths in (True, False):
        objective = objective_of(recipe)
        gradients = Gradients(objective, recipe)
        terms = gradients(gradients.tokenised(ROWS), lengths)
        found.append([weight.grad for weight in objective.clipped()])
        assert terms.gradients.keys() == ({"contrastive", "margin"} if lengths else set())
    torch.testing.assert_close(*found, atol=0, rtol=0)


@pytest.mark.parametrize(("rows", "size"), [(7, 2), (6, 3), (1, 2), (0, 2)])
def test_rows_are_dealt_out_evenly_and_come_back_in_order(rows, size):
    lengths = [(5 * i) % 7 for i in range(rows)]
    shares = Processes(0, size).shares(lengths)
    assert sorted(row for share in shares for row in share) == list(range(rows))
    assert max(map(len, shares)) - min(map(len, shares)) <= 1
    vectors = torch.arange(float(rows)).unsqueeze(1)
    alone = Processes().shares(lengths)
    assert torch.equal(Processes().gather(vectors[alone[0]], alone), vectors)


@pytest.mark.parametrize("cached", [False, True])
def test_a_process_without_rows_has_a_gradient_of_zero(recipe_for, tiny_bert, monkeypatch, cached):
    """As in the last batch of an epoch, if it has fewer texts than there are processes."""

    def zeros(received, sent):
        for part in received:
            part.zero_()

    class Done:
        def wait(self):
            pass

    recipe = recipe_for(tiny_bert, head="none", margin_weight=1.0, grad_cache=cached)
    monkeypatch.setattr("torch.distributed.all_gather", zeros)
    monkeypatch.setattr("torch.distributed.all_reduce", lambda gradient, async_op: Done())
    objective = Objective(load_start(recipe).encoder, recipe, Processes(7, 8)).train()
    gradients = Gradients(objective, recipe)
    terms = gradients(gradients.tokenised(ROWS[:1]))
    assert terms.gradients.keys() == {"contrastive", "margin"}
    assert all(not parameter.grad.any() for parameter in objective.clipped())
