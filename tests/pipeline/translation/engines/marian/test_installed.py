"""Finding models by the language alone."""

import shutil

import pytest

from pipeline.translation.engines.marian.installed import FOLDER, find_model
from pipeline.translation.models import Pivot, resolve_pivots
from schemas.errors import UserError


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(FOLDER, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def make(place, lang):
    for pair in (f"en{lang}", f"{lang}en"):
        folder = place / f"{pair[:2]}-{pair[2:]}"
        folder.mkdir(parents=True)
        (folder / f"model.{pair}.intgemm.alphas.bin").touch()


def test_an_installed_package(folders):
    assert (find_model("en", "pt"), find_model("pt", "en")) == folders
    assert resolve_pivots(["firefox:pt"]) == [Pivot("pt", *folders)]


def test_a_folder_of_the_users_goes_before_the_cache(tmp_path, monkeypatch):
    make(tmp_path / "cache" / "fxtranslate" / "models", "de")
    cached = find_model("en", "de")
    assert cached == str(tmp_path / "cache/fxtranslate/models/en-de")
    make(tmp_path / "models", "de")
    assert (find_model("en", "de"), find_model("de", "en")) == ("models/en-de", "models/de-en")
    monkeypatch.setenv(FOLDER, str(tmp_path / "mine"))
    make(tmp_path / "mine", "de")
    assert find_model("de", "en") == str(tmp_path / "mine/de-en")
    monkeypatch.setenv(FOLDER, "")
    assert find_model("de", "en") == "models/de-en"


def test_several_pivots_and_the_one_that_is_missing(tmp_path):
    make(tmp_path / "models", "de")
    assert [pivot.lang for pivot in resolve_pivots(["firefox:de,pt"])] == ["de", "pt"]
    shutil.rmtree(tmp_path / "models" / "de-en")
    with pytest.raises(
        UserError, match=r"no Firefox model de-en here .*pipeline models fetch firefox:de"
    ):
        resolve_pivots(["firefox:pt,de"])


@pytest.mark.parametrize("name", ["firefox:", "firefox:pt,", "firefox:PT", "firefox:../pt"])
def test_other_spellings_are_refused(name):
    with pytest.raises(UserError, match="not one of: wmt19, demo, firefox:PIVOT"):
        resolve_pivots([name])


def test_a_chain_goes_through_english_where_there_is_no_model_from_one_to_the_other(tmp_path):
    for lang in ("de", "ru"):
        make(tmp_path / "models", lang)
    (chain,) = resolve_pivots(["firefox:de>ru"])
    assert chain.lang == "de>en>ru"
    assert list(chain.models.values()) == [
        f"models/{leg}" for leg in ("en-de", "de-en", "en-ru", "ru-en")
    ]
    direct = tmp_path / "models" / "de-ru"
    direct.mkdir()
    (direct / "model.deru.intgemm.alphas.bin").touch()
    assert resolve_pivots(["firefox:de+ru"]) == [
        Pivot("de>ru", "models/en-de", "models/ru-en", ("models/de-ru",))
    ]
    with pytest.raises(UserError, match="no Firefox model en-fr here"):
        resolve_pivots(["firefox:de+fr"])
