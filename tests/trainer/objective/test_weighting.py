from __future__ import annotations

import torch

from trainer.objective.weighting import instance_weights


def test_instance_weights_are_equation_5_of_dclr():
    similarity = torch.tensor([[1.0, 0.9, 0.89], [0.9, 1.0, -1.0], [0.89, -1.0, 1.0]])
    assert instance_weights(similarity, 0.9).tolist() == [[0, 0, 1], [0, 0, 1], [1, 1, 0]]
