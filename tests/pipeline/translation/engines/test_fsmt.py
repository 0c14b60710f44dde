"""A converted model is reused only if its files are unchanged."""

import pytest

from pipeline.translation.checkpoint import examine, load_model
from pipeline.translation.engines.fsmt import DIGESTS, converted_folder
from schemas.errors import UserError
from tests.translation_models import make_fsmt


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    folder = str(make_fsmt(tmp_path_factory.mktemp("models") / "en-de", ("en", "de"), seed=7))
    loaded = load_model(folder)
    return examine(folder, loaded), loaded


def contents(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.mark.parametrize("damage", ["flip", "cut", "remove", "strange", "digests"])
def test_a_damaged_conversion_is_made_again(model, tmp_path, monkeypatch, damage):
    monkeypatch.setenv("OSSCSE_CACHE", str(tmp_path))
    folder = converted_folder(*model)
    sound = contents(folder)
    weights = folder / "model.bin"
    if damage == "flip":
        content = bytearray(weights.read_bytes())
        content[len(content) // 2] ^= 1
        weights.write_bytes(content)
    elif damage == "cut":
        weights.write_bytes(weights.read_bytes()[:1000])
    elif damage == "remove":
        weights.unlink()
    elif damage == "strange":
        (folder / "more.bin").write_bytes(b"more")
    else:
        (folder / DIGESTS).write_text("{")
    assert converted_folder(*model) == folder
    assert contents(folder) == sound
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]


def test_a_sound_conversion_is_not_made_again(model, tmp_path, monkeypatch):
    monkeypatch.setenv("OSSCSE_CACHE", str(tmp_path))
    before = (converted_folder(*model) / "model.bin").stat().st_mtime_ns
    assert (converted_folder(*model) / "model.bin").stat().st_mtime_ns == before


def test_a_cache_that_cannot_be_written_is_named(model, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("OSSCSE_CACHE", str(tmp_path / "file"))
    with pytest.raises(UserError, match=r"Set OSSCSE_CACHE to a writable folder"):
        converted_folder(*model)
