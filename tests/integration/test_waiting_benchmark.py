"""What `benchmarks/waiting.py` counts: the signs of a program on a terminal, if it succeeds."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("pty")
sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from waiting import longest_silence, signs

BUSY = """
import sys, time
print("begun", sys.stdout.isatty(), flush=True)
while time.process_time() < 0.5: pass
print("done", flush=True)
"""


def test_silence_is_the_time_of_all_processes_between_two_signs(tmp_path):
    child = f"import subprocess, sys; subprocess.run([sys.executable, '-S', '-c', {BUSY!r}])"
    for program in (BUSY, child):
        found = signs([sys.executable, "-S", "-c", program], tmp_path)
        assert found[0] == (0, 0)
        assert len(found) >= 4
        assert longest_silence(found).processor >= 0.4
        assert found == sorted(found)


def test_a_program_that_fails_is_not_measured(tmp_path):
    with pytest.raises(RuntimeError, match="reason"):
        signs([sys.executable, "-c", "raise SystemExit('the reason')"], tmp_path)
