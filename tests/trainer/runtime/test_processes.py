from __future__ import annotations

import pytest
import torch

from trainer.runtime.processes import in_order


@pytest.mark.parametrize("parts", [[[0, 1, 2]], [[2], [0, 1]], [[1, 2], [], [0]]])
def test_vectors_of_parts_come_back_in_order(parts):
    vectors = torch.tensor([[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]])
    assert torch.equal(in_order([vectors[part] for part in parts], parts), vectors)
