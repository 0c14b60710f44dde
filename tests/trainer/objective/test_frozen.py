from __future__ import annotations

import numpy as np
import pytest
import torch

from trainer.encoders.folder import load_encoder
from trainer.objective.frozen import FrozenEncoder
from trainer.runtime.processes import Processes

CPU = torch.device("cpu")
TEXTS = [" ".join(["the ferry moves today ."] * n)[: 17 * n + 3] for n in range(1, 12)]


@pytest.fixture
def encoder(tiny_bert):
    return load_encoder(str(tiny_bert), pooling="mean")


def test_vectors_are_those_of_the_encoder_as_it_was(encoder):
    frozen = FrozenEncoder(encoder, 24, "fp32")
    expected = encoder.encode(TEXTS[:4])
    with torch.no_grad():
        for parameter in encoder.parameters():
            parameter.zero_()
    found = frozen.vectors([*TEXTS[:4], TEXTS[1]], CPU)
    np.testing.assert_allclose(found[:4].numpy(), expected, atol=1e-5)
    assert torch.equal(found[4], found[1])
    assert not found.requires_grad


def test_a_vector_hangs_on_its_text_alone(encoder):
    """To the last bit; otherwise a resumed run, which caches other texts, would end differently."""
    together = FrozenEncoder(encoder, 40, "fp32").vectors(TEXTS, CPU)
    for order in (TEXTS[::-1], TEXTS[3:] + TEXTS[:3], [TEXTS[7]]):
        alone = FrozenEncoder(encoder, 40, "fp32")
        for text, vector in zip(order, alone.vectors(order, CPU), strict=True):
            assert torch.equal(vector, together[TEXTS.index(text)])
            assert torch.equal(vector, alone.vectors([text], CPU)[0])


def test_long_sentences_are_cut_as_in_training(encoder):
    frozen = FrozenEncoder(encoder, 5, "fp32")
    long, other = "the ferry moves today . the baker", "the ferry moves today . my cousin opens ."
    found = frozen.vectors([long, other, "the ferry moves today ."], CPU)
    assert torch.equal(found[0], found[1])
    assert torch.equal(found[0], found[2])
    whole = FrozenEncoder(encoder, None, "fp32").vectors([long, other], CPU)
    assert not torch.equal(whole[0], whole[1])


def test_what_is_kept_is_not_computed_again(encoder, monkeypatch):
    frozen = FrozenEncoder(encoder, 40, "fp32")
    frozen.cache(TEXTS[:9], CPU)
    monkeypatch.setattr(frozen, "_encoded", lambda *block: pytest.fail("computed again"))
    found = frozen.vectors(TEXTS[8:2:-1], CPU)
    monkeypatch.undo()
    assert torch.equal(found, FrozenEncoder(encoder, 40, "fp32").vectors(TEXTS[8:2:-1], CPU))


def test_of_many_texts_at_once_few_rows_are_padding(encoder, monkeypatch):
    blocks = []
    frozen = FrozenEncoder(encoder, 40, "fp32")
    real = frozen._encoded
    monkeypatch.setattr(
        frozen, "_encoded", lambda rows, *shape: blocks.append(len(rows)) or real(rows, *shape)
    )
    frozen.cache([f"{text} {number}" for text in TEXTS[:2] for number in range(12)], CPU)
    assert sorted(blocks) == [8, 8, 8]


def test_processes_share_the_work(encoder):
    """Each computes its share; the shares agree, since the weights are the same."""
    texts = TEXTS[:7]
    expected = FrozenEncoder(encoder, 40, "fp32").vectors(texts, CPU)

    class Half(Processes):
        def gather(self, own, shares):
            assert [len(share) for share in shares] == [4, 3]
            assert torch.equal(own, expected[shares[1]])
            return expected

    frozen = FrozenEncoder(encoder, 40, "fp32")
    frozen.cache(texts, CPU, Half(1, 2))
    assert torch.equal(frozen.vectors(texts, CPU), expected)


def test_where_no_temporary_file_has_room_the_weights_are_in_memory(encoder, monkeypatch):
    expected = FrozenEncoder(encoder, 40, "fp32").vectors(TEXTS, CPU)

    def full(tensors):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("trainer.objective.frozen.MappedCopies", full)
    frozen = FrozenEncoder(encoder, 40, "fp32")
    with torch.no_grad():
        for parameter in encoder.parameters():
            parameter.zero_()
    assert torch.equal(frozen.vectors(TEXTS, CPU), expected)
