"""Programs load spaCy without PyTorch where the parser can do without, and lemmas without both."""

import subprocess
import sys

import pytest

from pipeline.negation.importing import import_spacy

PROGRAM = """
import sys
from pipeline.negation import load_parser
parser = load_parser(lean=True)
import thinc.compat
print(thinc.compat.has_torch, "torch" in sys.modules)
print(parser("The shop is closed.")[2].tag_)
"""


def test_the_default_parser_needs_no_torch():
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["False False", "VBZ"]


@pytest.fixture
def installed(monkeypatch, tmp_path):
    """A PyTorch, and a spaCy that imports it where it can, as thinc does."""
    for name in ("spacy", "torch"):
        monkeypatch.setitem(sys.modules, name, None)  # so that what is there now comes back
        monkeypatch.delitem(sys.modules, name)
    (tmp_path / "torch.py").write_text("")
    (tmp_path / "spacy.py").write_text("try: import torch\nexcept ImportError: torch = None\n")
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("config", "hidden"),
    [
        ("[components.parser]\nfactory = parser\n", True),
        ("[components.transformer]\nfactory = transformer\n", False),
        ("[components.tok2vec.model]\n@architectures = my.TorchLayer.v1\n", False),
        (None, False),
    ],
)
def test_torch_is_hidden_from_parsers_that_do_not_name_it(installed, config, hidden):
    if config is not None:
        (installed / "config.cfg").write_text(config)
    import_spacy(installed)
    assert ("torch" in sys.modules) is not hidden
    assert (sys.modules["spacy"].torch is None) is hidden
    import torch  # whoever needs it later still gets it

    assert torch is not None


@pytest.mark.parametrize("loaded", ["spacy", "torch"])
def test_nothing_is_hidden_where_one_of_them_is_loaded(monkeypatch, installed, loaded):
    monkeypatch.setitem(sys.modules, loaded, sys)
    (installed / "config.cfg").write_text("")
    import_spacy(installed)
    assert sys.modules[loaded] is sys
    assert ("spacy" in sys.modules, "torch" in sys.modules) == (True, loaded == "torch")


LOOKING_UP = """
import importlib.util
import sys
from pipeline.negation.importing import import_lemminflect
import_lemminflect()
from lemminflect import getAllLemmas
print(getAllLemmas("ran")["VERB"], "spacy" in sys.modules, "torch" in sys.modules)
print(importlib.util.find_spec("spacy") is not None)
"""


def test_lemmas_need_no_spacy_and_spacy_is_there_afterwards():
    done = subprocess.run(
        [sys.executable, "-c", LOOKING_UP], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["('run',) False False", "True"]
