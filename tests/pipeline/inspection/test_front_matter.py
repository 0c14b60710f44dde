"""What the front matter says beside the tables."""

import pytest

from pipeline.inspection.front_matter import size_category


@pytest.mark.parametrize(
    ("rows", "name"),
    [
        (0, "n<1K"), (999, "n<1K"), (1000, "1K<n<10K"), (10**6, "1M<n<10M"),
        (10**8, "100M<n<1B"), (10**12, "n>1T"),
    ],
)  # fmt: skip
def test_size_categories(rows, name):
    assert size_category(rows) == name
