"""What is read of a metrics file."""

import pytest

from trainer.runs.metrics import read_metrics


@pytest.mark.parametrize(
    "line", [b'{"step"', b"3", b"{}", b'{"step": "1"}', b"\xff\xfe", b"[" * 100_000, b""]
)
def test_lines_are_read_up_to_one_that_makes_no_sense(tmp_path, line):
    path = tmp_path / "metrics.jsonl"
    path.write_bytes(b'{"step": 1}\n' + line + b'\n{"step": 3}\n')
    assert read_metrics(path) == [{"step": 1}]
