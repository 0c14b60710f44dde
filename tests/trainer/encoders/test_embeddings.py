"""Embeddings shared by tasks, and their cache on disk."""

from __future__ import annotations

import numpy as np
import pytest
from torch import nn

from schemas.errors import UserError, WorkFailed
from schemas.files import exclusive
from trainer.encoders.embeddings import embed, read_shelf
from trainer.encoders.encoder import Encoder
from trainer.encoders.folder import load_encoder

TEXTS = ["the baker opens .", "a nurse sells some bread today .", "the baker opens ."]


@pytest.fixture
def encoder(tiny_bert):
    return load_encoder(str(tiny_bert), pooling="mean")


def counted(encoder, texts, cache):
    done: list[int] = []
    result = embed(encoder, texts, cache=cache, advance=done.append)
    return result, done


def test_a_repeated_text_is_one_row(encoder):
    found = embed(encoder, TEXTS)
    assert list(found.rows) == TEXTS[:2]
    assert found.of(TEXTS).shape == (3, 32)
    assert found.cosines(TEXTS, TEXTS) == pytest.approx([1, 1, 1], abs=1e-6)


def test_the_cache_gives_the_same_vectors_and_encodes_what_is_new_alone(encoder, tmp_path):
    first, _ = counted(encoder, TEXTS, tmp_path)
    again = []
    encode = encoder.encode

    def watched(texts, **options):
        again.extend(texts)
        return encode(texts, **options)

    encoder.encode = watched
    second, done = counted(encoder, [*TEXTS, "my cousin moves ."], tmp_path)
    assert again == ["my cousin moves ."]
    assert sum(done) == 3
    np.testing.assert_array_equal(first.of(TEXTS), second.of(TEXTS))
    assert len(list(tmp_path.rglob("*.npz"))) == 2


def test_the_cache_tells_activations_of_dense_layers_apart(encoder, tmp_path):
    linear = nn.Linear(32, 4)
    for activation in (nn.Tanh(), nn.Identity()):
        dense = nn.Sequential(linear, activation)
        own = Encoder(encoder.backbone, encoder.tokenizer, encoder.settings, dense)
        found = embed(own, TEXTS, cache=tmp_path).vectors
        np.testing.assert_array_equal(found, embed(own, TEXTS).vectors)


def test_one_process_at_a_time_stores_embeddings_and_sweeps_up_after_a_killed_one(
    encoder, tmp_path, monkeypatch
):
    counted(encoder, TEXTS, tmp_path)
    (shelf,) = tmp_path.iterdir()
    left = shelf / ".0.npz.7.tmp"
    left.touch()
    monkeypatch.setattr("trainer.encoders.embeddings._PATIENCE_S", 0.01)
    said = "Another process is storing embeddings in"
    with exclusive(shelf / ".lock", ""), pytest.raises(WorkFailed, match=said):
        counted(encoder, ["my cousin moves ."], tmp_path)
    assert left.exists()
    counted(encoder, ["my cousin moves ."], tmp_path)
    assert not left.exists()


def test_other_weights_and_other_pooling_have_a_shelf_of_their_own(encoder, tiny_bert, tmp_path):
    embed(encoder, TEXTS, cache=tmp_path)
    embed(load_encoder(str(tiny_bert), pooling="cls"), TEXTS, cache=tmp_path)
    next(encoder.parameters()).data += 1
    embed(encoder, TEXTS, cache=tmp_path)
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"no archive",
        lambda content: content[: len(content) // 2],
        lambda content: content.replace(b"\x00\x00", b"\x00\x01", 400),
    ],
    ids=["other content", "cut off", "other numbers"],
)
def test_a_damaged_cache_is_named(encoder, tmp_path, damage):
    embed(encoder, TEXTS, cache=tmp_path)
    file = next(tmp_path.rglob("*.npz"))
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(UserError, match=rf"{file.name} is damaged"):
        embed(encoder, TEXTS, cache=tmp_path)


KEYS, NUMBERS = np.zeros((2, 16), np.uint8), np.ones((2, 4), np.float32)


@pytest.mark.parametrize(
    ("save", "keys", "vectors"),
    [
        (np.savez_compressed, KEYS, NUMBERS),
        (np.savez, KEYS, NUMBERS.astype(np.float64)),
        (np.savez, KEYS, NUMBERS[0]),
        (np.savez, KEYS, NUMBERS[:1]),
    ],
    ids=["packed", "other numbers", "no table", "one vector for two"],
)
def test_a_foreign_archive_in_the_cache_is_named(tmp_path, save, keys, vectors):
    save(tmp_path / "mine.npz", keys=keys, vectors=vectors)
    with pytest.raises(UserError, match=r"mine\.npz is damaged"):
        read_shelf(tmp_path, set())


def test_embeddings_that_are_no_numbers_name_the_text(encoder):
    next(encoder.parameters()).data.fill_(float("nan"))
    with pytest.raises(WorkFailed, match="not finite for the text"):
        embed(encoder, TEXTS)
