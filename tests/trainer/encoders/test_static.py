"""A static encoder without its package; what it gives is tested with `trainer release`."""

import sys

import pytest

from schemas.errors import UserError
from trainer.encoders.static import require_static


def test_without_model2vec_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "model2vec.distill", None)
    with pytest.raises(UserError, match=r"needs the package model2vec: pip install 'osscse\[rel"):
        require_static()
