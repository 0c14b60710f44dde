"""What the benchmark of Firefox's models counts differences as."""

from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ("A ponte, velha, caiu", "case or punctuation"),
        ("A velha ponte caiu.", "order of words"),
        ("A ponte antiga caiu.", "one word"),
        ("A ponte caiu.", "one word"),
        ("Uma ponte antiga caiu.", "several words"),
    ],
)
def test_the_kind_of_a_difference(other, expected, monkeypatch):
    monkeypatch.syspath_prepend(BENCHMARKS)
    from firefox import kind

    assert kind("A ponte velha caiu.", other) == expected
