"""Edits of single words, by hand and by a masked language model."""

from __future__ import annotations

import json
import random
import shutil

import pytest

from schemas.errors import UserError
from trainer.evaluation.data.families import Family
from trainer.evaluation.diagnosis.edits import add_edits, delete_word
from trainer.evaluation.diagnosis.masked_lm import MaskedLanguageModel


@pytest.mark.parametrize(
    ("sentence", "results"),
    [
        ("He sings .", {"Sings .", "He ."}),
        ("He sings.", {"Sings.", "He."}),
        ("Stop", {None}),
        ("Never mind.", {"Never."}),
        ("It isn't half-baked.", {"Isn't half-baked.", "It isn't."}),
        ("The cat, they sat", {"Cat, they sat", "The, they sat", "The cat, sat", "The cat, they"}),
    ],
)
def test_one_word_is_deleted(sentence, results):
    found = {delete_word(sentence, random.Random(seed)) for seed in range(20)}
    assert found == results


@pytest.fixture(scope="module")
def masked_folder(tiny_bert, tmp_path_factory):
    import torch
    from transformers import BertConfig, BertForMaskedLM

    folder = tmp_path_factory.mktemp("mlm")
    shutil.copytree(tiny_bert, folder, dirs_exist_ok=True)
    torch.manual_seed(1)
    BertForMaskedLM(BertConfig.from_pretrained(tiny_bert)).save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def masked_model(masked_folder):
    return MaskedLanguageModel(str(masked_folder))


SENTENCES = [
    "The baker opens the green door and the old ferry moves two lamps and some bread today.",
    "A nurse sells some bread.",
]


def test_edits_change_a_share_of_the_words(masked_model):
    made = add_edits([Family(s, {}) for s in SENTENCES], masked_model, rate=0.1)
    for sentence, family, count in zip(SENTENCES, made, (2, 1), strict=True):
        assert list(family.others) == ["insertion", "deletion", "substitution", "random"]
        words = sentence.split()
        assert len(family.others["insertion"][0].split()) == len(words) + count
        assert len(family.others["deletion"][0].split()) == len(words) - 1
        changed = family.others["substitution"][0].split()
        assert sum(a != b for a, b in zip(words, changed, strict=True)) == count
        assert family.others["substitution"][0].endswith(".")
        assert family.others["random"][0] == SENTENCES[1 - SENTENCES.index(sentence)]


def test_edits_repeat_and_leave_what_is_there(masked_model):
    family = Family(SENTENCES[0], {"deletion": ["mine"]})
    first = add_edits([family], masked_model, seed=4)
    assert first == add_edits([family], masked_model, seed=4)
    assert first[0].others["deletion"] == ["mine"]
    assert "random" not in first[0].others
    assert list(add_edits([family], None)[0].others) == ["deletion"]


def test_byte_level_vocabularies_give_whole_words(tiny_roberta, tmp_path):
    import torch
    from transformers import RobertaConfig, RobertaForMaskedLM

    torch.manual_seed(1)
    RobertaForMaskedLM(RobertaConfig.from_pretrained(tiny_roberta)).save_pretrained(tmp_path)
    for file in tiny_roberta.glob("tokenizer*"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    model = MaskedLanguageModel(str(tmp_path))
    for sentence in SENTENCES:
        words = sentence.split()
        inserted = model.edit(sentence, rate=0.05, insert=True, draw=random.Random(0))
        replaced = model.edit(sentence, rate=0.05, insert=False, draw=random.Random(0))
        assert inserted is not None
        assert replaced is not None
        assert len(inserted.split()) == len(words) + 1
        assert sum(a != b for a, b in zip(words, replaced.split(), strict=True)) == 1
        assert "  " not in inserted + replaced


def test_an_edit_neither_makes_nor_unmakes_a_negation(masked_model):
    whole = masked_model._tokenizer.convert_ids_to_tokens(masked_model._allowed.nonzero()[:, 0])
    assert "bread" in whole
    assert not {"not", "never", "no", "nobody"} & set(whole)
    draw = random.Random(0)
    assert masked_model.edit("Never not!", rate=1.0, insert=False, draw=draw) is None


def test_a_word_is_put_neither_beside_itself_nor_into_a_compound(masked_model, monkeypatch):
    seen = []
    monkeypatch.setattr(
        masked_model, "_fill", lambda left, right, space, avoid: seen.append(avoid) or "old"
    )
    made = masked_model.edit("A deep-blue lamp", rate=0.1, insert=True, draw=random.Random(0))
    assert made in ("A old deep-blue lamp", "A deep-blue old lamp")
    assert seen in ([{"A", "deep"}], [{"blue", "lamp"}])


def test_a_sentence_without_room_is_left_alone(masked_model):
    draw = random.Random(0)
    assert masked_model.edit("12 34.", rate=0.1, insert=False, draw=draw) is None
    assert masked_model.edit("Stop.", rate=0.1, insert=True, draw=draw) is None
    assert masked_model.edit("It is [MASK] here.", rate=0.1, insert=True, draw=draw) is None


def test_a_model_without_head_is_refused(tiny_bert):
    with pytest.raises(UserError, match="saved without its prediction head"):
        MaskedLanguageModel(str(tiny_bert))
    with pytest.raises(UserError, match="not a loadable masked language model"):
        MaskedLanguageModel(str(tiny_bert / "nothing"))


def test_a_tokenizer_without_mask_token_is_refused(masked_folder, tmp_path):
    folder = shutil.copytree(masked_folder, tmp_path / "model")
    said = json.loads((folder / "tokenizer_config.json").read_text())
    del said["mask_token"]
    said["tokenizer_class"] = "PreTrainedTokenizerFast"
    (folder / "tokenizer_config.json").write_text(json.dumps(said))
    with pytest.raises(UserError, match="has no mask token; use a BERT-like model"):
        MaskedLanguageModel(str(folder))


def test_damaged_weights_are_told(masked_folder, tmp_path):
    folder = shutil.copytree(masked_folder, tmp_path / "model")
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-30])
    with pytest.raises(UserError, match=f"{folder} is not a loadable masked language model: "):
        MaskedLanguageModel(str(folder))
