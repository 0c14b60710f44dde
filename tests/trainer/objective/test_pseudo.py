from __future__ import annotations

import numpy as np
import torch

from trainer.objective.pseudo import PseudoTokens


def attention(asking, asked, weights):
    """Eq. 3 of PT-BERT, one row of scores at a time."""
    query, key, value = (weights[name] for name in ("query", "key", "value"))
    rows = []
    for a in asking:
        scores = np.array([(query @ a) @ (key @ b) for b in asked]) / np.sqrt(asked.shape[1])
        shares = np.exp(scores) / np.exp(scores).sum()
        rows.append(sum(s * (value @ b) for s, b in zip(shares, asked, strict=True)))
    return np.stack(rows)


def test_states_are_read_through_the_pseudo_sentence_as_equations_1_to_3():
    torch.manual_seed(0)
    module = PseudoTokens(5, 4).double()
    weights = {name: getattr(module, name).weight.detach().numpy() for name in
               ("query", "key", "value")}  # fmt: skip
    states = torch.randn(3, 6, 4, dtype=torch.float64)
    lengths = [6, 2, 4]
    mask = (torch.arange(6) < torch.tensor(lengths).unsqueeze(1)).long()
    ours = module(states, mask).detach().numpy()
    for row, length in enumerate(lengths):
        tokens = states[row, :length].numpy()
        pseudo = attention(module.tokens.detach().numpy(), tokens, weights)
        expected = attention(tokens, pseudo, weights)
        np.testing.assert_allclose(ours[row, :length], expected, atol=1e-10)


def test_pseudo_positions_differ_because_keys_are_token_states():
    torch.manual_seed(0)
    module = PseudoTokens(4, 8)
    states = torch.randn(1, 5, 8)
    pseudo = module._attend(module.tokens.expand(1, -1, -1) * 50, states)
    assert pseudo[0].std(0).max() > 1e-2
    alone = module._attend(module.tokens.expand(1, -1, -1) * 50, states[:, :1])
    assert alone[0].std(0).max() < 1e-6
