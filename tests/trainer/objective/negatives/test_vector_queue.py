from __future__ import annotations

import torch

from trainer.objective.negatives.vector_queue import VectorQueue


def test_a_queue_holds_the_last_vectors_oldest_first():
    queue = VectorQueue(3, 1)
    assert queue.vectors().shape == (0, 1)
    queue.put(torch.tensor([[1.0], [2.0]]))
    assert queue.vectors().flatten().tolist() == [1, 2]
    queue.put(torch.tensor([[3.0], [4.0]]))
    assert queue.vectors().flatten().tolist() == [2, 3, 4]
    queue.put(torch.arange(5.0, 10.0).unsqueeze(1))
    assert queue.vectors().flatten().tolist() == [7, 8, 9]
    again = VectorQueue(3, 1)
    again.load_state_dict(queue.state_dict())
    assert again.vectors().tolist() == queue.vectors().tolist()
