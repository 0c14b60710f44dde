from __future__ import annotations

import numpy as np

from trainer.encoders.inference import in_batches


def test_rows_come_back_in_their_order_from_batches_within_the_budget():
    sizes, done = [], []

    def embed(rows):
        sizes.append([len(row) for row in rows])
        return np.array([[sum(row), len(row)] for row in rows], dtype=np.float32)

    ids = [[1], [2, 2, 2], [3, 3], [4, 4, 4]]
    found = in_batches(ids, embed, dimensions=2, budget=6, advance=done.append)
    assert found.tolist() == [[1, 1], [6, 3], [6, 2], [12, 3]]
    assert found.dtype == np.float32
    assert sizes == [[3, 3], [2, 1]]
    assert done == [2, 2]
