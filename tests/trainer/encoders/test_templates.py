from __future__ import annotations

import json

import pytest
from tokenizers import AddedToken, Tokenizer, models, pre_tokenizers

from schemas.errors import UserError
from trainer.encoders.folder import load_encoder
from trainer.encoders.templates import (
    SpecialTokens,
    added_tokens,
    has_template,
    mask_name,
    plain_tokenizer,
    shown_name,
    template_tokenizer,
    token_ids,
)

A = 'This sentence : "{}" means [MASK] .'
B = 'This sentence of "{}" means [MASK] .'
BERT = SpecialTokens("[CLS]", "[SEP]", "[PAD]", "[UNK]", "[MASK]")
ROBERTA = SpecialTokens("<s>", "</s>", "<pad>", "<unk>", "<mask>")


@pytest.fixture(scope="session")
def bert(tiny_bert):
    return load_encoder(str(tiny_bert), pooling="mean").tokenizer


@pytest.fixture(scope="session")
def roberta(tiny_roberta):
    return load_encoder(str(tiny_roberta), pooling="mean").tokenizer


def text_of(tokenizer, ids: list[int]) -> str:
    """Tokens joined as the model sees them, word pieces and byte-level blanks undone."""
    tokens = "".join(
        t[2:] if t.startswith("##") else t.replace("Ġ", " ") if "Ġ" in t or t[0] == "<" else f" {t}"
        for t in (shown_name(tokenizer.id_to_token(i)) for i in ids)
    )
    return tokens.strip()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the baker sells", "the baker sells ."),
        ("the baker sells.", "the baker sells ."),
        ("the baker sells !", "the baker sells !"),
        ("the baker sells  ", "the baker sells ."),
        ('the baker sells "', 'the baker sells "'),
        ("", ""),
    ],
)
def test_the_template_surrounds_the_sentence_and_its_period(bert, text, expected):
    tokenizer = template_tokenizer(bert, BERT, A)
    shown = text_of(tokenizer, token_ids(tokenizer, [text], 64)[0])
    whole = f'[CLS] this sentence : " {expected} " means [MASK] . [SEP]'
    assert shown.split() == whole.split()


def test_roberta_words_follow_a_blank_as_in_running_text(roberta):
    tokenizer = template_tokenizer(roberta, ROBERTA, B)
    ids = token_ids(tokenizer, ["the baker sells"], 64)[0]
    tokens = [shown_name(tokenizer.id_to_token(i)) for i in ids]
    assert tokens[0] == "<s>"
    assert tokens[-1] == "</s>"
    assert tokens.count("<mask>") == 1
    inner = "".join(tokens[1:-1]).replace("Ġ", " ")
    assert inner == ' This sentence of " the baker sells . " means<mask> .'


@pytest.mark.parametrize("words", [1, 5, 80])
def test_truncation_cuts_the_sentence_and_never_the_template(bert, words):
    tokenizer = template_tokenizer(bert, BERT, A)
    limit = added_tokens(tokenizer) + 4
    ids = token_ids(tokenizer, ["the " * words], limit)[0]
    assert len(ids) <= limit
    assert ids.count(bert.token_to_id("[MASK]")) == 1
    assert text_of(tokenizer, ids).endswith('" means [MASK] . [SEP]')


@pytest.mark.parametrize(("name", "tokens"), [("bert", BERT), ("roberta", ROBERTA)])
def test_a_template_replaces_the_one_before(request, name, tokens):
    backbone = request.getfixturevalue(name)
    once = template_tokenizer(backbone, tokens, B)
    twice = template_tokenizer(template_tokenizer(backbone, tokens, A), tokens, B)
    texts = ["the old ferry", "a nurse opens the green door .", ""]
    assert token_ids(twice, texts, 64) == token_ids(once, texts, 64)


def test_without_its_template_a_tokenizer_is_the_plain_one_again(bert):
    templated = template_tokenizer(bert, BERT, A)
    assert has_template(templated)
    bare = plain_tokenizer(templated)
    assert not has_template(bare)
    texts = ["the old ferry", "a nurse opens the green door", ""]
    assert token_ids(bare, texts, 64) == token_ids(bert, texts, 64)
    assert bare.get_vocab() == bert.get_vocab()


def unigram():
    """A tokenizer like XLM-RoBERTa's, in which the mask is an ordinary piece."""
    pieces = [(piece, -1.0) for piece in ("<s>", "</s>", "<unk>", "\u2581", *"<mask>")]
    tokenizer = Tokenizer(models.Unigram([*pieces, ("<mask>", 0.0)], unk_id=2))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.add_special_tokens(["<s>", "</s>", "<unk>"])
    tokenizer.add_special_tokens([AddedToken("<mask>", lstrip=True)])
    return tokenizer


def added_only(bert):
    """A tokenizer like ModernBERT's, whose model does not contain the mask."""
    settings = json.loads(bert.to_str())
    del settings["model"]["vocab"]["[MASK]"]
    size = len(settings["model"]["vocab"])
    for token in settings["added_tokens"]:
        if token["content"] == "[MASK]":
            token["id"] = size
    return Tokenizer.from_str(json.dumps(settings))


def test_the_mask_keeps_its_id_where_no_text_may_spell_it(bert, roberta):
    unigrams = SpecialTokens("<s>", "</s>", "<s>", "<unk>", "<mask>")
    for plain, tokens in (
        (bert, BERT),
        (roberta, ROBERTA),
        (unigram(), unigrams),
        (added_only(bert), BERT),
    ):
        templated = template_tokenizer(plain, tokens, A)
        mask = plain.token_to_id(tokens.mask)
        assert templated.token_to_id(mask_name(templated, tokens)) == mask
        assert token_ids(templated, [f"a {tokens.mask} b"], 64)[0].count(mask) == 1
        others = plain.get_vocab().items() - {(tokens.mask, mask)}
        assert others == templated.get_vocab().items() - {(mask_name(templated, tokens), mask)}
        assert plain_tokenizer(templated).get_vocab() == plain.get_vocab()


def test_a_model_without_mask_token_is_refused(bert):
    with pytest.raises(UserError, match="needs a model with a mask token"):
        template_tokenizer(bert, SpecialTokens("[CLS]", "[SEP]", "[PAD]", "[UNK]", None), A)
