"""Translations equal those of Firefox's own engine in any batch; also what that engine lacks."""

import math
import warnings
from pathlib import Path

import numpy as np
import pytest
import torch

from pipeline.translation.decoding import Decoding
from pipeline.translation.engines.marian import engine as marian
from pipeline.translation.engines.marian.engine import MarianEngine, examine_student
from pipeline.translation.engines.marian.exact import exact_arithmetic
from pipeline.translation.engines.marian.vocabulary import load_vocabularies
from schemas.errors import UserError, WorkFailed
from tests.pipeline.translation.engines.marian.writing import container, integers, read_items

exactly_here = pytest.mark.skipif(exact_arithmetic() is None, reason="no products of bytes here")
GREEDY = Decoding(beams=1, candidates=1)
SENTENCES = Path("pipeline/demo/sentences.txt").read_text(encoding="utf-8").splitlines()
BUDGET = 16_384


@pytest.fixture(scope="module")
def english(folders):
    """English to Portuguese."""
    return MarianEngine(examine_student(folders[0]), "cpu")


@pytest.fixture(scope="module")
def fast(folders):
    """The same, rounded otherwise."""
    return MarianEngine(examine_student(folders[0]), "cpu", "int8")


@pytest.fixture(scope="module")
def sources(folders):
    return load_vocabularies(folders[0]).source.encode(SENTENCES[:12])


@pytest.fixture(scope="module")
def greedy(english, sources):
    return english.translate(sources, GREEDY, batch_tokens=BUDGET)


def texts_of(folder, found):
    target = load_vocabularies(folder).target
    return [target.decode(outputs[0].ids).strip() for outputs in found]


def exactly(folder, texts):
    engine = MarianEngine(examine_student(folder), "cpu", "exact")
    ids = load_vocabularies(folder).source.encode(texts)
    return engine.translate(ids, GREEDY, batch_tokens=BUDGET)


@pytest.fixture(scope="module")
def exact(folders):
    """Of the first 50 sentences."""
    return exactly(folders[0], SENTENCES[:50])


@exactly_here
def test_exact_translations_are_those_of_fxtranslate(folders, exact, library):
    """There and back, 50 sentences each."""
    there, back = map(library, folders)
    texts = [there.translate(text).strip() for text in SENTENCES[:50]]
    again = [back.translate(text).strip() for text in texts]
    found = texts_of(folders[0], exact) + texts_of(folders[1], exactly(folders[1], texts))
    assert sum(a == b for a, b in zip(found, texts + again, strict=True)) >= 0.99 * 100


@exactly_here
def test_exact_is_the_default_on_a_cpu(greedy, exact):
    assert greedy == exact[: len(greedy)]


@exactly_here
@pytest.mark.parametrize("precision", ["int8", "fp32", "bf16"])
def test_the_fast_operations_differ_by_rounding_alone(folders, exact, precision):
    fast = MarianEngine(examine_student(folders[0]), "cpu", precision)
    ids, wanted = load_vocabularies(folders[0]).source.encode(SENTENCES[:24]), exact[:24]
    found = fast.translate(ids, GREEDY, batch_tokens=BUDGET)
    equal = sum(a[0].ids == b[0].ids for a, b in zip(found, wanted, strict=True))
    assert equal >= 0.8 * len(ids)
    assert fast.translate(ids, GREEDY, batch_tokens=64) == found
    scores = fast.score(ids, [row[0].ids for row in wanted], batch_tokens=BUDGET)
    apart = [abs(a - b[0].score) for a, b in zip(scores, wanted, strict=True)]
    assert np.mean(apart) < 0.03


@pytest.mark.parametrize(
    "decoding",
    [
        GREEDY,
        Decoding(beams=4, candidates=4),
        Decoding(sample=True, candidates=3, top_p=0.9, temperature=0.8),
        Decoding(sample=True, candidates=2),
    ],
)
def test_what_comes_out_does_not_depend_on_the_batch(english, sources, decoding):
    keys = list(range(100, 112))
    whole = english.translate(sources, decoding, batch_tokens=BUDGET, keys=keys)
    small = english.translate(sources, decoding, batch_tokens=64, keys=keys)
    assert whole == small
    order = list(range(0, 12, 3))[::-1]
    some = english.translate(
        [sources[i] for i in order], decoding, batch_tokens=BUDGET, keys=[keys[i] for i in order]
    )
    assert some == [whole[i] for i in order]
    assert all(len(outputs) == decoding.candidates for outputs in whole)
    assert all(
        outputs == sorted(outputs, key=lambda o: (not o.finished, -o.score)) for outputs in whole
    )


