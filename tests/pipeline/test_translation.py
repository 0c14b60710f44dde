"""Translation on tiny random models with the layout of wmt19."""

import math

import pytest
import torch
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

from pipeline.translation.models import Pivot, demo_pivots, resolve_pivots
from pipeline.translation.seq2seq import Decoding, Translator, parse_precision
from schemas.errors import UserError, WorkFailed
from tests.translation_models import make_fsmt

TEXTS = ["The tap is open.", "No.", "She walks to the old town hall.", "Rain fell.", "Hi there!"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return make_fsmt(tmp_path_factory.mktemp("models") / "en-de", ("en", "de"), seed=3)


@pytest.fixture(scope="module")
def translator(folder):
    return Translator(str(folder), "cpu")


@pytest.mark.parametrize("beams", [1, 4])
def test_translations_equal_generate_one_by_one(folder, translator, beams):
    model = AutoModelForSeq2SeqLM.from_pretrained(folder).eval()
    tokenizer = AutoTokenizer.from_pretrained(folder)
    early = {"early_stopping": True} if beams > 1 else {}
    expected = []
    for text in TEXTS:
        ids = model.generate(
            **tokenizer([text], return_tensors="pt"),
            num_beams=beams, max_length=12, do_sample=False, **early,
        )  # fmt: skip
        expected.append(tokenizer.decode(ids[0], skip_special_tokens=True).strip())
    decoding = Decoding(beams=beams, max_length=12)
    for budget in (1, 60, 10_000):
        found = translator.translate(TEXTS, decoding, batch_tokens=budget)
        assert [hypotheses[0].text for hypotheses in found] == expected


def test_score_is_the_mean_log_probability_a_token(folder, translator):
    model = AutoModelForSeq2SeqLM.from_pretrained(folder).eval()
    tokenizer = AutoTokenizer.from_pretrained(folder)
    source = tokenizer(TEXTS[:1], return_tensors="pt")
    ids = model.generate(**source, num_beams=3, max_length=9, early_stopping=True)
    logs = []
    for i in range(1, ids.shape[1]):  # one step at a time, without the forced pass
        step = model(**source, decoder_input_ids=ids[:, :i]).logits[0, -1]
        logs.append(torch.log_softmax(step, 0)[ids[0, i]].item())
    found = translator.translate(TEXTS[:1], Decoding(beams=3, max_length=9))
    assert found[0][0].score == pytest.approx(sum(logs) / len(logs), abs=1e-5)


def test_candidates_come_best_first_and_once(translator):
    found = translator.translate(TEXTS, Decoding(beams=5, candidates=4, max_length=8))
    for hypotheses in found:
        assert 1 <= len(hypotheses) <= 4
        assert len({h.text for h in hypotheses}) == len(hypotheses)
        scores = [h.score for h in hypotheses]
        assert scores == sorted(scores, reverse=True)
        assert all(-20 < s <= 0 for s in scores)


def test_draws_repeat_with_their_seed_and_differ_without(translator):
    decoding = Decoding(sample=True, candidates=3, max_length=10)
    first = translator.translate(TEXTS, decoding, seed=1)
    assert first == translator.translate(TEXTS, decoding, seed=1)
    assert first != translator.translate(TEXTS, decoding, seed=2)


def test_no_score_where_none_is_asked(translator):
    found = translator.translate(TEXTS[:1], Decoding(max_length=6), score=False)
    assert math.isnan(found[0][0].score)


def test_nothing_in_nothing_out(translator):
    assert translator.translate([], Decoding()) == []


def test_out_of_memory_halves_the_batch(translator, monkeypatch):
    expected = translator.translate(TEXTS, Decoding(max_length=8))
    generate, sizes = translator._generate, []

    def small(texts, decoding, score):
        sizes.append(len(texts))
        if len(texts) > 2:
            raise torch.OutOfMemoryError("no memory")
        return generate(texts, decoding, score)

    monkeypatch.setattr(translator, "_generate", small)
    found = translator.translate(TEXTS, Decoding(max_length=8))
    assert [[h.text for h in hs] for hs in found] == [[h.text for h in hs] for hs in expected]
    assert sizes == [5, 2, 3, 1, 2]


def test_out_of_memory_on_one_sentence_says_what_to_do(translator, monkeypatch):
    def never(*_):
        raise torch.OutOfMemoryError("no memory")

    monkeypatch.setattr(translator, "_generate", never)
    with pytest.raises(WorkFailed, match="Use fewer --beams"):
        translator.translate(TEXTS, Decoding())


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"beams": 2, "candidates": 3}, "--candidates 3 needs at least as many --beams"),
        ({"temperature": 0.0}, "--temperature must be above 0"),
        ({"top_p": 1.5}, "--top-p must be in"),
        ({"max_length": 1}, "--max-length"),
    ],
)
def test_impossible_decoding_is_named(settings, message):
    assert message in " ".join(Decoding(**settings).problems())


def test_more_draws_than_beams_are_possible():
    assert Decoding(beams=1, candidates=8, sample=True).problems() == []


def test_hub_models_without_network_name_the_ways_out():
    with pytest.raises(UserError, match=r"no network.*--models demo.*local folders"):
        Translator("facebook/wmt19-en-de", "cpu")


def test_a_folder_that_is_no_model(tmp_path):
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(UserError, match="is not a folder with a sequence-to-sequence model"):
        Translator(str(tmp_path), "cpu")


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_a_gpu_that_is_not_there(folder):
    with pytest.raises(UserError, match="torch sees no GPU"):
        Translator(str(folder), "cuda")


def test_unknown_precision():
    with pytest.raises(UserError, match="auto, fp32, fp16, bf16"):
        parse_precision("int4")


def test_wmt19_names_the_four_models():
    assert resolve_pivots(["wmt19"]) == [
        Pivot("de", "facebook/wmt19-en-de", "facebook/wmt19-de-en"),
        Pivot("ru", "facebook/wmt19-en-ru", "facebook/wmt19-ru-en"),
    ]


def test_pivots_by_name_and_choice():
    given = ["fr=a/b,c", "es=d,e"]
    assert resolve_pivots(given) == [Pivot("fr", "a/b", "c"), Pivot("es", "d", "e")]
    assert [p.lang for p in resolve_pivots(["wmt19"], ["ru"])] == ["ru"]


@pytest.mark.parametrize(
    ("models", "wanted", "message"),
    [
        (["de"], None, "none of: wmt19, demo"),
        (["de=a"], None, "PIVOT=FORWARD,BACKWARD"),
        (["de=a,"], None, "PIVOT=FORWARD,BACKWARD"),
        (["wmt19", "de=a,b"], None, "pivot de more than once"),
        (["wmt19"], ["fr"], "asks for fr"),
    ],
)
def test_bad_models(models, wanted, message):
    with pytest.raises(UserError, match=message):
        resolve_pivots(models, wanted)


def test_the_demo_models_are_in_the_package():
    assert [p.lang for p in demo_pivots()] == ["de"]
