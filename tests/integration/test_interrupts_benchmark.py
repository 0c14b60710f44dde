"""Which ends of an interrupted command `benchmarks/interrupts.py` accepts."""

import signal
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from interrupts import problems

LINE = "Interrupted. What was finished is kept; run the same command again to resume."
PROGRESS = "ingest: 8/12 sentences"


@pytest.mark.parametrize(
    ("code", "lines", "found"),
    [
        (143, [PROGRESS, LINE], []),
        (0, [PROGRESS], []),
        (1, ["Error: Internal error"], ["ended with 1: ['Error: Internal error']"]),
        (130, [LINE], [f"ended with 130: {[LINE]}"]),
        (-15, [], ["ended with -15: []"]),
        (143, [PROGRESS], [f"[] at the end of {[PROGRESS]}"]),
        (143, [LINE, LINE], [f"{[LINE, LINE]} at the end of {[LINE, LINE]}"]),
        (143, ["Traceback (most recent call last):", LINE],
         ["said 'Traceback (most recent call last):'"]),
        (0, ["Error: the pool is closed"], ["said 'Error: the pool is closed'"]),
        (0, [LINE], [f"said {LINE!r}"]),
    ],
)  # fmt: skip
def test_only_its_exit_code_and_one_line_are_a_good_end(code, lines, found):
    assert problems(code, lines, signal.SIGTERM) == found
