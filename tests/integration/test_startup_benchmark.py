"""What `benchmarks/startup.py` counts: the time of the program it runs, and only if it succeeds."""

import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from startup import once


def test_waiting_is_wall_time_and_computing_is_processor_time():
    waited, idle = once([sys.executable, "-S", "-c", "import time; time.sleep(0.5)"])
    busy = "import time\nwhile time.process_time() < 0.5: pass"
    _, computed = once([sys.executable, "-S", "-c", busy])
    assert min(waited, computed) > idle


def test_a_program_that_fails_is_not_measured():
    with pytest.raises(subprocess.CalledProcessError):
        once([sys.executable, "-c", "raise SystemExit(2)"])
