from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import nn

from schemas.errors import UserError
from tests.trainer.objective.building import ROWS, objective_of
from trainer.encoders.backbone import attention as stated_attention
from trainer.encoders.encoder import Encoder
from trainer.encoders.folder import load_encoder
from trainer.objective.objective import Objective
from trainer.objective.pseudo import PseudoTokens


def attention(asking, asked, weights, heads):
    """Eq. 3 of PT-BERT in several heads, one row of scores at a time."""
    query, key, value = (weights[name] for name in ("query", "key", "value"))
    width = asked.shape[1] // heads
    rows = []
    for a in asking:
        found = []
        for head in range(heads):
            part = slice(head * width, (head + 1) * width)
            q, k, v = (
                [(matrix @ x + bias)[part] for x in rows]
                for (matrix, bias), rows in ((query, [a]), (key, asked), (value, asked))
            )
            scores = np.array([q[0] @ one for one in k]) / np.sqrt(width)
            shares = np.exp(scores) / np.exp(scores).sum()
            found.append(sum(s * one for s, one in zip(shares, v, strict=True)))
        rows.append(np.concatenate(found))
    return np.stack(rows)


def weights_of(module):
    layers = {name: getattr(module, name) for name in ("query", "key", "value")}
    return {
        name: (layer.weight.detach().numpy(), layer.bias.detach().numpy())
        for name, layer in layers.items()
    }


@pytest.mark.parametrize("heads", [1, 2])
def test_states_are_read_through_the_pseudo_sentence_as_equations_1_to_3(heads):
    torch.manual_seed(0)
    module = PseudoTokens(5, 4, heads, 0.1).double().eval()
    states = torch.randn(3, 6, 4, dtype=torch.float64)
    lengths = [6, 2, 4]
    mask = (torch.arange(6) < torch.tensor(lengths).unsqueeze(1)).long()
    ours = module(states, mask).detach().numpy()
    weights = weights_of(module)
    for row, length in enumerate(lengths):
        tokens = states[row, :length].numpy()
        pseudo = attention(module.tokens.detach().numpy(), tokens, weights, heads)
        expected = attention(tokens, pseudo, weights, heads)
        np.testing.assert_allclose(ours[row, :length], expected, atol=1e-10)


def test_a_sentences_vector_alone_is_mapped_twice_by_the_value_weights():
    """A softmax over one key is 1, so only the linear maps and dropout remain."""
    torch.manual_seed(0)
    module = PseudoTokens(3, 4, 2, 0.5).double().eval()
    vectors = torch.randn(5, 4, dtype=torch.float64)
    matrix, bias = weights_of(module)["value"]
    expected = [matrix @ (matrix @ x + bias) + bias for x in vectors.numpy()]
    np.testing.assert_allclose(module.vectors(vectors).detach().numpy(), expected, atol=1e-10)
    module.train()
    torch.manual_seed(1)
    dropped = module.vectors(vectors).detach().numpy()
    assert np.abs(dropped - expected).max() > 0.01


def test_pseudo_tokens_start_as_the_authors_and_attend_in_the_models_heads(recipe_for, tiny_bert):
    recipe = recipe_for(tiny_bert, base="ptbert", pseudo_tokens=128)
    objective = objective_of(recipe)
    module = objective.reader.pseudo
    assert module.tokens.std().item() == pytest.approx(1.0, abs=0.05)
    config = objective.encoder.backbone.config
    heads, dropout = stated_attention(objective.encoder.backbone)
    assert (module._heads, module._dropout) == (heads, dropout)
    assert (heads, dropout) == (config.num_attention_heads, config.attention_probs_dropout_prob)


def with_dense(folder, width):
    plain = load_encoder(str(folder), pooling="mean")
    return Encoder(
        plain.backbone, plain.tokenizer, plain.settings, nn.Sequential(nn.Linear(32, width))
    )


@pytest.mark.parametrize(("reads", "width"), [("sentence", 8), ("tokens", 32)])
def test_before_a_dense_layer_states_are_wider_than_vectors(recipe_for, tiny_bert, reads, width):
    recipe = recipe_for(tiny_bert, base="ptbert", pseudo_tokens=5, pseudo_reads=reads)
    objective = Objective(with_dense(tiny_bert, 8), recipe).eval()
    assert objective.reader.pseudo.tokens.shape == (5, width)
    assert objective.reader.read(objective.batcher(ROWS).rows).shape[1] == 8


def test_vectors_that_the_heads_cannot_divide_are_refused(recipe_for, tiny_bert):
    recipe = recipe_for(tiny_bert, base="ptbert", pseudo_tokens=5, pseudo_reads="sentence")
    with pytest.raises(UserError, match=r"10 dimensions .* 4 heads; set pseudo_reads=tokens"):
        Objective(with_dense(tiny_bert, 10), recipe)
