"""Programs load spaCy without PyTorch, and only where the parser can do without it."""

import subprocess
import sys

import pytest

from pipeline.negation.importing import import_spacy
from pipeline.negation.parser import find_parser

PROGRAM = """
import sys
from pathlib import Path
from pipeline.negation.importing import import_spacy
from pipeline.negation import load_parser, negate

import_spacy(Path(sys.argv[1]))
import thinc.compat
print(thinc.compat.has_torch, sys.modules.get("torch") is not None)
print(negate("The shop is closed.").text)
import torch
print(torch.tensor([1]).item())
"""


def told(parser):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, parser], capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


def test_the_default_parser_needs_no_torch_which_can_be_loaded_later():
    assert told(find_parser()[1]) == ["False False", "The shop is not closed.", "1"]


def test_a_transformer_is_loaded_with_torch(tmp_path):
    (tmp_path / "config.cfg").write_text("[components.transformer]\nfactory = transformer\n")
    assert told(tmp_path) == ["True True", "The shop is not closed.", "1"]


@pytest.mark.parametrize("loaded", ["spacy", "torch"])
def test_nothing_is_hidden_that_is_loaded_already(monkeypatch, loaded):
    for name in ("spacy", "torch"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, loaded, sys)
    import_spacy(find_parser()[1])
    assert sys.modules[loaded] is sys
    assert {"spacy", "torch"} & set(sys.modules) == {loaded}
