"""What the fastest engine does not support."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from pipeline.translation.decoding import Decoding
from pipeline.translation.engines.ctranslate2_engine import (
    CTRANSLATE2,
    CTranslate2Engine,
    _prepare,
)
from schemas.errors import UserError


@pytest.mark.parametrize(
    ("decoding", "said"),
    [
        (Decoding(sample=True), "searches; it does not sample"),
        (Decoding(ngram_penalty=0.1), "has no hook into its search"),
    ],
)
def test_what_it_was_not_chosen_for_is_an_error_and_not_ignored(decoding, said):
    engine = object.__new__(CTranslate2Engine)
    with pytest.raises(ValueError, match=said):
        engine.translate([[5, 2]], decoding, batch_tokens=9)


def test_a_precision_that_the_device_lacks_is_named(monkeypatch):
    monkeypatch.setattr("ctranslate2.get_supported_compute_types", lambda *_: {"float32"})
    said = "CTranslate2 does not support --precision bf16 on cpu. Use --precision auto, or"
    with pytest.raises(UserError, match=said):
        CTranslate2Engine(None, Path("converted"), "cpu", "bf16")


def test_a_gpu_of_another_machine_is_not_asked_here(monkeypatch):
    """As by the head of a Ray cluster, which may have none: CTranslate2 would raise an error."""
    monkeypatch.setattr("ctranslate2.get_cuda_device_count", lambda: 0)
    CTRANSLATE2.check(None, "cuda:0", "fp16")
    with pytest.raises(UserError, match="--precision exact works with Firefox's models only"):
        CTRANSLATE2.check(None, "cuda:0", "exact")


def test_models_of_another_kind_are_left_to_other_engines():
    model = SimpleNamespace(checkpoint=SimpleNamespace(model_type="marian"))
    assert _prepare(model, Decoding(), 1) == "runs FSMT models, not marian"
