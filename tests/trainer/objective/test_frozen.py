from __future__ import annotations

import numpy as np
import pytest
import torch

from trainer.encoders.folder import load_encoder
from trainer.objective.frozen import FrozenEncoder

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
    """To the last bit: else a resumed run, which holds other texts, ends with other weights."""
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


def test_no_more_are_held_than_there_is_room_for(encoder, monkeypatch):
    frozen = FrozenEncoder(encoder, 24, "fp32", room=4 * encoder.hidden_size * 3)
    first = frozen.vectors(TEXTS[:2], CPU)
    frozen.vectors(TEXTS, CPU)
    assert list(frozen.held) == TEXTS[:3]
    monkeypatch.setattr(frozen, "_encoded", lambda *block: pytest.fail("computed again"))
    assert torch.equal(frozen.vectors(TEXTS[:2], CPU), first)
