"""A tiny encoder as it is saved."""

from __future__ import annotations

import pytest

from trainer.encoders.folder import load_encoder, save_encoder

TEMPLATE = 'This sentence : "{}" means [MASK] .'


@pytest.fixture
def saved(request, tmp_path):
    """A function that loads a tiny model with a pooling and saves it as a folder."""

    def make(model: str, pooling: str):
        source = str(request.getfixturevalue(model))
        template = TEMPLATE if pooling == "mask" else None
        encoder = load_encoder(source, pooling=pooling, template=template, max_tokens=48)
        target = tmp_path / f"{model}-{pooling}"
        target.mkdir()
        save_encoder(encoder, target)
        return encoder, target

    return make
