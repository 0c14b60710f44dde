from __future__ import annotations

from types import SimpleNamespace

import pytest
from torch import nn

from schemas.errors import UserError
from tests.trainer.objective.building import objective_of, terms_of
from trainer.encoders.adapters import add_adapter
from trainer.encoders.backbone import recompute_activations
from trainer.encoders.folder import load_encoder
from trainer.encoders.layers import train_front
from trainer.objective.inputs import InputHook
from trainer.settings.recipe import Perturbation


@pytest.mark.parametrize("model", ["tiny_bert", "tiny_roberta"])
def test_embeddings_and_front_blocks_alone_are_trained(request, model):
    encoder = load_encoder(str(request.getfixturevalue(model)), pooling="mean")
    train_front(encoder, 1)
    trained = {name for name, weight in encoder.named_parameters() if weight.requires_grad}
    expected = {
        name
        for name, _ in encoder.named_parameters()
        if name.startswith(("backbone.embeddings.", "backbone.encoder.layer.0."))
    }
    assert trained == expected
    assert len(expected) < len(list(encoder.parameters()))


def test_frozen_layers_get_no_gradient(recipe_for, tiny_bert):
    objective = objective_of(recipe_for(tiny_bert, train_layers=1))
    terms_of(objective).loss.backward()
    last = objective.encoder.backbone.encoder.layer[-1]
    assert all(weight.grad is None for weight in last.parameters())
    assert all(weight.grad is not None for weight in objective.clipped())


def test_more_layers_than_there_are_is_refused(tiny_bert):
    encoder = load_encoder(str(tiny_bert), pooling="mean")
    with pytest.raises(UserError, match="train_layers is 99, but the model has 2 layers"):
        train_front(encoder, 99)


class Bare(nn.Module):
    """A backbone without any of the parts that are searched by name."""

    supports_gradient_checkpointing = False
    config = SimpleNamespace(model_type="bare", num_hidden_layers=3)


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda encoder: train_front(encoder, 1), "set train_layers=0"),
        (lambda encoder: add_adapter(encoder, 4), "set lora_rank=0"),
        (lambda encoder: recompute_activations(encoder.backbone), "A bare model has no gradient"),
        (lambda encoder: InputHook(encoder.backbone, Perturbation()), "no layer named embeddings"),
    ],
)
def test_what_a_backbone_has_no_part_for_is_refused(tiny_bert, ask, said):
    encoder = load_encoder(str(tiny_bert), pooling="mean")
    encoder.backbone = Bare()
    with pytest.raises(UserError, match=said):
        ask(encoder)
