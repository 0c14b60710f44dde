"""What `benchmarks/retrieval.py` counts: texts nearer than the wanted one, without the query."""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from retrieval import ranks, report


def test_the_query_itself_is_no_hit():
    texts = np.array([[1, 0], [0.8, 0.6], [0.6, 0.8], [0, 1]], dtype=np.float32)
    found = ranks(texts[[0, 3]], texts, own=[0, 3], wanted=[1, 0])
    assert found.tolist() == [0, 2]


def test_recall_and_reciprocal_rank_are_percentages():
    assert report("x", np.array([0, 1, 12])) == "x: recall@1 33.3, recall@10 66.7, MRR 52.6"
