"""The benchmark of negation styles trains on each style and tests on all."""

import json
from pathlib import Path

import pyarrow.parquet as pq

from tests.programs import run_script
from tests.triples import triple, write_triples

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "styles.py"
WHO = ("The old man", "My sister", "Our teacher", "The driver", "Her uncle", "The baker")
WHAT = ("repairs a clock", "is asleep", "will sing tonight", "has found the key", "paints a door")


def test_styles_are_trained_on_and_asked_about(tiny_bert, tmp_path, monkeypatch):
    # The pictures of the curves take longer than training.
    monkeypatch.setattr("trainer.training.fit.plot_run", lambda metrics, picture: None)
    rows = [
        triple(i, anchor, f"Here {anchor}", "-")
        for i, anchor in enumerate(f"{who} {what}." for who in WHO for what in WHAT)
    ]
    done = run_script(
        SCRIPT, "--triples", write_triples(tmp_path / "artifacts", rows),
        "--output", tmp_path / "out", "--rows", "20", "--asked", "8", "--model", tiny_bert,
        "--train", "plain", "--train", "mix", "--set", "epochs=1", "--set", "heldout=0.3",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("| trained on | plain (8) | contracted (8) | never (")
    assert [line.split(" | ")[0] for line in lines[2:]] == ["| before", "| plain", "| mix"]
    found = json.loads((tmp_path / "out" / "styles.json").read_text())
    assert all(0 <= runs[0]["contracted"] <= 100 for runs in found.values())
    plain, mix = (
        pq.read_table(tmp_path / "out" / f"{name}.parquet")["negation"].to_pylist()
        for name in ("plain", "mix")
    )
    assert len(plain) == len(mix) == 20
    assert all(" not " in text for text in plain)
    assert any("n't" in text for text in mix)
    assert any(" never " in text for text in mix)
