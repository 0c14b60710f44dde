"""Commands that are killed at random moments end with the bytes of an uninterrupted run."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_commands_killed_at_random_moments_leave_what_they_should():
    commands = [part for one in ("ingest", "negate") for part in ("--command", one)]
    done = subprocess.run(
        [
            sys.executable, ROOT / "benchmarks" / "survival.py",
            "--kills", "8", "--seed", "1", "--sentences", "36", "--json", *commands,
        ],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    tallies = json.loads(done.stdout)
    assert [tally["differences"] for tally in tallies] == [[], []]
    assert sum(sum(tally["kills"].values()) for tally in tallies) == 8
