"""What `benchmarks/waiting.py` counts: the signs of a program on a terminal, if it succeeds."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("pty")
sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from waiting import Sign, longest_silence, signs

BUSY = """
import sys, time
print("begun", sys.stdout.isatty(), flush=True)
while time.process_time() < 0.25: pass
print("done", flush=True)
"""


def test_signs_count_the_time_of_all_processes(tmp_path):
    child = f"import subprocess, sys; subprocess.run([sys.executable, '-S', '-c', {BUSY!r}])"
    for program in (BUSY, child):
        found = signs([sys.executable, "-S", "-c", program], tmp_path)
        assert found[0] == (0, 0)
        assert len(found) >= 3  # both lines may be read at once
        # The program works until it has used that much, so no load makes this fail.
        assert found[-1].processor >= 0.25
        assert found == sorted(found)


def test_silence_is_the_longest_by_processor_time_after_the_first_sign():
    found = [Sign(0.0, 0.0), Sign(3.0, 2.0), Sign(4.0, 2.5), Sign(9.0, 2.75), Sign(9.5, 3.5)]
    assert longest_silence(found) == Sign(0.5, 0.75)


def test_a_program_that_fails_is_not_measured(tmp_path):
    with pytest.raises(RuntimeError, match="reason"):
        signs([sys.executable, "-c", "raise SystemExit('the reason')"], tmp_path)
