"""Commands that are killed at random moments end with the bytes of an uninterrupted run."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_command_killed_at_random_moments_leaves_what_it_should():
    """`ingest`, the quickest to start; `test_accidents.py` and others kill stages with workers."""
    done = subprocess.run(
        [
            sys.executable, ROOT / "benchmarks" / "survival.py",
            "--kills", "2", "--seed", "1", "--sentences", "36", "--json",
            "--command", "ingest",
        ],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (tally,) = json.loads(done.stdout)
    assert tally["differences"] == []
    assert sum(tally["kills"].values()) == 2
