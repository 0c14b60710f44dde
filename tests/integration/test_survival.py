"""Commands that are killed at random moments end with the bytes of an uninterrupted run."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


TWICE = """
import runpy, sys
sys.path.insert(0, sys.argv[1])
script, log = sys.argv[1] + "/survival.py", sys.argv[2]
for kills in sys.argv[3:]:
    sys.argv = [script, "--kills", kills, "--json", "--command", "ingest", "--real", "2"]
    sys.argv += ["--log", log]
    try:
        runpy.run_path(script, run_name="__main__")
    except SystemExit as end:
        if end.code:
            raise
    print("end of a run")
"""


def test_a_command_killed_at_random_moments_leaves_what_it_should(tmp_path):
    """`ingest`, the quickest to start; `test_accidents.py` and others kill stages with workers."""
    log = tmp_path / "log.jsonl"
    # The second run goes on, with a program that starts by itself. One process loads all once.
    done = subprocess.run(
        [sys.executable, "-c", TWICE, BENCHMARKS, log, "2", "3"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    *printed, _ = done.stdout.split("end of a run\n")
    for kills, text in zip((2, 3), printed, strict=True):
        (tally,) = json.loads(text)
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
