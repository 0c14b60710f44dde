"""The benchmark of memory and speed runs, and its synthetic data are as it describes them."""

import json
from pathlib import Path

import pytest

from tests.programs import run_script

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "benchmarks" / "scale.py"


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="memory is read in /proc")
def test_the_three_steps_are_measured(tmp_path):
    pytest.importorskip("matplotlib")
    done = run_script(
        SCRIPT, "--rows", "200", "--workers", "1", "--json",
        "--output", tmp_path / "out", "--work", tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert [(m["step"], m["rows"]) for m in found] == [
        ("ingest", 200), ("filter", 200), ("reader", 200),
    ]  # fmt: skip
    assert all(10 * 2**20 < m["peak"] < 2 * 2**30 for m in found)
    assert json.loads((tmp_path / "out" / "scale.json").read_text()) == found
    assert "<svg" in (tmp_path / "out" / "scale.svg").read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_step_that_there_is_not_is_refused(tmp_path):
    done = run_script(SCRIPT, "--rows", "1", "--until", "none")
    assert done.returncode == 2
    assert "is not one of ingest, filter, reader" in done.stderr.replace("\n", " ")
