"""Commands that are killed at random moments end with the bytes of an uninterrupted run."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def test_a_command_killed_at_random_moments_leaves_what_it_should(tmp_path):
    """`ingest`, the quickest to start; `test_accidents.py` and others kill stages with workers."""
    log = tmp_path / "log.jsonl"
    for kills in (2, 3):  # the second time it goes on, with a program that starts by itself
        done = subprocess.run(
            [
                sys.executable, BENCHMARKS / "survival.py", "--kills", str(kills), "--json",
                "--command", "ingest", "--real", "2", "--log", log,
            ],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        (tally,) = json.loads(done.stdout)
        assert tally["differences"] == []
        assert sum(tally["kills"].values()) == kills
    assert 0 < tally["real"] < tally["chains"] == len(log.read_text().splitlines())


PLANTED = """
import os, random, shutil, sys, time
from pathlib import Path
from types import SimpleNamespace
sys.path.insert(0, sys.argv[1])
import survival
from forking import fork
root, tidy = Path(sys.argv[2]), sys.argv[3] == "tidy"

def fresh(name, folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()

bench = SimpleNamespace(
    root=root, fresh=fresh, made=lambda name, folder: False,
    place=lambda name: root / name, whole=lambda name: root / "whole",
)

def begin(name, folder):
    def work():
        os.setsid()
        temporary = folder / f"a{'' if tidy else os.getpid()}.tmp"
        temporary.write_text("half of it")
        time.sleep(1)
        temporary.rename(folder / "a")

    return fork(work, root / "log.txt")

fresh("", root / "whole")
(root / "whole/a").write_text("half of it")
tally = survival.Tally("write")
moments = SimpleNamespace(uniform=lambda low, high: 0.5)
survival.chain(bench, tally, moments, 2, begin, 1.0)
print(tally.kills["while"], *tally.differences, sep="; ")
"""


@pytest.mark.parametrize("planted", ["tidy", "litter"])
def test_a_fault_that_a_kill_brings_out_is_found(tmp_path, planted):
    done = subprocess.run(
        [sys.executable, "-c", PLANTED, BENCHMARKS, tmp_path, planted],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    killed, *found = done.stdout.strip().split("; ")
    assert killed == "2"
    assert len(found) == (0 if planted == "tidy" else 2)
    assert all(line.endswith(".tmp is left over") for line in found)
