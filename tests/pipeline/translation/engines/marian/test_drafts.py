"""Whatever the drafts, the translations and scores are those of the search word by word."""

import math
import random
from pathlib import Path

import pytest

from pipeline.translation.decoding import Decoding
from pipeline.translation.engines.marian import drafts as marian
from pipeline.translation.engines.marian.drafts import _Way
from pipeline.translation.engines.marian.engine import MarianEngine, examine_student
from pipeline.translation.engines.marian.vocabulary import load_vocabularies

GREEDY = Decoding(beams=1, candidates=1)
SENTENCES = Path("pipeline/demo/sentences.txt").read_text(encoding="utf-8").splitlines()
BUDGET = 16_384
END = 9


@pytest.fixture(scope="module")
def english(folders):
    """English to Portuguese."""
    return MarianEngine(examine_student(folders[0]), "cpu")


@pytest.fixture(scope="module")
def sources(folders):
    return load_vocabularies(folders[0]).source.encode(SENTENCES[:12])


@pytest.fixture(scope="module")
def found(english, sources):
    return english.translate(sources, GREEDY, batch_tokens=BUDGET)


def damaged(ids, draw):
    """Ids with a few left out, changed or added."""
    made = list(ids)
    for _ in range(draw.randrange(4)):
        place = draw.randrange(len(made) + 1)
        made[place : place + draw.randrange(3)] = [draw.randrange(5000) for _ in range(2)]
    return made


def test_the_drafts_do_not_change_the_translations(english, sources, found):
    draw = random.Random(1)
    ids = [row[0].ids for row in found]
    for drafts in (ids, [damaged(one, draw) for one in ids], ids[1:] + ids[:1], [*ids[:-1], []]):
        assert english.translate(sources, GREEDY, batch_tokens=BUDGET, drafts=drafts) == found
    (alone,) = english.translate(sources[3:4], GREEDY, batch_tokens=1, drafts=ids[4:5])
    assert alone == found[3]


def test_a_translation_past_the_limit_stays_unfinished(english, sources, found):
    short = Decoding(beams=1, max_length=6)
    wanted = english.translate(sources, short, batch_tokens=BUDGET)
    drafts = [row[0].ids for row in found]
    assert not all(row[0].finished for row in wanted)
    assert english.translate(sources, short, batch_tokens=BUDGET, drafts=drafts) == wanted


def test_a_right_draft_takes_few_passes(english, sources, found, monkeypatch):
    passes = []
    check = marian._pass
    monkeypatch.setattr(marian, "_pass", lambda *args: passes.append(1) or check(*args))
    ((output,),) = english.translate(
        sources[:1], GREEDY, batch_tokens=BUDGET, drafts=[found[0][0].ids]
    )
    assert len(passes) == math.ceil((len(output.ids) + 1) / marian.MOST)


def test_drafts_are_for_the_greedy_search_alone(english, sources, found):
    beams = Decoding(beams=3, candidates=2)
    drafts = [row[0].ids for row in found]
    wanted = english.translate(sources[:4], beams, batch_tokens=BUDGET)
    assert english.translate(sources[:4], beams, batch_tokens=BUDGET, drafts=drafts[:4]) == wanted


def test_words_are_taken_up_to_the_first_that_was_not_guessed():
    way = _Way([1, 2, 3, 4], 20, END)
    assert way.guess(3) == [1, 2]
    way.take([1, 2], [1, 7, 8], [-0.5, -0.25, -4.0])
    assert (way.said, way.total, way.output) == ([1, 7], -0.75, None)
    assert way.guess(9) == [3, 4]


@pytest.mark.parametrize(
    ("word", "rest"),
    [
        (3, [4, 5]),  # the draft has a word more
        (1, [2, 3, 4, 5]),  # it has a word less
        (7, [3, 4, 5]),  # it has another one
    ],
)
def test_the_draft_is_taken_up_again_behind_the_same_word(word, rest):
    way = _Way([1, 2, 3, 4, 5], 20, END)
    way.take([1, 2], [1, word, 0], [0.0, 0.0, 0.0])
    assert way.guess(9) == rest


def test_a_translation_ends_with_its_end_or_at_the_limit():
    ended, cut = (_Way([1, 2, 3], steps, END) for steps in (20, 2))
    ended.take([1, 2], [1, END, 3], [-0.5, -1.5, -9.0])
    assert ended.output == ([1], -1.0, True)
    assert cut.guess(9) == [1]
    cut.take([1], [1, 2], [-0.5, -1.5])
    assert cut.output == ([1, 2], -1.0, False)
