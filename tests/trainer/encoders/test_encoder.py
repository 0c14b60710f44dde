from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch
from tokenizers.normalizers import Sequence

from schemas.errors import WorkFailed
from trainer.encoders.encoder import Encoder
from trainer.encoders.folder import load_encoder
from trainer.encoders.prompts import Prompts

A = 'This sentence : "{}" means [MASK] .'
TEXTS = [
    "the baker sells some bread today .",
    "a nurse",
    "",
    "the old ferry moves two lamps today , my cousin cleans the long bench today .",
    "a nurse",
]
MODELS = ["tiny_bert", "tiny_roberta"]


def load(request, model, pooling):
    template = A if pooling == "mask" else None
    return load_encoder(
        str(request.getfixturevalue(model)), pooling=pooling, template=template
    ).eval()


@pytest.mark.parametrize("pooling", ["cls", "mean", "mask"])
@pytest.mark.parametrize("model", MODELS)
@torch.no_grad()
def test_padding_changes_no_embedding(request, model, pooling):
    encoder = load(request, model, pooling)
    together = encoder.encode(TEXTS)
    alone = np.concatenate([encoder.encode([text]) for text in TEXTS])
    np.testing.assert_allclose(together, alone, atol=1e-5)


@pytest.mark.parametrize("model", MODELS)
@torch.no_grad()
def test_pooling_is_what_a_plain_loop_gives(request, model):
    for pooling in ("cls", "mean", "mask"):
        encoder = load(request, model, pooling)
        for text, vector in zip(TEXTS, encoder.encode(TEXTS), strict=True):
            ids = encoder.tokenization.ids([text], 80)[0]
            states = encoder.backbone(input_ids=torch.tensor([ids])).last_hidden_state[0].numpy()
            rows = {
                "cls": [0],
                "mean": range(len(ids)),
                "mask": [i for i, token in enumerate(ids) if token == encoder.tokenization.mask_id],
            }[pooling]
            expected = sum(states[i] for i in rows) / len(rows)
            np.testing.assert_allclose(vector, expected, atol=1e-5)


@pytest.mark.parametrize("model", MODELS)
@torch.no_grad()
def test_a_text_that_spells_the_mask_token_is_pooled_at_the_templates_alone(request, model):
    encoder = load(request, model, "mask")
    for text in ("the [MASK] sells .", "the <mask> sells .", "[MASK]", "<mask><mask>"):
        ids = encoder.tokenization.ids([text], 80)[0]
        assert ids.count(encoder.tokenization.mask_id) == 1
        states = encoder.backbone(input_ids=torch.tensor([ids])).last_hidden_state[0].numpy()
        expected = states[ids.index(encoder.tokenization.mask_id)]
        np.testing.assert_allclose(encoder.encode([text])[0], expected, atol=1e-5)


def test_a_prompt_is_counted_in_the_case_in_which_it_is_read(tiny_bert):
    encoder = load_encoder(str(tiny_bert), pooling="mean")
    encoder.tokenizer.normalizer = Sequence([])
    prompts = Prompts({"query": "Nurses: "}, "query")
    settings = replace(encoder.settings, lower_case=True, prompts=prompts)
    prompted = Encoder(encoder.backbone, encoder.tokenizer, settings)
    (read,) = prompted.tokenization.ids(["a nurse"], 60)
    (bare,) = encoder.tokenization.ids(["a nurse"], 60)
    assert prompted.tokenization.prompt_tokens == len(read) - len(bare)


def test_encode_counts_distinct_texts_and_restores_the_mode(request):
    encoder = load(request, "tiny_bert", "mean").train()
    done: list[int] = []
    vectors = encoder.encode(TEXTS, advance=done.append)
    assert sum(done) == 4
    assert vectors.shape == (5, 32)
    np.testing.assert_array_equal(vectors[1], vectors[4])
    assert encoder.training


def test_texts_may_come_from_a_generator(request):
    encoder = load(request, "tiny_bert", "mean")
    vectors = encoder.encode(text for text in TEXTS)
    assert vectors.shape == (5, 32)
    np.testing.assert_array_equal(vectors, encoder.encode(TEXTS))


def test_an_embedding_that_is_no_number_is_named(request):
    encoder = load(request, "tiny_bert", "mean")
    with torch.no_grad():
        encoder.backbone.embeddings.word_embeddings.weight.fill_(float("nan"))
    with pytest.raises(WorkFailed, match="not finite for the text 'the baker"):
        encoder.encode(TEXTS)


def test_prompts_in_words():
    assert Prompts({"query": "", "passage": ""}).in_words == "no default prompt"
    assert Prompts({"query": "ask: "}).in_words == "the prompt query and no default"
    assert Prompts({"query": "ask: "}, "query").in_words == "the default prompt query"
