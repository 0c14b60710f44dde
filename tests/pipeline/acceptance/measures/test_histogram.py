"""Where a match error rate lies in the histogram, and how its bars look."""

import pytest

from pipeline.acceptance.measures.histogram import BAR_WIDTH, mer_bin, mer_histogram


@pytest.mark.parametrize(
    ("value", "start"), [(0.0, 0.0), (0.15, 0.15), (0.6, 0.6), (0.999, 0.95), (1.0, 0.95)]
)
def test_histogram_bins(value, start):
    assert mer_bin(value) == pytest.approx(start)


def test_bars_inside_the_window_are_solid_and_the_longest_is_full():
    title, *bars = mer_histogram({"mer 0.00": 4, "mer 0.20": 2}, 0.15, 0.6).splitlines()
    assert "0.15 to 0.6" in title
    assert len(bars) == 20
    assert bars[0] == f"  0.00 {'░' * BAR_WIDTH} 4"
    assert bars[4] == f"  0.20 {'█' * (BAR_WIDTH // 2)} 2"
    assert bars[5] == "  0.25  0"


def test_rates_that_are_accepted_of_sure_candidates_are_told():
    *_, last = mer_histogram({"mer 0.65": 1}, 0.2, 0.6, 0.9).splitlines()
    assert last == "  Those above 0.6 are accepted up to 0.9 if the judges are sure of them."
