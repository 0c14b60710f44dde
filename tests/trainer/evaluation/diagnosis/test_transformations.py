"""Families of transformed sentences: the bundled ones, generated ones, and what is measured."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from schemas.errors import UserError
from trainer.data.triples import Triple
from trainer.encoders.embeddings import Embeddings, unit
from trainer.evaluation.diagnosis.masked_lm import MaskedLanguageModel
from trainer.evaluation.diagnosis.transformations import (
    KINDS,
    Family,
    add_edits,
    bundled_families,
    delete_word,
    from_triples,
    measure_families,
    most_misled,
    read_families,
)


def test_the_bundled_sentences_have_every_kind():
    families = bundled_families()
    assert len(families) == 64
    assert len({family.sentence for family in families}) == 64
    assert all(tuple(family.others) == KINDS for family in families)
    eights = [f for f in families if len(f.others["paraphrase"]) == len(f.others["negation"]) == 8]
    assert len(eights) == 4
    texts = [t for f in families for kind in KINDS[:5] for t in f.others[kind]]
    assert len(set(texts)) == len(texts) == 64 * 5 + 4 * 14
    assert not {f.sentence for f in families} & set(texts)


@pytest.mark.parametrize("family", bundled_families(), ids=lambda family: family.sentence[:20])
def test_the_bundled_edits_are_of_one_word(family):
    words = family.sentence.split()
    inserted, deleted, substituted = (
        family.others[kind][0].split() for kind in ("insertion", "deletion", "substitution")
    )
    assert len(inserted) == len(words) + 1
    assert len(deleted) == len(words) - 1
    assert sum(a != b for a, b in zip(words, substituted, strict=True)) == 1


def embedded(texts: list[str], seed: int = 0) -> Embeddings:
    distinct = list(dict.fromkeys(texts))
    vectors = np.random.default_rng(seed).normal(size=(len(distinct), 4)).astype(np.float32)
    return Embeddings(unit(vectors), {text: row for row, text in enumerate(distinct)})


def test_similarities_are_means_of_cosines_by_kind():
    families = bundled_families()
    embeddings = embedded([text for family in families for text in family.texts])
    result = measure_families(embeddings, families)
    for kind in KINDS:
        cosines = [
            float(embeddings.of([f.sentence])[0] @ embeddings.of([text])[0])
            for f in families
            for text in f.others[kind]
        ]
        assert result.kinds[kind].pairs == len(cosines)
        assert result.kinds[kind].similarity == pytest.approx(np.mean(cosines), abs=1e-6)
    assert result.ranking is not None
    assert len(result.points) == 64 * 6 + 4 * 14


def test_every_paraphrase_meets_every_negation_of_its_sentence():
    vectors = np.array([[1, 0], [1, 0.1], [0, 1], [1, 0.05], [1, 2]], dtype=np.float32)
    embeddings = Embeddings(unit(vectors), {t: i for i, t in enumerate("spqno")})
    family = Family("s", {"paraphrase": ["p", "q"], "negation": ["n", "o"]})
    # p lies behind n and ahead of o, q behind both.
    assert measure_families(embeddings, [family]).ranking == 0.25


def test_what_there_is_none_of_is_none():
    embeddings = embedded(["a b", "a c"])
    result = measure_families(embeddings, [Family("a b", {"deletion": ["a c"]})])
    assert result.ranking is None
    assert result.wording is None
    with pytest.raises(UserError, match="no transformed sentence"):
        measure_families(embeddings, [Family("a b", {})])


def test_the_sentence_whose_negation_is_furthest_above_its_paraphrase_comes_first():
    texts = {"low p": 30, "low n": 60, "high p": 60, "high n": 30, "lone d": 10}
    degrees = np.deg2rad([0, *texts.values()])
    vectors = np.stack([np.cos(degrees), np.sin(degrees)], axis=1).astype(np.float32)
    rows = {text: row for row, text in enumerate(["anchor", *texts])}
    embeddings = Embeddings(unit(vectors), rows | {"low": 0, "high": 0, "lone": 0})
    families = [
        Family("lone", {"deletion": ["lone d"]}),
        Family("low", {"paraphrase": ["low p"], "negation": ["low n"]}),
        Family("high", {"paraphrase": ["high p"], "negation": ["high n"]}),
    ]
    found = measure_families(embeddings, families)
    assert most_misled(found) == ["high", "low", "lone"]
    shown = [(p.original, p.text, p.kind, round(p.similarity, 3)) for p in found.points[1:3]]
    assert shown == [("low", "low p", "paraphrase", 0.866), ("low", "low n", "negation", 0.5)]


def test_triples_are_families():
    rows = [Triple(1, "a", "b", "c", 0.2), Triple(2, "d", None, "e", None)]
    assert from_triples(rows) == [
        Family("a", {"paraphrase": ["b"], "negation": ["c"]}),
        Family("d", {"negation": ["e"]}),
    ]


@pytest.mark.parametrize(
    ("sentence", "results"),
    [
        ("He sings .", {"Sings .", "He ."}),
        ("He sings.", {"Sings.", "He."}),
        ("Stop", {None}),
        ("Never mind.", {"Never."}),
        ("It isn't half-baked.", {"Isn't half-baked.", "It isn't."}),
    ],
)
def test_one_word_is_deleted(sentence, results):
    found = {delete_word(sentence, random.Random(seed)) for seed in range(20)}
    assert found == results


@pytest.fixture(scope="module")
def masked_model(tiny_bert, tmp_path_factory):
    import shutil

    import torch
    from transformers import BertConfig, BertForMaskedLM

    folder = tmp_path_factory.mktemp("mlm")
    shutil.copytree(tiny_bert, folder, dirs_exist_ok=True)
    torch.manual_seed(1)
    BertForMaskedLM(BertConfig.from_pretrained(tiny_bert)).save_pretrained(folder)
    return MaskedLanguageModel(str(folder))


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
    with pytest.raises(UserError, match="saved without the head that predicts words"):
        MaskedLanguageModel(str(tiny_bert))
    with pytest.raises(UserError, match="no masked language model"):
        MaskedLanguageModel(str(tiny_bert / "nothing"))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["{"], "line 1: this is not JSON"),
        ([{"sentence": "a"}, {"text": "b"}], 'line 2: an object with "sentence"'),
        ([{"sentence": "a", "shuffle": ["b"]}], "line 1: unknown kind 'shuffle'"),
        ([{"sentence": "a", "negation": "b"}], "line 1: negation should be a list"),
        ([{"sentence": "a", "negation": [" "]}], "none of them empty"),
        ([], "holds no sentence"),
    ],
)
def test_files_of_no_use_are_named(tmp_path, lines, message):
    path = tmp_path / "mine.jsonl"
    text = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(text))
    with pytest.raises(UserError, match=message):
        read_families(path)
