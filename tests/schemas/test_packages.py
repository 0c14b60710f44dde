"""Packages that may not be installed."""

import sys

import pytest

from schemas.errors import UserError
from schemas.packages import optional


def test_an_installed_package_is_imported():
    assert optional("json.decoder", "never shown") is sys.modules["json.decoder"]


def test_a_missing_one_is_told_by_the_message(monkeypatch):
    monkeypatch.setitem(sys.modules, "missing_package", None)
    with pytest.raises(UserError, match="pip install it"):
        optional("missing_package", "pip install it")
