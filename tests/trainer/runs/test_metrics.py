"""What is read of a metrics file."""

import pytest

from trainer.runs.metrics import MetricsLog, read_metrics
from trainer.training.fit import fit


@pytest.mark.parametrize(
    "line", [b'{"step"', b"3", b"{}", b'{"step": "1"}', b"\xff\xfe", b"[" * 100_000, b""]
)
def test_lines_are_read_up_to_one_that_makes_no_sense(tmp_path, line):
    path = tmp_path / "metrics.jsonl"
    path.write_bytes(b'{"step": 1}\n' + line + b'\n{"step": 3}\n')
    assert read_metrics(path) == [{"step": 1}]


def test_lines_are_durable_before_a_checkpoint_counts_them(
    recipe_for, small_bert, artifacts, tmp_path, monkeypatch
):
    order = []
    monkeypatch.setattr(MetricsLog, "sync", lambda self: order.append("metrics"))
    monkeypatch.setattr("trainer.training.fit.save_checkpoint", lambda *a: order.append("state"))
    fit(recipe_for(small_bert, epochs=1), artifacts, tmp_path / "run", device="cpu")
    assert order
    assert order == ["metrics", "state"] * (len(order) // 2)
