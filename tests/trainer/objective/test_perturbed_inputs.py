"""Changes of input embeddings and cut-offs of tokens, each against NumPy."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from trainer.objective.perturbations import changed_inputs, cut_tokens, sentence_mask


def test_spans_become_a_mask():
    assert sentence_mask([(1, 3), (0, 0), (2, 4)], 4).tolist() == [
        [False, True, True, False],
        [False] * 4,
        [False, False, True, True],
    ]


@pytest.mark.parametrize("change", ["token-cutoff", "span-cutoff"])
@settings(deadline=None, max_examples=40)
@given(
    spans=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 9)), min_size=1, max_size=4),
    share=st.floats(0, 0.99),
    seed=st.integers(0, 999),
)
def test_cut_off_takes_a_share_of_each_sentence(change, spans, share, seed):
    torch.manual_seed(seed)
    sentence = sentence_mask([(start, start + length) for start, length in spans], 14)
    cut = cut_tokens(sentence, change, share).numpy()
    for (start, length), row in zip(spans, cut, strict=True):
        places = np.flatnonzero(row)
        assert len(places) == np.round(np.float32(share) * np.float32(length))
        assert all(start <= place < start + length for place in places)
        if change == "span-cutoff" and len(places):
            assert places[-1] - places[0] == len(places) - 1


CHOSEN = torch.tensor([[False, True, True], [True, False, False]])


def inputs(change, strength, states=None, step=None):
    torch.manual_seed(4)
    states = torch.ones(2, 3, 2000) if states is None else states
    return changed_inputs(states, CHOSEN, change, strength, step)


@pytest.mark.parametrize(
    "change", ["gaussian-noise", "gaussian-dropout", "bernoulli-dropout", "feature-cutoff"]
)
def test_only_chosen_tokens_change(change):
    changed = inputs(change, 0.4)
    assert (changed[~CHOSEN] == 1).all()
    assert all((token != 1).any() for token in changed[CHOSEN])


def test_gaussian_noise_has_its_deviation():
    noise = inputs("gaussian-noise", 0.3)[CHOSEN] - 1
    assert noise.mean().item() == pytest.approx(0, abs=0.02)
    assert noise.std().item() == pytest.approx(0.3, abs=0.01)


def test_gaussian_dropout_has_the_mean_and_variance_of_dropout():
    for change in ("gaussian-dropout", "bernoulli-dropout"):
        kept = inputs(change, 0.2)[CHOSEN]
        assert kept.mean().item() == pytest.approx(1, abs=0.02)
        assert kept.var().item() == pytest.approx(0.25, abs=0.02)
    assert set(kept.unique().tolist()) == {0.0, 1.25}


def test_feature_cut_off_takes_the_same_features_of_all_tokens_of_a_row():
    changed = inputs("feature-cutoff", 0.3)
    assert (changed[0, 1] == changed[0, 2]).all()
    assert (changed[0, 1] == 0).sum() == (changed[1, 0] == 0).sum() == 600
    assert (changed[0, 1] != changed[1, 0]).any()


def test_fgsm_adds_the_step_it_is_given():
    states, step = torch.randn(2, 3, 4), torch.randn(2, 3, 4)
    expected = np.where(CHOSEN.numpy()[..., None], (states + step).numpy(), states.numpy())
    np.testing.assert_array_equal(inputs("fgsm", 0.1, states, step).numpy(), expected)


def drawn(draw):
    """The same random numbers as `inputs` draws, for NumPy."""
    torch.manual_seed(4)
    return draw().double().numpy()


STATES = torch.randn(2, 3, 10, generator=torch.Generator().manual_seed(1))
INPUTS = {
    # What is drawn, and the chosen tokens' states after the change.
    "gaussian-noise": (lambda: torch.randn(2, 3, 10), lambda x, normal: x + 0.3 * normal),
    "gaussian-dropout": (
        lambda: torch.randn(2, 3, 10), lambda x, normal: x * (1 + np.sqrt(0.3 / 0.7) * normal),
    ),
    "bernoulli-dropout": (
        lambda: torch.nn.functional.dropout(torch.ones(2, 3, 10), 0.3),
        lambda x, kept: np.where(kept > 0, x / 0.7, 0.0),
    ),
    # The three features with the smallest draws of a row.
    "feature-cutoff": (
        lambda: torch.rand(2, 1, 10),
        lambda x, draws: np.where(draws > np.sort(draws)[..., 2:3], x, 0.0),
    ),
}  # fmt: skip


@pytest.mark.parametrize("change", INPUTS)
def test_inputs_change_as_in_numpy(change):
    draw, changed = INPUTS[change]
    states = STATES.double().numpy()
    expected = np.where(CHOSEN.numpy()[..., None], changed(states, drawn(draw)), states)
    np.testing.assert_allclose(inputs(change, 0.3, STATES).numpy(), expected, atol=1e-6)
    assert (expected[CHOSEN.numpy()] != states[CHOSEN.numpy()]).sum() >= 9


def cut_by_numpy(change, share, sentence, draws):
    """The tokens that are cut, by the rank of each draw among those of its sentence."""
    cut = np.zeros(sentence.shape, dtype=bool)
    for row, (own, drawn_of) in enumerate(zip(sentence, draws, strict=True)):
        places = np.flatnonzero(own)
        count = round(share * len(places))
        if change == "span-cutoff":
            first = int(np.floor(drawn_of[0] * (len(places) - count + 1)))
            cut[row, places[first : first + count]] = True
        else:
            cut[row, places[np.argsort(drawn_of[places])[:count]]] = True
    return cut


@pytest.mark.parametrize(("change", "shape"), [("token-cutoff", (3, 12)), ("span-cutoff", (3, 1))])
def test_cut_off_is_that_of_numpy(change, shape):
    sentence = sentence_mask([(1, 11), (2, 5), (0, 7)], 12)
    draws = drawn(lambda: torch.rand(shape))
    torch.manual_seed(4)
    cut = cut_tokens(sentence, change, 0.4).numpy()
    np.testing.assert_array_equal(cut, cut_by_numpy(change, 0.4, sentence.numpy(), draws))
    assert cut.sum(1).tolist() == [4, 1, 3]
