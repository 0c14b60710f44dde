"""A batch that needs too much memory is halved; of one sentence that does, the user is told."""

import pytest
import torch

from pipeline.translation.decoding import Decoding
from pipeline.translation.tokens import encode
from schemas.errors import WorkFailed
from tests.translation_models import TEXTS, make_fsmt, opened

SHORT = Decoding(max_length=12)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return str(make_fsmt(tmp_path_factory.mktemp("models") / "en-de", ("en", "de"), seed=3))


def test_out_of_memory_halves_the_batch_for_good(folder, monkeypatch):
    engine = opened(folder, "transformers")
    sources = encode(folder, TEXTS)
    expected = engine.translate(sources, SHORT, batch_tokens=8192)
    generate, sizes = engine._generate, []

    def small(batch, *rest):
        sizes.append(len(batch))
        if len(batch) > 2:
            raise torch.OutOfMemoryError("no memory")
        return generate(batch, *rest)

    monkeypatch.setattr(engine, "_generate", small)
    found = engine.translate(sources, SHORT, batch_tokens=8192)
    assert [[o.ids for o in row] for row in found] == [[o.ids for o in row] for row in expected]
    failures = sum(size > 2 for size in sizes)
    sizes.clear()
    engine.translate(sources, SHORT, batch_tokens=8192)
    assert failures
    assert max(sizes) <= 2


def test_out_of_memory_on_one_sentence_says_what_to_do(folder, monkeypatch):
    engine = opened(folder, "transformers")

    def never(*_):
        raise torch.OutOfMemoryError("no memory")

    monkeypatch.setattr(engine, "_generate", never)
    with pytest.raises(WorkFailed, match="Use fewer --beams"):
        engine.translate(encode(folder, TEXTS), Decoding(), batch_tokens=99)


def test_out_of_memory_in_ctranslate2_halves_too(folder, monkeypatch):
    engine = opened(folder, "ctranslate2")
    sources = encode(folder, TEXTS)
    expected = engine.translate(sources, SHORT, batch_tokens=8192)
    submit, budgets = engine._submit, []

    class Failed:
        def result(self):
            raise RuntimeError("CUDA failed with error out of memory")

    def small(batch, decoding, limit, budget):
        budgets.append(min(budget, engine._budget))
        return [Failed()] if budgets[-1] > 200 else submit(batch, decoding, limit, budget)

    monkeypatch.setattr(engine, "_submit", small)
    found = engine.translate(sources, SHORT, batch_tokens=8192)
    assert [[o.ids for o in row] for row in found] == [[o.ids for o in row] for row in expected]
    assert budgets[0] == 8192
    assert engine._budget <= 200
    monkeypatch.setattr(engine, "_submit", lambda *_: [Failed()])
    with pytest.raises(WorkFailed, match="too little memory to translate one sentence"):
        engine.translate(sources, SHORT, batch_tokens=8192)


def test_out_of_memory_on_one_score_says_what_to_do(folder, monkeypatch):
    sources, targets = encode(folder, TEXTS[:1]), [[5, 6]]
    engine = opened(folder, "transformers")

    def never(*_):
        raise torch.OutOfMemoryError("no memory")

    monkeypatch.setattr(engine, "_forced", never)
    with pytest.raises(WorkFailed, match="too little memory to score one sentence"):
        engine.score(sources, targets, batch_tokens=99)

    class Failed:
        def result(self):
            raise RuntimeError("CUDA failed with error out of memory")

    class Translator:
        def score_batch(self, *_, **__):
            return [Failed()]

    engine = opened(folder, "ctranslate2")
    monkeypatch.setattr(engine, "_translator", Translator())
    with pytest.raises(WorkFailed, match="too little memory to score one sentence"):
        engine.score(sources, targets, batch_tokens=99)
