"""The semantic floor without its package."""

import sys

import pytest

from pipeline.acceptance.similarity import SentenceSimilarity
from schemas.errors import UserError


def test_without_sentence_transformers_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(UserError, match=r"pip install 'osscse\[similarity\]'"):
        SentenceSimilarity("demo")