def test_threads_change_nothing(folders, greedy, sources):
    two = MarianEngine(examine_student(folders[0]), "cpu", threads=2)
    done = []
    found = two.translate(sources, GREEDY, batch_tokens=256, on_batch=done.append)
    assert found == greedy  # in any batch
    assert sum(done) == len(sources)


def test_the_length_that_sources_are_padded_to_changes_nothing(folders, english, sources, greedy):
    """On a GPU it is 32, so that more sources share a batch."""
    assert (marian.PLACES["cpu"], marian.PLACES["cuda"]) == (4, 32)
    wide = MarianEngine(examine_student(folders[0]), "cpu")
    wide._multiple = marian.PLACES["cuda"]
    assert wide.translate(sources, GREEDY, batch_tokens=BUDGET) == greedy


@pytest.fixture
def sizes(english, fast, monkeypatch):
    """The sizes of the batches that these two engines begin."""
    begun = []
    for engine in (english, fast):

        def count(rows, *more, begin=engine._begin):
            begun.append(len(rows))
            return begin(rows, *more)

        monkeypatch.setattr(engine, "_begin", count)
    return begun


@exactly_here
@pytest.mark.parametrize(
    "decoding",
    [GREEDY, Decoding(beams=3, candidates=3), Decoding(sample=True, candidates=2)],
    ids=["greedy", "beams", "sampled"],
)
def test_sources_of_other_lengths_share_a_batch(english, sources, sizes, decoding):
    """Their limits differ, too."""
    lengths = [len(source) for source in sources]
    assert len({decoding.limit(length) for length in lengths}) > 1

    def made(rows, keys):
        return english.translate(rows, decoding, batch_tokens=BUDGET, keys=keys)

    together = made(sources, list(range(12)))
    assert sizes == [12]
    assert together == [made([source], [key])[0] for key, source in enumerate(sources)]


