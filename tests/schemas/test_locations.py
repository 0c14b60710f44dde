"""Places that cannot be opened."""

import sys

import pytest

from schemas.errors import UserError
from schemas.locations import location


@pytest.mark.parametrize(
    ("url", "driver", "extra"), [("s3://bucket/a", "s3fs", "s3"), ("gs://bucket/a", "gcsfs", "gcs")]
)
def test_without_its_driver_the_extra_is_named(monkeypatch, url, driver, extra):
    monkeypatch.setitem(sys.modules, driver, None)
    with pytest.raises(UserError, match=rf"needs `pip install 'osscse\[{extra}\]'`"):
        location(url)


def test_a_protocol_that_nobody_knows():
    with pytest.raises(UserError, match=r"^nowhere://a cannot be opened"):
        location("nowhere://a")
