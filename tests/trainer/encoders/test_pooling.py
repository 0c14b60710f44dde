from __future__ import annotations

import pytest
import torch

from trainer.encoders.pooling import Pooling

STATES = torch.tensor([[[8.0, 1.0], [2.0, 3.0], [4.0, 5.0], [100.0, 100.0]]])
IDS, MASK = torch.tensor([[1, 7, 9, 0]]), torch.tensor([[1, 1, 1, 0]])


@pytest.mark.parametrize(
    ("pooling", "expected"),
    [
        (Pooling("cls", 7), [8.0, 1.0]),
        (Pooling("mask", 7), [2.0, 3.0]),
        (Pooling("mean", 7), [14 / 3, 3.0]),
        (Pooling("mean", 7, left_out=2), [4.0, 5.0]),
    ],
)
def test_an_embedding_is_made_of_the_states_that_its_mode_names(pooling, expected):
    torch.testing.assert_close(pooling(STATES, IDS, MASK), torch.tensor([expected]))
