"""A server of models for German."""

import pytest

from pipeline.translation.engines.marian.installed import FOLDER
from pipeline.translation.published import download
from tests.mozilla import serving


@pytest.fixture
def mozilla(tmp_path, monkeypatch):
    """What is fetched goes to `tmp_path / "models"`."""
    monkeypatch.setenv(FOLDER, str(tmp_path / "models"))
    monkeypatch.setattr(download, "PAUSE_S", 0.0)
    with serving("en-de", "de-en") as made:
        yield made
