"""Both engines on small models with the layout of wmt19, against plain `generate`."""

import math
from functools import cache

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from transformers import FSMTConfig, FSMTForConditionalGeneration

from pipeline.translation.checkpoint import examine, load_model, load_tokenizer
from pipeline.translation.decoding import Decoding, parse_precision
from pipeline.translation.engines.ctranslate2_engine import CTranslate2Engine
from pipeline.translation.engines.fsmt import converted_folder
from pipeline.translation.engines.table import parse_engine, prepare
from pipeline.translation.engines.transformers_engine import TransformersEngine
from pipeline.translation.models import demo_pivots
from pipeline.translation.tokens import decode, encode, encode_target
from schemas.errors import UserError, WorkFailed
from tests.translation_models import TEXTS, make_fsmt, opened

LONGER = [
    "The ferry to the island leaves every morning at seven.",
    "Why did nobody tell me that the meeting was moved?",
    "My neighbour has painted her fence green.",
    "Stop.",
    "A boy is throwing a red ball to his little sister in the park.",
    "In 1911 the bridge was closed for three years.",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return str(make_fsmt(tmp_path_factory.mktemp("models") / "en-de", ("en", "de"), seed=3))


shared = cache(opened)
"""For tests that leave an engine as it was."""


@pytest.fixture(scope="module")
def reference(folder):
    return opened(folder, "transformers")


@cache
def loaded(name):
    return load_model(name)


def one_by_one(folder, texts, beams, candidates, limits):
    """Token ids of each hypothesis by plain `generate`, without batches or padding."""
    model = loaded(folder)
    early = {"early_stopping": True} if beams > 1 else {}
    found = []
    for ids, limit in zip(encode(folder, texts), limits, strict=True):
        sequences = model.generate(
            torch.tensor([ids]), num_beams=beams, num_return_sequences=candidates,
            max_length=limit, do_sample=False, **early,
        )  # fmt: skip
        rows = [row[1:] for row in sequences.tolist()]
        found.append([row[: row.index(2)] if 2 in row else row for row in rows])
    return found


@cache
def there_and_back(decoding):
    """For both demo models, what they are given, and what `generate` makes of it."""
    found, texts = [], LONGER[1:4]
    for name in (demo_pivots()[0].forward, demo_pivots()[0].backward):
        sources = encode(name, texts)
        limits = [decoding.limit(len(ids)) for ids in sources]
        expected = one_by_one(name, texts, decoding.beams, decoding.candidates, limits)
        found.append((name, sources, expected))
        texts = [decode(name, [row[0]])[0] for row in expected]
    return found


@pytest.mark.parametrize("engine", ["transformers", "ctranslate2"])
@pytest.mark.parametrize(("beams", "candidates"), [(1, 1), (4, 1), (5, 3)])
def test_the_demo_models_translate_as_generate_does(engine, beams, candidates):
    decoding = Decoding(beams=beams, candidates=candidates)
    for name, sources, expected in there_and_back(decoding):
        runner = shared(name, engine)
        for budget in (1 if beams == 1 else 60, 100_000):
            outputs = runner.translate(sources, decoding, batch_tokens=budget)
            # `generate` orders by the same mean, whose last bits depend on the batch.
            assert [sorted(o.ids for o in row) for row in outputs] == [sorted(r) for r in expected]
            assert [row[0].ids for row in outputs] == [row[0] for row in expected]
            assert all(o.finished for row in outputs for o in row)


def test_a_random_model_as_deep_as_wmt19_gives_the_same_tokens(tmp_path):
    """Layers and vocabulary of facebook/wmt19-en-de, an eighth as wide, with random weights."""
    torch.manual_seed(5)
    config = FSMTConfig(
        langs=["en", "de"], src_vocab_size=42_024, tgt_vocab_size=42_024, d_model=128,
        encoder_layers=6, decoder_layers=6, encoder_attention_heads=8,
        decoder_attention_heads=8, encoder_ffn_dim=256, decoder_ffn_dim=256,
        max_position_embeddings=1024, init_std=0.05,
    )  # fmt: skip
    model = FSMTForConditionalGeneration(config).eval()
    checkpoint = examine("random", model)
    fast = CTranslate2Engine(checkpoint, converted_folder(checkpoint, model), "cpu", "fp32", 2)
    slow = TransformersEngine(checkpoint, model, "cpu", "fp32")
    sources = [[17, 40_001, 256, 9, 2], [2_345, 8, 2], [5, 31, 77, 1_999, 23_456, 12, 6, 2]]
    # A random model seldom ends by itself. Greedily it is cut at the same place in both; of beams
    # cut short, `generate` forces the end and CTranslate2 does not, so those are scored apart.
    decoding = Decoding(beams=1, max_length=16)
    expected = slow.translate(sources, decoding, batch_tokens=1000)
    assert [len(row[0].ids) for row in expected] == [14, 14, 14]
    found = fast.translate(sources, decoding, batch_tokens=1000)
    assert [row[0].ids for row in found] == [row[0].ids for row in expected]


@pytest.mark.parametrize("beams", [1, 3])
def test_scores_of_both_engines_are_the_mean_log_probability_a_token(beams):
    name = demo_pivots()[0].forward
    model = loaded(name)
    source = encode(name, LONGER[:1])[0]
    decoding = Decoding(beams=beams, candidates=beams)
    for engine in ("transformers", "ctranslate2"):
        for output in shared(name, engine).translate([source], decoding, batch_tokens=999)[0]:
            logs, previous = [], [2]
            for token in [*output.ids, 2]:  # one step at a time, without the forced pass
                step = model(
                    input_ids=torch.tensor([source]),
                    decoder_input_ids=torch.tensor([previous]),
                    use_cache=False,
                ).logits[0, -1]
                logs.append(torch.log_softmax(step.detach(), 0)[token].item())
                previous.append(token)
            assert output.score == pytest.approx(sum(logs) / len(logs), abs=2e-5)


def test_int8_is_close_to_single_precision():
    name = demo_pivots()[0].forward
    sources = encode(name, LONGER)
    exact = shared(name, "ctranslate2").translate(sources, Decoding(), batch_tokens=999)
    rounded = opened(name, "ctranslate2", "int8").translate(sources, Decoding(), batch_tokens=999)
    equal = sum(e[0].ids == r[0].ids for e, r in zip(exact, rounded, strict=True))
    assert equal >= 3
    assert rounded != exact  # it is another arithmetic


def test_the_conversion_is_made_once(folder, monkeypatch):
    first = prepare(folder, "ctranslate2", Decoding())
    monkeypatch.setattr(
        "pipeline.translation.engines.fsmt._convert", lambda *_: pytest.fail("again")
    )
    assert prepare(folder, "ctranslate2", Decoding()) == first


def test_a_cache_that_cannot_be_written_to_is_named(folder, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("OSSCSE_CACHE", str(tmp_path / "file"))
    with pytest.raises(UserError, match=r"Set OSSCSE_CACHE .* --engine transformers"):
        prepare(folder, "ctranslate2", Decoding())


def test_auto_takes_the_engine_that_can_do_it(folder):
    assert prepare(folder, "auto", Decoding()).engine == "ctranslate2"
    assert prepare(folder, "auto", Decoding(sample=True)).engine == "transformers"
    with pytest.raises(UserError, match="ctranslate2 does not sample"):
        prepare(folder, "ctranslate2", Decoding(sample=True))
    assert prepare(folder, "auto", Decoding(ngram_penalty=0.01)).engine == "transformers"
    with pytest.raises(UserError, match=r"ctranslate2 has no --ngram-penalty: use --engine auto"):
        prepare(folder, "ctranslate2", Decoding(ngram_penalty=0.01))


def test_other_architectures_run_by_transformers(tmp_path):
    from transformers import BartConfig, BartForConditionalGeneration

    torch.manual_seed(0)
    tokenizer = load_tokenizer(str(make_fsmt(tmp_path / "fsmt", ("en", "de"))))
    config = BartConfig(
        vocab_size=len(tokenizer), d_model=16, encoder_layers=1, decoder_layers=1,
        encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=32,
        decoder_ffn_dim=32, max_position_embeddings=64, pad_token_id=1, eos_token_id=2,
        decoder_start_token_id=2, forced_eos_token_id=2,
    )  # fmt: skip
    model = BartForConditionalGeneration(config).eval()
    checkpoint = examine("bart", model)
    assert checkpoint.model_type == "bart"
    engine = TransformersEngine(checkpoint, model, "cpu")
    found = engine.translate([[9, 11, 2], [7, 2]], Decoding(max_length=6), batch_tokens=99)
    assert [len(row) for row in found] == [1, 1]
    assert all(-20 < row[0].score < 0 for row in found)


def test_candidates_come_best_first(reference, folder):
    decoding = Decoding(beams=5, candidates=4, max_length=8)
    for row in reference.translate(encode(folder, TEXTS), decoding, batch_tokens=500):
        scores = [output.score for output in row]
        assert len(row) == 4
        assert scores == sorted(scores, reverse=True)
        assert all(-20 < s <= 0 for s in scores)


def test_what_runs_into_the_limit_is_not_finished(folder):
    for engine in ("transformers", "ctranslate2"):
        runner = opened(folder, engine)
        rows = runner.translate(
            encode(folder, TEXTS), Decoding(beams=1, max_length=5), batch_tokens=99
        )
        assert [row[0].finished for row in rows] == [len(row[0].ids) < 3 for row in rows]
        assert not all(row[0].finished for row in rows)


@given(st.integers(1, 900), st.integers(2, 400))
def test_the_limit_grows_with_the_source_up_to_the_maximum(tokens, longest):
    decoding = Decoding(max_length=longest)
    assert decoding.limit(tokens) <= longest
    assert decoding.limit(tokens) <= decoding.limit(tokens + 1)
    assert decoding.limit(tokens) >= min(longest, 2 * tokens + 20)
    assert Decoding(max_length=longest, max_ratio=None).limit(tokens) == longest


def test_no_score_where_none_is_asked(reference, folder):
    found = reference.translate(
        encode(folder, TEXTS[:1]), Decoding(max_length=6), batch_tokens=99, score=False
    )
    assert math.isnan(found[0][0].score)


@pytest.mark.parametrize("engine", ["transformers", "ctranslate2"])
def test_nothing_in_nothing_out(folder, engine):
    assert opened(folder, engine).translate([], Decoding(), batch_tokens=99) == []
    assert encode(folder, []) == []


def test_hub_models_without_network_name_the_ways_out():
    with pytest.raises(WorkFailed, match=r"cannot be reached.*--models firefox:pt.*local folders"):
        prepare("facebook/wmt19-en-de", "auto", Decoding())


def test_a_name_that_the_hub_does_not_have_is_told_from_a_missing_network(monkeypatch):
    monkeypatch.setattr("pipeline.translation.checkpoint.hub_answers", lambda: True)
    said = (
        r"and it cannot be downloaded \(no such name, or no safetensors; pickled weights are read"
    )
    with pytest.raises(UserError, match=said):
        load_tokenizer("nobody/no-such-model")


def test_a_folder_that_is_no_model(tmp_path):
    (tmp_path / "config.json").write_text("{}")
    for read in (lambda name: prepare(name, "auto", Decoding()), load_model, load_tokenizer):
        with pytest.raises(UserError, match="is not a folder with a sequence-to-sequence model"):
            read(str(tmp_path))


def test_unknown_names():
    with pytest.raises(UserError, match="auto, fp32, fp16, bf16, int8"):
        parse_precision("int4")
    with pytest.raises(UserError, match="auto, ctranslate2, marian, transformers"):
        parse_engine("fairseq")


def test_int8_needs_ctranslate2(folder):
    with pytest.raises(UserError, match="int8 works with --engine ctranslate2"):
        opened(folder, "transformers", "int8")


@pytest.mark.parametrize("engine", ["ctranslate2", "transformers"])
def test_forced_scores_are_those_of_the_search(engine):
    # A model that was trained, for those with random weights never end a sentence.
    trained = demo_pivots()[0].forward
    texts = ["The children are playing in the garden.", "He has gone.", "It is raining again."]
    fast, sources = shared(trained, engine), encode(trained, texts)
    wanted = [row[0] for row in fast.translate(sources, Decoding(beams=4), batch_tokens=500)]
    ended = [i for i, found in enumerate(wanted) if found.finished]
    assert ended
    scores = fast.score(
        [sources[i] for i in ended], [wanted[i].ids for i in ended], batch_tokens=60
    )
    assert scores == pytest.approx([wanted[i].score for i in ended], abs=1e-4)
    assert fast.score([], [], batch_tokens=60) == []


def test_a_translation_has_the_ids_that_it_was_decoded_from(folder):
    forward = demo_pivots()[0].forward
    texts = ["Die Kinder spielen im Garten.", "Er ist gegangen."]
    assert decode(forward, encode_target(forward, texts)) == texts
