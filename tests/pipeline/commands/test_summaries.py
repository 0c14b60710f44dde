"""What a stage prints when it is done."""

import pytest

from pipeline.commands.summaries import counted


@pytest.mark.parametrize(
    ("number", "shown"), [(0, "0 shards"), (1, "1 shard"), (1200, "1,200 shards")]
)
def test_a_noun_agrees_with_its_number(number, shown):
    assert counted(number, "shard") == shown
