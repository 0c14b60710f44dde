"""A converted model is reused only if its files are unchanged."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from pipeline.translation.checkpoint import examine, load_model
from pipeline.translation.engines import fsmt
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
    names = {path.name for path in folder.parent.iterdir()}
    assert names == {folder.name, f"{folder.name}.lock"}


def test_two_that_find_the_same_damage_convert_once(model, tmp_path, monkeypatch):
    monkeypatch.setenv("OSSCSE_CACHE", str(tmp_path))
    (converted_folder(*model) / "model.bin").unlink()
    looked, made, both = [], [], Barrier(2)
    look, convert = fsmt._is_as_written, fsmt._convert

    def look_together(folder):
        looked.append(found := look(folder))
        if len(looked) <= 2:
            both.wait(60)
        return found

    monkeypatch.setattr(fsmt, "_is_as_written", look_together)
    monkeypatch.setattr(fsmt, "_convert", lambda *one: made.append(convert(*one)))
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(converted_folder, *zip(model, model, strict=True)))
    assert (looked, len(made)) == ([False, False, False, True], 1)


def test_a_sound_conversion_is_not_made_again(model, tmp_path, monkeypatch):
    monkeypatch.setenv("OSSCSE_CACHE", str(tmp_path))
    before = (converted_folder(*model) / "model.bin").stat().st_mtime_ns
    assert (converted_folder(*model) / "model.bin").stat().st_mtime_ns == before


def test_a_cache_that_cannot_be_written_is_named(model, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("OSSCSE_CACHE", str(tmp_path / "file"))
    with pytest.raises(UserError, match=r"Set OSSCSE_CACHE to a writable folder"):
        converted_folder(*model)


def test_the_same_weights_with_other_settings_are_another_conversion(model, tmp_path, monkeypatch):
    monkeypatch.setenv("OSSCSE_CACHE", str(tmp_path))
    first = converted_folder(*model)
    sound = contents(first)
    monkeypatch.setattr(model[1].config, "activation_function", "gelu")
    second = converted_folder(*model)
    assert second != first
    assert contents(second)["model.bin"] != sound["model.bin"]
    assert contents(first) == sound


def test_different_numbers_of_heads_are_not_converted(model, tmp_path, monkeypatch):
    monkeypatch.setenv("OSSCSE_CACHE", str(tmp_path))
    monkeypatch.setattr(model[1].config, "decoder_attention_heads", 4)
    with pytest.raises(UserError, match=r"encoder and decoder have different numbers of attention"):
        converted_folder(*model)
