"""Sampling depends on the sentence's key, follows the model, and stays within the nucleus."""

import math

import pytest
import torch
from transformers.generation.logits_process import TopPLogitsWarper

from pipeline.translation.checkpoint import load_model
from pipeline.translation.decoding import Decoding
from pipeline.translation.draws import nucleus
from pipeline.translation.engines.table import open_engine, prepare
from pipeline.translation.tokens import encode
from tests.translation_models import make_fsmt

TEXTS = ["The tap is open.", "No.", "She walks to the old town hall.", "Rain fell.", "Hi there!"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return str(make_fsmt(tmp_path_factory.mktemp("models") / "en-de", ("en", "de"), seed=3))


@pytest.fixture(scope="module")
def reference(folder):
    return open_engine(prepare(folder, "transformers", Decoding()), "cpu", "fp32", 2)


def test_draws_depend_on_their_key_and_not_on_the_batch(reference, folder):
    sources = encode(folder, TEXTS)
    decoding = Decoding(sample=True, candidates=3, max_length=10)
    keys = [11, 22, 33, 44, 55]

    def draw(order, budget, offset=0):
        found = reference.translate(
            [sources[i] for i in order], decoding, batch_tokens=budget,
            keys=[keys[i] + offset for i in order],
        )  # fmt: skip
        return {i: [output.ids for output in row] for i, row in zip(order, found, strict=True)}

    first = draw([0, 1, 2, 3, 4], 9999)
    assert first == draw([4, 2, 0, 1, 3], 1)
    assert first != draw([0, 1, 2, 3, 4], 9999, offset=1)
    assert len({tuple(map(tuple, rows)) for rows in first.values()}) == 5


def test_draws_follow_the_model(reference, folder):
    """The first token's frequencies in 4,000 draws are the model's probabilities."""
    source = encode(folder, TEXTS[:1])
    decoding = Decoding(sample=True, candidates=4000, max_length=3, temperature=0.5)
    rows = reference.translate(source, decoding, batch_tokens=10**9, keys=[7], score=False)[0]
    logits = load_model(folder)(
        input_ids=torch.tensor(source), decoder_input_ids=torch.tensor([[2]])
    ).logits[0, -1]
    expected = torch.softmax(logits.detach() / 0.5, 0)
    token = int(expected.argmax())
    share = sum(output.ids[:1] == [token] for output in rows) / len(rows)
    error = math.sqrt(expected[token] * (1 - expected[token]) / 4000)
    assert abs(share - expected[token]) < 4 * error
    # With a small share of the probability left, only the likeliest token is.
    narrow = Decoding(sample=True, candidates=20, max_length=3, top_p=1e-6)
    greedy = reference.translate(source, Decoding(beams=1, max_length=3), batch_tokens=99)[0][0]
    drawn = reference.translate(source, narrow, batch_tokens=999, keys=[7])[0]
    assert {tuple(output.ids) for output in drawn} == {tuple(greedy.ids)}


@pytest.mark.parametrize("top_p", [0.05, 0.5, 0.9, 0.999])
@pytest.mark.parametrize("spread", [0.1, 3.0, 12.0])
def test_the_nucleus_is_that_of_transformers(top_p, spread):
    scores = spread * torch.randn(6, 3000, generator=torch.Generator().manual_seed(8))
    kept = TopPLogitsWarper(top_p)(None, scores.clone()).isfinite()
    ids, total = nucleus(scores, top_p)
    probabilities = torch.softmax(scores.double(), 1)
    for row in range(6):
        counted = 1 + int((total[row] < total[row, -1]).sum())
        assert set(ids[row, :counted].tolist()) == set(kept[row].nonzero()[:, 0].tolist())
        assert total[row, -1] == pytest.approx(float(probabilities[row, kept[row]].sum()), rel=1e-5)


def test_the_nucleus_does_not_depend_on_the_batch():
    """Bfloat16 makes many words equally likely, and a flat neighbour needs the whole vocabulary."""
    scores = (3 * torch.randn(9, 3000, generator=torch.Generator().manual_seed(1))).bfloat16()
    padded = torch.full((10, 3100), -torch.inf)
    padded[:9, :3000] = scores
    padded[9] = 0.0
    alone, of_alone = nucleus(scores, 0.9)
    beside, of_beside = nucleus(padded, 0.9)
    for row in range(9):
        counted = 1 + int((of_alone[row] < of_alone[row, -1]).sum())
        assert alone[row, :counted].tolist() == beside[row, :counted].tolist()
        assert of_alone[row, counted - 1] == pytest.approx(float(of_beside[row, -1]), rel=1e-12)
