"""The threshold of the entailment under any cross-encoder, here a tiny one with random weights."""

import json
import shutil

import pytest
import torch

from pipeline.acceptance.measures.entailment import Entailment, entailment_label, places
from schemas.errors import UserError

PAIRS = [
    ("The tap is open.", "The tap is not shut."),
    ("She walks to the old town hall every day.", "Rain fell."),
    ("Rain fell.", "It rained."),
]


@pytest.fixture(scope="module")
def classifier(tiny_bert, tmp_path_factory):
    """A classifier of pairs whose second label is entailment."""
    from transformers import AutoTokenizer, BertConfig, BertForSequenceClassification

    folder = tmp_path_factory.mktemp("nli") / "model"
    labels = {0: "contradiction", 1: "ENTAILMENT", 2: "neutral"}
    config = BertConfig.from_pretrained(
        tiny_bert, id2label=labels, label2id={name: i for i, name in labels.items()}
    )
    config.initializer_range = 0.5
    torch.manual_seed(5)
    BertForSequenceClassification(config).eval().save_pretrained(folder)
    AutoTokenizer.from_pretrained(tiny_bert).save_pretrained(folder)
    return str(folder)


def test_the_lesser_of_both_directions_counts(classifier):
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    model = AutoModelForSequenceClassification.from_pretrained(classifier)
    tokenizer = AutoTokenizer.from_pretrained(classifier)

    def entails(one, other):
        with torch.inference_mode():
            logits = model(**tokenizer(one, other, return_tensors="pt")).logits[0]
        return float(logits.softmax(0)[1])

    found = Entailment(classifier, "cpu").both_ways(PAIRS)
    wanted = [min(entails(a, b), entails(b, a)) for a, b in PAIRS]
    assert found == pytest.approx(wanted, abs=1e-5)
    assert len({round(value, 4) for value in found}) == len(PAIRS)
    assert Entailment(classifier, "cpu").both_ways([]) == []


def test_pairs_longer_than_the_model_reads_are_cut(classifier):
    """The tokenizer states no length; the model has 80 positions."""
    judge = Entailment(classifier, "cpu")
    long = " ".join(["rain"] * 60)
    assert judge.both_ways([(long, long)]) == judge.both_ways([(f"{long} fell", long)])


def test_positions_of_padding_are_no_places_for_tokens():
    from transformers import (
        BertConfig,
        BertForSequenceClassification,
        RobertaConfig,
        RobertaForSequenceClassification,
        XLNetConfig,
        XLNetForSequenceClassification,
    )

    small = {"vocab_size": 8, "hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 1}
    bert = BertConfig(**small, intermediate_size=8, max_position_embeddings=80)
    assert places(BertForSequenceClassification(bert)) == 80
    roberta = RobertaConfig(**small, intermediate_size=8, max_position_embeddings=82)
    assert places(RobertaForSequenceClassification(roberta)) == 80
    relative = XLNetConfig(vocab_size=8, d_model=8, n_layer=1, n_head=1, d_inner=8)
    assert places(XLNetForSequenceClassification(relative)) is None


@pytest.mark.parametrize(
    ("labels", "place"),
    [
        ({0: "entailment", 1: "not_entailment"}, 0),
        ({0: "contradiction", 1: "neutral", 2: "Entailment"}, 2),
        ({0: "entail", 1: "contradict"}, 0),
    ],
)
def test_the_label_is_found_by_its_name(labels, place):
    assert entailment_label("some/model", labels) == place


@pytest.mark.parametrize("labels", [{0: "LABEL_0", 1: "LABEL_1"}, {0: "not_entailment"}])
def test_a_model_without_such_a_label_is_refused(labels):
    with pytest.raises(UserError, match="some/model of --min-entailment has no label named entail"):
        entailment_label("some/model", labels)


def test_what_is_no_such_model_is_refused(tmp_path):
    (tmp_path / "config.json").write_text(json.dumps({"model_type": "bert"}))
    said = r"of --min-entailment cannot be loaded: .*[^.]\. Give a folder"
    for name in (str(tmp_path), "no/such-model"):
        with pytest.raises(UserError, match=said):
            Entailment(name, "cpu")


def test_a_folder_without_a_model_is_called_so(tmp_path):
    with pytest.raises(UserError, match=r"loaded: the folder has no config\.json\. Give a folder"):
        Entailment(str(tmp_path), "cpu")


@pytest.mark.parametrize("file", ["config.json", "tokenizer.json", "model.safetensors"])
def test_a_damaged_model_is_named(classifier, tmp_path, file):
    folder = shutil.copytree(classifier, tmp_path / "nli")
    sound = (folder / file).read_bytes()
    broken = sound.replace(b'"hidden_act": "gelu"', b'"hidden_act": {"a": 1}')
    (folder / file).write_bytes(broken if broken != sound else sound[:-30])
    with pytest.raises(UserError, match=f"{folder} of --min-entailment cannot be loaded: "):
        Entailment(str(folder), "cpu")


def test_a_tokenizer_of_another_model_is_refused(classifier, tmp_path):
    folder = shutil.copytree(classifier, tmp_path / "nli")
    said = json.loads((folder / "tokenizer.json").read_text())
    said["model"]["vocab"]["extra"] = 5000
    (folder / "tokenizer.json").write_text(json.dumps(said))
    with pytest.raises(UserError, match=f"tokenizer of {folder} has tokens up to number 5,000, "):
        Entailment(str(folder), "cpu")


def test_a_tokenizer_without_a_padding_token_is_refused(classifier, tmp_path):
    folder = shutil.copytree(classifier, tmp_path / "nli")
    file = folder / "tokenizer_config.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"pad_token": None}))
    with pytest.raises(UserError, match=f"tokenizer of {folder} has no padding token"):
        Entailment(str(folder), "cpu")