def test_where_padding_might_change_the_result_a_batch_has_one_length(fast, sources, sizes):
    fast.translate(sources, GREEDY, batch_tokens=BUDGET)
    assert len(sizes) == len({-(-len(source) // 4) for source in sources})


def test_beams_find_likelier_translations_than_the_greedy_way(english, sources, greedy):
    beams = english.translate(sources, Decoding(beams=4, candidates=4), batch_tokens=BUDGET)
    gains = [b[0].score - g[0].score for b, g in zip(beams, greedy, strict=True)]
    assert np.mean([gain >= 0 for gain in gains]) > 0.9
    assert np.mean(gains) > 0
    assert all(len({tuple(output.ids) for output in row}) == 4 for row in beams)
    assert greedy == [row[:1] for row in english.translate(sources, GREEDY, batch_tokens=BUDGET)]


def test_forced_scores_are_those_of_the_search(fast, sources):
    greedy = fast.translate(sources, GREEDY, batch_tokens=BUDGET)
    scores = fast.score(sources, [row[0].ids for row in greedy], batch_tokens=BUDGET)
    assert scores == pytest.approx([row[0].score for row in greedy], abs=1e-6)
    # Attention adds up several queries in another order than one, which moves some roundings.
    beams = fast.translate(sources, Decoding(beams=3, candidates=3), batch_tokens=BUDGET)
    scores = fast.score(sources, [row[-1].ids for row in beams], batch_tokens=BUDGET)
    apart = np.abs(np.array(scores) - [row[-1].score for row in beams])
    assert np.mean(apart) < 0.002
    assert np.max(apart) < 0.1


def test_a_wrong_translation_scores_lower_even_outside_the_shortlist(folders, english):
    vocabularies = load_vocabularies(folders[0])
    source = vocabularies.source.encode(["The ferry leaves at seven."])[0]
    right, wrong, odd = (
        vocabularies.target.encode([text])[0][:-1]
        for text in ("A balsa sai às sete.", "A balsa chega às oito.", "Jabuticaba feliz dormiu.")
    )
    scores = english.score([source] * 3, [right, wrong, odd], batch_tokens=BUDGET)
    assert scores[0] > -1 > scores[1] > scores[2]
    assert math.isfinite(scores[2])


def test_draws_differ_by_key_and_follow_the_temperature(english, sources, greedy):
    def draw(temperature, offset):
        decoding = Decoding(sample=True, candidates=2, temperature=temperature)
        keys = [offset + i for i in range(len(sources))]
        return english.translate(sources, decoding, batch_tokens=BUDGET, keys=keys)

    warm = draw(1.0, 0)
    assert warm == draw(1.0, 0)
    assert warm != draw(1.0, 1000)
    cold = draw(0.01, 0)
    assert sum(a[0].ids == b[0].ids for a, b in zip(cold, greedy, strict=True)) >= 11
    mean = [np.mean([o.score for row in rows for o in row]) for rows in (cold, warm)]
    assert mean[0] > mean[1]


def test_a_translation_that_reaches_the_limit_is_unfinished(english, sources):
    for decoding in (Decoding(1, 1, max_length=5), Decoding(beams=3, candidates=3, max_length=5)):
        found = english.translate(sources[:4], decoding, batch_tokens=BUDGET, score=True)
        for outputs in found:
            assert all(len(output.ids) <= 4 and not output.finished for output in outputs)


def test_without_a_shortlist_every_word_is_weighed(copied, sources, greedy):
    next(copied.glob("lex.*")).unlink()
    free = MarianEngine(examine_student(str(copied)), "cpu")
    found = free.translate(sources, GREEDY, batch_tokens=BUDGET)
    assert sum(a[0].ids == b[0].ids for a, b in zip(found, greedy, strict=True)) >= 9
    # More words share the probability.
    assert np.mean([b[0].score - a[0].score for a, b in zip(found, greedy, strict=True)]) > 0


def test_a_table_of_embeddings_for_each_side(copied, sources, greedy):
    """As in models of Chinese, Japanese and Korean; here both tables are the same."""
    path = next(copied.glob("model.*"))
    items = read_items(path)
    table, alpha = items.pop("Wemb"), items.pop("none_QuantMultA")
    value = float(np.frombuffer(alpha[2][:4], np.float32)[0])
    items |= {"encoder_Wemb": table, "decoder_Wemb": table}
    items["decoder_Wemb_QuantMultA"] = integers([[127]], 127 / value)
    path.write_bytes(container(items))
    made = MarianEngine(examine_student(str(copied)), "cpu")
    found = made.translate(sources, GREEDY, batch_tokens=BUDGET)
    assert sum(a[0].ids == b[0].ids for a, b in zip(found, greedy, strict=True)) >= 11


@exactly_here
def test_exact_scores_do_not_depend_on_how_a_translation_came_about(folders, sources):
    """Forced or found by a search, and in any batch."""
    engine = MarianEngine(examine_student(folders[0]), "cpu", "exact")
    beams = engine.translate(sources, Decoding(beams=3, candidates=3), batch_tokens=BUDGET)
    wanted = [row[-1].score for row in beams]
    scores = engine.score(sources, [row[-1].ids for row in beams], batch_tokens=BUDGET)
    assert scores == pytest.approx(wanted, abs=1e-6)
    small = engine.translate(sources, Decoding(beams=3, candidates=3), batch_tokens=64)
    assert small == beams


def test_exact_where_it_is_not_supported_is_named(folders, monkeypatch):
    monkeypatch.setattr(marian, "exact_arithmetic", lambda: None)
    with pytest.raises(UserError, match="--precision exact does not work on this cpu"):
        MarianEngine(examine_student(folders[0]), "cpu", "exact")
    other = MarianEngine(examine_student(folders[0]), "cpu", "auto")
    assert other.translate([[0]], GREEDY, batch_tokens=BUDGET)[0][0].finished


def test_half_precision_is_refused(folders):
    with pytest.raises(UserError, match="sums of its integers do not fit into fp16"):
        MarianEngine(examine_student(folders[0]), "cpu", "fp16")


def test_a_batch_that_does_not_fit_is_made_in_halves(english, sources, greedy, monkeypatch):
    real = marian.begin

    def begin(network, rows, *rest):
        if len(rows) > 1:
            raise torch.OutOfMemoryError
        return real(network, rows, *rest)

    monkeypatch.setattr(marian, "begin", begin)
    assert english.translate(sources[:8], GREEDY, batch_tokens=BUDGET) == greedy[:8]

    def never(*_):
        raise torch.OutOfMemoryError

    monkeypatch.setattr(marian, "begin", never)
    with pytest.raises(WorkFailed, match="too little memory"):
        english.translate(sources[:8], GREEDY, batch_tokens=BUDGET)


def test_nothing_that_torch_will_drop_is_used(folders):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        MarianEngine(examine_student(folders[0]), "cpu")
