from __future__ import annotations

import pytest
from torch import nn

from trainer.encoders.backbone import attention, first_position, positions, state_size, word_table
from trainer.encoders.folder import load_encoder


@pytest.mark.parametrize(
    ("model", "taken", "first"), [("tiny_bert", 80, 0), ("tiny_roberta", 80, 2)]
)
def test_positions_are_counted_as_the_backbone_counts_them(request, model, taken, first):
    backbone = load_encoder(str(request.getfixturevalue(model)), pooling="mean").backbone
    assert (positions(backbone), first_position(backbone)) == (taken, first)


def test_a_backbone_states_its_sizes(tiny_bert):
    encoder = load_encoder(str(tiny_bert), pooling="mean")
    assert state_size(encoder.backbone) == encoder.hidden_size == 32
    assert attention(encoder.backbone) == (4, 0.1)
    encoder.backbone.config.attention_probs_dropout_prob = 0.0
    assert attention(encoder.backbone) == (4, 0.0)


def test_word_embeddings_of_another_kind_are_no_table(tiny_bert):
    backbone = load_encoder(str(tiny_bert), pooling="mean").backbone
    assert word_table(backbone) is backbone.embeddings.word_embeddings
    backbone.embeddings.word_embeddings = nn.Linear(2, 2)
    assert word_table(backbone) is None
