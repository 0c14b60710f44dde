"""The mirror of models that benchmarks start does not outlive them."""

import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"

PROGRAM = """
import os, sys, time
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from mirror import start_mirror
needed, held = os.pipe()
start_mirror(Path(sys.argv[2]), needed)
print("started", flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the benchmarks fork")
def test_the_mirror_ends_with_the_benchmark_that_was_killed(tmp_path):
    benchmark = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, BENCHMARKS, tmp_path / "address"],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert benchmark.stdout.readline() == "started\n"
    benchmark.kill()
    # The mirror has the same standard output, which is at its end once both are gone.
    assert benchmark.communicate() == ("", None)


LEFT = """
import sys
sys.path.insert(0, sys.argv[1])
from http.server import SimpleHTTPRequestHandler
from mirror import QuietServer

with QuietServer(("127.0.0.1", 0), SimpleHTTPRequestHandler) as server:
    for error in (BrokenPipeError("of a client"), ConnectionResetError("of a client"), KeyError()):
        try:
            raise error
        except Exception:
            server.handle_error(None, "client")
"""


def test_the_mirror_says_nothing_of_clients_that_were_interrupted():
    """What it says is in the same file as what the attacked command says."""
    done = subprocess.run(
        [sys.executable, "-c", LEFT, BENCHMARKS], capture_output=True, text=True, check=True
    )
    assert "of a client" not in done.stderr
    assert "KeyError" in done.stderr
