"""Translations back that are led away from the anchor's wording."""

import re
from pathlib import Path

import numpy as np
import pytest

from pipeline.translation.decoding import Decoding
from pipeline.translation.engines.marian.engine import MarianEngine, examine_student
from pipeline.translation.engines.marian.vocabulary import load_vocabularies
from schemas.mer import mer

SENTENCES = Path("pipeline/demo/sentences.txt").read_text(encoding="utf-8").splitlines()[:8]
BUDGET = 16_384


@pytest.fixture(scope="module")
def english(folders):
    """Portuguese to English."""
    return MarianEngine(examine_student(folders[1]), "cpu")


@pytest.fixture(scope="module")
def back(folders, english):
    """Pivot texts and anchors as token ids, and the free translations of the former."""
    forward = MarianEngine(examine_student(folders[0]), "cpu")
    ids = load_vocabularies(folders[0]).source.encode(SENTENCES)
    there = forward.translate(ids, Decoding(1, 1), batch_tokens=BUDGET, score=False)
    texts = [load_vocabularies(folders[0]).target.decode(row[0].ids) for row in there]
    vocabularies = load_vocabularies(folders[1])
    anchors = [row[:-1] for row in vocabularies.target.encode(SENTENCES)]
    return vocabularies.source.encode(texts), anchors


@pytest.mark.parametrize(
    "decoding",
    [
        Decoding(1, 1, ngram_penalty=0.01),
        Decoding(4, 2, ngram_penalty=0.01),
        Decoding(sample=True, candidates=2, temperature=0.5, ngram_penalty=0.01),
    ],
    ids=["greedy", "beams", "draws"],
)
def test_what_comes_out_does_not_depend_on_the_batch(english, back, decoding):
    (sources, anchors), keys = back, list(range(8))
    whole = english.translate(sources, decoding, batch_tokens=BUDGET, keys=keys, anchors=anchors)
    order = [6, 2, 7, 5]
    some = english.translate(
        [sources[i] for i in order], decoding, batch_tokens=40,
        keys=[keys[i] for i in order], anchors=[anchors[i] for i in order],
    )  # fmt: skip
    assert some == [whole[i] for i in order]
    # Scores are the model's own, without the penalty.
    rows = [[output.ids for output in outputs] for outputs in whole]
    forced = english.score(sources, [row[0] for row in rows], batch_tokens=BUDGET)
    apart = np.abs(np.array(forced) - [outputs[0].score for outputs in whole])
    assert np.mean(apart) < 0.01


def test_forbidden_words_stay_out_in_any_batch(folders, english, back):
    sources, target = back[0][:6], load_vocabularies(folders[1]).target

    def words_of(outputs):
        return {w for o in outputs for w in re.findall("[a-z]+", target.decode(o.ids).lower())}

    decoding = Decoding(3, 2)
    free = english.translate(sources, decoding, batch_tokens=BUDGET)
    forbidden = [sorted(w for w in words_of(row) if len(w) > 4) for row in free]
    found = english.translate(sources, decoding, batch_tokens=BUDGET, avoid=forbidden)
    assert all(map(len, forbidden))
    assert not any(words_of(row) & {*words} for row, words in zip(found, forbidden, strict=True))
    assert all(output.finished for row in found for output in row)
    for i in (4, 1):
        (alone,) = english.translate([sources[i]], decoding, batch_tokens=1, avoid=[forbidden[i]])
        assert alone == found[i]


def test_the_stronger_the_penalty_the_more_words_differ(folders, english, back):
    sources, anchors = back
    target, rates = load_vocabularies(folders[1]).target, []
    for alpha in (0.0, 0.003, 0.03):
        decoding = Decoding(4, 1, ngram_penalty=alpha)
        found = english.translate(sources, decoding, batch_tokens=BUDGET, anchors=anchors)
        texts = [target.decode(row[0].ids) for row in found]
        rates.append(np.mean([mer(a, b) for a, b in zip(SENTENCES, texts, strict=True)]))
    assert rates[0] < rates[1] < rates[2]
    assert rates[2] > rates[0] + 0.15
