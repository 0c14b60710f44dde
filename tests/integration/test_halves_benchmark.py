"""The halves of contrast sets: every row once, and a sentence always in the same half."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.benchmarks import benchmark


@pytest.fixture
def halves():
    with benchmark("halves") as module:
        yield module


def test_every_row_is_in_one_half_and_a_sentence_in_the_same_of_all_sets(halves, tmp_path):
    sentences = [f"The road {i} is open." for i in range(40)]
    for file, column in halves.FILES.items():
        pq.write_table(pa.table({column: sentences, "row": range(40)}), tmp_path / file)
    halves.main(tmp_path, tmp_path / "out")
    found = {
        name: [
            pq.read_table(tmp_path / "out" / name / file)[column].to_pylist()
            for file, column in halves.FILES.items()
        ]
        for name in halves.HALVES
    }
    for triples, pairs in found.values():
        assert triples == pairs
        assert 10 <= len(triples) <= 30
    assert sorted(found["chosen"][0] + found["reported"][0]) == sorted(sentences)
