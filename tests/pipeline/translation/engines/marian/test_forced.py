"""Scores of given translations, against the decoder's own steps."""

from itertools import chain

import numpy as np
import pytest
import torch

from pipeline.translation.decoding import Decoding
from pipeline.translation.engines.marian.batch import begin
from pipeline.translation.engines.marian.engine import MarianEngine, examine_student
from pipeline.translation.engines.marian.vocabulary import load_vocabularies

BUDGET = 16_384
TEXTS = ["A dog sleeps.", "The market opens at noon and closes late.", "She sings.", "It rained."]
OTHERS = ["Um gato dorme.", "O mercado abre à noite.", "Ela canta alto em casa.", "Choveu muito."]


@pytest.fixture(scope="module")
def english(folders):
    return MarianEngine(examine_student(folders[0]), "cpu")


@pytest.fixture
def encoded(english, monkeypatch):
    """The sources that the model encodes, in order."""
    seen, encode = [], english._network.encode

    def count(groups):
        seen.extend(chain(*groups.values()))
        return encode(groups)

    monkeypatch.setattr(english._network, "encode", count)
    return seen


@pytest.fixture(scope="module")
def pairs(folders):
    vocabularies = load_vocabularies(folders[0])
    targets = [row[:-1] for row in vocabularies.target.encode(OTHERS)]
    return vocabularies.source.encode(TEXTS), targets


def stepwise(engine, source, target):
    """The mean log-probability of one translation, word by word."""
    vocabularies = engine._vocabularies
    allowed = np.union1d(engine._shortlist.allowed(source), np.array(target, np.int64))
    end, places = vocabularies.target.end, -(-len(source) // 4) * 4
    with torch.inference_mode():
        batch = begin(engine._network, [source], [allowed], end, [places])
        ids, last, states, total = batch.ids[0].tolist(), None, engine._network.start(1), 0.0
        for place, word in enumerate([*target, end]):
            tops, states = engine._network.step(last, place, states, batch.memory)
            scores = batch.output.scores(tops)[0, 0].double()
            total += float(scores[ids.index(word)] - torch.logsumexp(scores, 0))
            last = torch.tensor([word])
    return total / (len(target) + 1)


def test_one_pass_gives_what_the_steps_give(english, pairs):
    sources, targets = pairs
    found = english.score(sources, targets, batch_tokens=BUDGET)
    wanted = [stepwise(english, *pair) for pair in zip(sources, targets, strict=True)]
    assert found == pytest.approx(wanted, abs=1e-6)


def test_the_score_of_a_pair_does_not_depend_on_its_company(english, pairs):
    """It depends neither on longer translations in the batch nor on others of the same source."""
    sources, targets = pairs
    crossed = [(source, target) for source in sources for target in targets]
    whole = english.score(*zip(*crossed, strict=True), batch_tokens=BUDGET)
    assert whole == [english.score([s], [t], batch_tokens=1)[0] for s, t in crossed]


def test_an_empty_translation_has_the_score_of_its_end(english, pairs):
    sources, _ = pairs
    found = english.score(sources[:2], [[], []], batch_tokens=BUDGET)
    assert found == pytest.approx([stepwise(english, s, []) for s in sources[:2]], abs=1e-6)
    assert max(found) < -3


def test_a_source_of_several_translations_is_encoded_once(english, pairs, encoded):
    sources, targets = pairs
    english.score([sources[0]] * 4, targets, batch_tokens=BUDGET)
    assert encoded == [tuple(sources[0])]


def test_its_translations_share_a_batch_whatever_their_lengths(english, pairs, encoded):
    sources, targets = pairs
    two = [source[:2] for source in (sources[0], sources[2])]
    # Room for four pairs of the longest translation, in sources padded to four places.
    room = 4 * 4 * (max(map(len, targets)) + 1)
    english.score(two * 4, [t for t in targets for _ in two], batch_tokens=room)
    assert sorted(encoded) == sorted(map(tuple, two))


def test_the_greedy_translation_has_the_score_of_the_search(english, pairs):
    sources, _ = pairs
    greedy = english.translate(sources, Decoding(1, 1), batch_tokens=BUDGET)
    scores = english.score(sources, [row[0].ids for row in greedy], batch_tokens=BUDGET)
    assert scores == [row[0].score for row in greedy]
