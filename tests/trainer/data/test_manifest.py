"""What the trainer says of triples that do not match their manifest."""

from pathlib import Path

import pytest

from schemas.errors import UserError
from schemas.locations import location
from trainer.data.manifest import check_digest, option_of


@pytest.mark.parametrize(
    ("path", "option"),
    [
        ("artifacts", ""),
        ("artifacts/triples", ""),
        ("my art/triples/part-00000.parquet", " --artifacts 'my art'"),
        ("my art/triples", " --artifacts 'my art'"),
        ("my art", " --artifacts 'my art'"),
        ("elsewhere/part-00000.parquet", ""),
    ],
)
def test_advice_names_the_folder_that_triples_are_in(path, option):
    assert option_of(Path(path)) == option


def test_a_shard_with_another_digest_is_refused():
    with pytest.raises(UserError, match=r"a\.parquet differs from its manifest"):
        check_digest(location("a.parquet"), "00", "01")
